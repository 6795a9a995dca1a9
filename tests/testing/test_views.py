"""The types of the views: learned from play, and every view held against them."""

import json
from itertools import chain
from pathlib import Path
from typing import Any, SupportsIndex

import pytest

from tests.toy_game import ToyState, toy
from wardround.games import game
from wardround.testing import CheckFailure, check_game
from wardround.testing.views import (
    FILE,
    FOLDER,
    Schema,
    Shape,
    barely_seen,
    learned,
    main,
    misfit,
    recalled,
    remember,
    sampled,
    schema_of,
    spacing,
)

GAMES = ("clinic", "dice_hospital", "dynamite_nurse", "pyrrameds")
MANY = 5


def schema(*views: dict[str, Any], earlier: Schema | None = None) -> Schema:
    """Of games with one view each, every one played as often as a word must be seen."""
    shape = learned(iter([[view] for view in views for _ in range(MANY)]))
    if earlier:
        remember(shape, recalled(earlier, earlier))
    return schema_of(shape, "ToyView")


def properties(found: Schema, name: str = "") -> dict[str, Any]:
    part = found["$defs"][name] if name else found
    properties: dict[str, Any] = part["properties"]
    return properties


@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
def test_views_are_as_the_client_is_told(name: str) -> None:
    known = json.loads((FOLDER / name / FILE).read_text("utf-8"))
    one = game(name)
    for view in chain.from_iterable(sampled(one, 12 * spacing(one))):
        wrong = misfit(known, view)
        assert not wrong, (
            f"{name}: {wrong} in {FOLDER / name / FILE}; if the view is right, run "
            f"`make view-types` and look at what changes in {FOLDER / name}"
        )


def test_types_lists_and_words_are_learned() -> None:
    found = schema(
        {"round": 1, "over": False, "share": 0.5, "colour": "red", "hand": [], "at": [1, 2]},
        {"round": 2, "over": True, "share": 1.5, "colour": None, "hand": ["a b"], "at": [0, 3]},
        {"round": 2, "over": True, "share": 1.5, "colour": "blue", "hand": ["a"], "at": [0, 3]},
    )
    assert properties(found) == {
        "round": {"type": "integer"},
        "over": {"type": "boolean"},
        "share": {"type": "number"},
        "colour": {"anyOf": [{"enum": ["blue", "red"]}, {"type": "null"}]},
        "hand": {"type": "array", "items": {"type": "string"}},
        "at": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    }
    assert found["required"] == ["round", "over", "share", "colour", "hand", "at"]
    assert found["additionalProperties"] is False


def test_a_word_seen_in_few_games_or_read_by_people_is_any_text() -> None:
    shape = learned(iter([[{"kind": "one", "name": "ada"}], [{"kind": "two", "name": "bea"}]]))
    assert properties(schema_of(shape, "ToyView"))["kind"] == {"type": "string"}
    often = schema({"kind": "one", "name": "ada"}, {"kind": "two", "name": "bea"})
    assert properties(often)["kind"] == {"enum": ["one", "two"]}
    assert properties(often)["name"] == {"type": "string"}


def test_objects_with_equal_keys_are_one_type_named_by_their_place() -> None:
    found = schema(
        {
            "seats": [{"spot": "s", "label": "l", "cards": [{"id": "x", "cost": 1}]}],
            "shown": {"id": "y", "cost": None},
            "deck": {"spot": "d", "label": "l", "count": 3},
        }
    )
    assert set(found["$defs"]) == {"Seat", "Shown", "Counted"}
    assert properties(found, "Seat")["cards"]["items"] == {"$ref": "#/$defs/Shown"}
    assert properties(found, "Shown")["cost"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}


def test_keys_may_be_missing_at_times_and_keys_that_are_no_names_make_a_map() -> None:
    found = schema(
        {"piece": {"id": "x", "phase_3": 1, "spot": "a/1"}, "paths": {"b01": ["a"]}},
        {"piece": {"id": "x", "phase_3": 2}, "paths": {"b02": ["a"]}},
    )
    assert found["$defs"]["Piece"]["required"] == ["id", "phase_3"]
    assert properties(found)["paths"] == {
        "type": "object",
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }


@pytest.mark.parametrize(
    ("view", "wrong"),
    [
        ({"seats": [{"points": 1, "hand": []}], "phase": "deal"}, ""),
        ({"seats": [], "phase": "deal", "more": 1}, "view.more is new"),
        ({"seats": []}, "view.phase is missing"),
        ({"seats": [{"points": 1}], "phase": "deal"}, "view.seats.0.hand is missing"),
        (
            {"seats": [{"points": True, "hand": []}], "phase": "deal"},
            "view.seats.0.points is True, not integer",
        ),
        (
            {"seats": [{"points": 1, "hand": [1, None]}], "phase": "deal"},
            "view.seats.0.hand.1 is None, not integer",
        ),
        ({"seats": [], "phase": "end"}, "view.phase is 'end', not one of ['deal', 'play']"),
    ],
)
def test_a_view_that_does_not_fit_is_told_by_its_key(view: dict[str, Any], wrong: str) -> None:
    known = schema(
        {"seats": [{"points": 1, "hand": []}], "phase": "deal"},
        {"seats": [{"points": 1, "hand": [1, 2, 3]}], "phase": "play"},
    )
    assert misfit(known, view) == wrong


def test_what_fills_a_nullable_place_is_looked_into() -> None:
    known = schema({"event": None}, {"event": {"id": "x"}})
    assert misfit(known, {"event": None}) == ""
    assert misfit(known, {"event": {"id": 1}}) == "view.event.id is 1, not string"


def test_rare_cases_are_remembered_and_what_is_gone_is_forgotten() -> None:
    before = schema(
        {"a": None, "old": 1, "piece": {"id": "x", "rare": 1}, "kind": "one"},
        {"a": 2, "old": 1, "piece": {"id": "x"}, "kind": "two"},
    )
    found = schema({"a": 1, "new": 2, "piece": {"id": "x"}, "kind": "one"}, earlier=before)
    assert properties(found) == {
        "a": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "new": {"type": "integer"},
        "piece": {"$ref": "#/$defs/Piece"},
        "kind": {"enum": ["one", "two"]},
    }
    assert found["required"] == ["a", "new", "piece", "kind"]
    assert found["$defs"]["Piece"]["required"] == ["id"]
    assert set(properties(found, "Piece")) == {"id", "rare"}


def test_a_schema_is_written_the_same_again_after_it_was_read() -> None:
    known = json.loads((FOLDER / "dice_hospital" / FILE).read_text("utf-8"))
    shape = recalled(known, known)
    assert schema_of(shape, "DiceHospitalView")["$defs"].keys() == known["$defs"].keys()
    assert properties(schema_of(recalled(known, known), "DiceHospitalView")) == properties(known)


def test_places_that_were_never_filled_are_named() -> None:
    assert barely_seen(schema({"aside": None, "done": [], "turn": 1})) == ["aside", "done"]


def test_the_command_writes_a_schema_per_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardround.testing.views.spacing", lambda game: 100)
    assert main(["dice_hospital", "--folder", str(tmp_path)]) == 1  # one game shows too little
    written = json.loads((tmp_path / "dice_hospital" / FILE).read_text("utf-8"))
    assert written["title"] == "DiceHospitalView"
    assert "never seen filled" in capsys.readouterr().out


def test_a_shape_is_not_changed_by_merging_itself() -> None:
    shape = Shape()
    shape.learn({"a": [1]})
    shape.merge(shape)
    assert shape.types == {"object"}


def test_the_check_of_a_game_finds_a_key_that_others_would_misread() -> None:
    class CountsInWords(ToyState):
        def view(self, viewer: SupportsIndex) -> dict[str, Any]:
            return super().view(viewer) | {"round": "first"}

    with pytest.raises(CheckFailure, match="the key 'round' of the view is 'first'"):
        check_game(toy(CountsInWords), games=1, jobs=1)
