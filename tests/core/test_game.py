"""A game's declaration, its errors and its events."""

import pytest

from tests.toy_game import GAME, NOTATIONS, toy
from wardround import core
from wardround.core import (
    EVERYBODY,
    SPECTATOR,
    Actions,
    Event,
    IllegalAction,
    SeatError,
    UnknownAction,
    WardroundError,
)


@pytest.mark.parametrize("action", range(len(NOTATIONS)))
def test_every_action_has_a_notation_that_is_read_back(action: int) -> None:
    assert GAME.parse(GAME.notation(action)) == action


@pytest.mark.parametrize("text", ["", "bid", "bid:9", "BID:0", " bid:0", "bid:0\n", "0"])
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnknownAction) as caught:
        GAME.parse(text)
    assert repr(text) in caught.value.message
    assert "'bid:0'" in caught.value.expected


@pytest.mark.parametrize("action", [-1, len(NOTATIONS)])
def test_other_numbers_are_no_actions(action: int) -> None:
    with pytest.raises(UnknownAction) as caught:
        GAME.notation(action)
    assert caught.value.expected == f"a number from 0 to {len(NOTATIONS) - 1}"


def test_two_actions_may_not_share_a_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    actions = Actions()
    actions.many("same", [("same", "one"), ("same", "other")])
    monkeypatch.setattr("tests.toy_game.ACTIONS", actions)
    with pytest.raises(ValueError, match="two actions of toy have the same notation"):
        toy()


@pytest.mark.parametrize(("players", "noun"), [(1, "1 player"), (5, "5 players")])
def test_a_game_is_for_certain_numbers_of_players(players: int, noun: str) -> None:
    with pytest.raises(SeatError) as caught:
        GAME.new(players, "x")
    assert caught.value.message == f"Toy is not for {noun}."
    assert caught.value.expected == "2 to 4 players"


def test_seeds_are_told_apart_by_their_text() -> None:
    assert GAME.new(2, 7).digest() == GAME.new(2, "7").digest()
    assert GAME.new(2, b"\x07").digest() == GAME.new(2, "07").digest()
    assert GAME.new(2, 7).digest() != GAME.new(2, 8).digest()


def test_the_declaration_as_data() -> None:
    data = GAME.to_json()
    assert data["id"] == "toy"
    assert data["min_players"] == 2
    assert data["credits"] == {
        "designers": ["nobody"],
        "publisher": "nobody",
        "year": 2024,
        "note": "It is played by tests only.",
    }
    assert isinstance(data["options"], list)
    assert [option["name"] for option in data["options"]] == ["rounds", "demands", "winner"]


def test_an_error_says_what_where_what_was_expected_and_the_rule() -> None:
    error = IllegalAction("No.", where="seat 1", expected="roll", clause="TOY-1.1")
    assert str(error) == "No. Where: seat 1. Expected: roll. Rule: TOY-1.1."
    assert str(IllegalAction("No.")) == "No."
    assert error.to_json() == {
        "code": "illegal_action",
        "message": "No.",
        "where": "seat 1",
        "expected": "roll",
        "clause": "TOY-1.1",
    }


def test_every_kind_of_error_has_a_code_of_its_own() -> None:
    kinds = [
        value
        for name in core.__all__
        if isinstance(value := getattr(core, name), type) and issubclass(value, WardroundError)
    ]
    assert len(kinds) > 10
    assert len({kind.code for kind in kinds}) == len(kinds)


def test_the_secret_part_of_an_event_is_for_some() -> None:
    public = Event("roll", 0, (3,))
    assert public.seen_by == EVERYBODY
    assert not public.private
    assert all(public.shows_secret_to(viewer) for viewer in (SPECTATOR, 0, 1, 40))
    secret = Event("give", 0, (), (3,), 0b101)
    assert secret.private
    shown = {viewer: secret.shows_secret_to(viewer) for viewer in (SPECTATOR, 0, 1, 2, 3)}
    assert shown == {SPECTATOR: False, 0: True, 1: False, 2: True, 3: False}
    assert not Event("hide", 0, (), (3,), 0).shows_secret_to(0)
