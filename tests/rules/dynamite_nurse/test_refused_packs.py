"""DN-14.8, DN-14.9: everything in a pack that can be wrong is refused, with the place and why."""

import re

import pytest

from tests.rules.dynamite_nurse.packs import entry, step, step_text, toml, with_steps, with_value
from wardround.core import MaterialError, OptionError
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.pack import (
    ACTION_KEYS,
    DEFAULT_TEXT,
    END_STEPS,
    FIXED,
    NURSE_KEYS,
    PACK_KEYS,
    ROW_KEYS,
    STEPS,
    Pack,
    Parameter,
)
from wardround.testing import clause

WRONG = ["true", "-1", "1.5", '"x"', "[]", "{}", "1979-05-27", "100", "99999999999999999999"]
"""Values that are wrong for most keys."""
FITTING: dict[str, int | bool | list[str]] = {
    "number": 1,
    "limit": 1,
    "switch": True,
    "piles": ["nurse"],
}
CARDS = {"steps": "surgery", "end_steps": "arina"}
SHORT = "".join(
    [
        DEFAULT_TEXT[: DEFAULT_TEXT.index("[[action_cards]]")],
        *[entry(id) + "\n" for id in ("surgery", "arina", "P04")],
        DEFAULT_TEXT[DEFAULT_TEXT.index("[kill_mark_penalty]") :],
    ]
)
"""A pack of three entries: what is wrong in one of them is found before cards are counted."""


def refusal(text: str) -> MaterialError:
    """The error with which a pack is refused."""
    with pytest.raises(MaterialError) as refused:
        Pack(text, "mine.toml")
    error = refused.value
    assert error.where.startswith("mine.toml")
    assert error.expected
    assert error.message
    return error


def fitting(parameter: Parameter) -> int | bool | str | list[str]:
    """A value that the parameter takes."""
    _, kind, low, high = parameter
    if kind == "number":
        return min(max(1, low), high)
    return FITTING.get(kind) or kind.split("|")[0]


def bad_values(parameter: Parameter) -> list[str]:
    """Values that the parameter does not take."""
    _, kind, low, high = parameter
    common = ["1.5", '"other"', "{}"]
    if kind == "number":
        return [*common, "true", "[]", str(low - 1), str(high + 1)]
    if kind == "limit":
        return [*common, "true", "[]", "-1", str(high + 1)]
    if kind == "switch":
        return [*common, "0", "1", "[]", '"true"']
    if kind == "piles":
        return [*common, "true", "1", '["dungeon"]', "[1]", '["nurse", "supply"]']
    return [*common, "true", "1", "[]"]


@clause("DN-14.8", "DN-14.12", "DN-14.14", "DN-14.7")
@pytest.mark.parametrize(
    ("key", "name", "parameters"),
    [
        *[("steps", name, parameters) for name, parameters in STEPS],
        *[("end_steps", name, parameters) for name, parameters in END_STEPS],
    ],
)
def test_every_parameter_of_every_step_is_checked(
    key: str, name: str, parameters: tuple[Parameter, ...]
) -> None:
    good = step(name, **{parameter[0]: fitting(parameter) for parameter in parameters})
    card = CARDS[key]
    Pack(with_steps(card, good, key=key), "mine.toml")
    written = step_text(good)
    for parameter in parameters:
        value = f"{parameter[0]} = {toml(fitting(parameter))}, "
        assert value in written
        for bad in [*bad_values(parameter), ""]:
            wrong = f"{parameter[0]} = {bad}, " if bad else ""
            text = with_value(card, key, f"[{written.replace(value, wrong, 1)}]", SHORT)
            error = refusal(text)
            assert f"{card}, {key} 1" in error.where, bad
            assert parameter[0] in f"{error.where} {error.message}", bad
    for tag in ["step", *[parameter[0] for parameter in parameters]]:
        for bad in ("", f'{tag} = "guessed"', f"{tag} = 1"):
            wrong = re.sub(rf'(tags = {{.*?){tag} = "found"', rf"\g<1>{bad}", written)
            wrong = re.sub(r"(\{|,) *,", r"\1", wrong).replace(",  }", " }")
            assert tag in refusal(with_value(card, key, f"[{wrong}]", SHORT)).where, bad
    more = {**good, "more": 1}
    assert "more" in f"{refusal(with_steps(card, more, key=key, text=SHORT))}"


@clause("DN-14.8")
def test_steps_stand_where_they_belong() -> None:
    assert "end_steps 1" in refusal(with_steps("arina", step("draw", k=1), key="end_steps")).where
    assert "steps 1" in refusal(with_steps("arina", step("kill_marks", delta=-1))).where
    assert "steps" in refusal(with_value("surgery", "steps", '"draw"')).where
    assert "steps 1" in refusal(with_value("surgery", "steps", "[1]")).where
    text = DEFAULT_TEXT.replace(
        entry("surgery"), entry("surgery").replace("tags = {", "end_steps = []\ntags = {", 1)
    )
    assert "end_steps" in f"{refusal(text)}"


@clause("DN-14.2", "DN-14.4", "DN-14.5", "DN-14.6", "DN-14.8")
@pytest.mark.parametrize(
    ("id", "keys"), [("surgery", ACTION_KEYS), ("arina", NURSE_KEYS), ("P04", ROW_KEYS)]
)
def test_every_value_of_an_entry_is_needed_and_checked(id: str, keys: list[str]) -> None:
    for key in keys:
        error = refusal(with_value(id, key, "", SHORT))
        assert id in error.where
        assert key in f"{error.where} {error.message}"
        for value in WRONG:
            if value == "true" and key in ("starting", "emergency"):
                continue
            if value == "[]" and key.endswith("steps"):
                continue
            if value == "-1" and key.endswith("vp"):
                continue
            if value == '"x"' and key == "name" and id != "P04":
                continue
            error = refusal(with_value(id, key, value, SHORT))
            assert id in error.where, (key, value)
        before = entry(id)
        start = before.rindex("\ntags = ")
        without = re.sub(rf'(?:, (?={key})|(?<={{) ){key} = "\w+"(?:(?<={{) )?', "", before[start:])
        without = without.replace("{, ", "{ ")
        assert without != before[start:], key
        error = refusal(SHORT.replace(before, before[:start] + without))
        assert f"{id}, tags" in error.where
        assert key in f"{error.where} {error.message}"


@clause("DN-14.2")
@pytest.mark.parametrize("id", ["surgery", "arina", "P04"])
def test_a_pack_without_tags_is_refused(id: str) -> None:
    assert f"{id}, tags" in refusal(with_value(id, "tags", "")).where
    assert f"{id}, tags" in refusal(with_value(id, "tags", '"found"')).where


@clause("DN-14.1", "DN-14.8")
@pytest.mark.parametrize("key", PACK_KEYS)
def test_every_part_of_a_pack_is_needed(key: str) -> None:
    text = DEFAULT_TEXT
    if f"\n{key} = " in text:
        without = re.sub(rf"^{key} = .*\n", "", text, count=1, flags=re.MULTILINE)
        wrong = re.sub(rf"^{key} = .*$", f"{key} = 1", text, count=1, flags=re.MULTILINE)
        assert key in f"{refusal(wrong)}"
    else:
        without = text.replace(f"[[{key}]]", "[[other]]").replace(f"\n[{key}]", "\n[other]")
    assert without != text
    refusal(without)


@clause("DN-14.10", "DN-14.8")
@pytest.mark.parametrize("key", FIXED)
def test_the_fixed_numbers_are_those_of_the_box(key: str) -> None:
    for value in ("0", "7", "true", '"4"', "{ 3 = 12, 4 = 15 }"):
        text, number = re.subn(
            rf"^{key} = .*$", f"{key} = {value}", DEFAULT_TEXT, flags=re.MULTILINE
        )
        assert number == 1
        error = refusal(text)
        assert "fixed_numbers" in error.where
        assert key in error.where
    untagged = DEFAULT_TEXT.replace(f'{key} = "rulebook"', f'{key} = "guess"')
    assert "fixed_numbers, tags" in refusal(untagged).where


@clause("DN-14.8")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("surgery", "copies", "5")], "131 Action Cards"),
        ([("examination", "copies", "24"), ("surgery", "copies", "7")], "24 starting Examination"),
        ([("simple_surgery", "copies", "14"), ("surgery", "copies", "7")], "14 starting"),
        ([("mint", "copies", "2")], "24 Nurse Cards"),
        ([("starter_1", "starting", "false")], "4 starting nurses"),
        ([("starter_1", "copies", "2"), ("mint", "copies", "0")], "2 copies of starter_1"),
        ([("P01", "copies", "4")], "41 patients"),
        ([("simple_surgery", "sub_type", '"Duty"')], "0 starting Treatment"),
        (
            [("simple_surgery", "pile", '"supply"'), ("simple_surgery", "cost", "1")],
            "1 different starting Action Cards",
        ),
    ],
)
def test_a_pack_has_as_many_cards_as_the_box(
    changes: list[tuple[str, str, str]], words: str
) -> None:
    text = DEFAULT_TEXT
    for id, key, value in changes:
        text = with_value(id, key, value, text)
    error = refusal(text)
    assert words in error.message
    assert error.clause == "DN-14.8"


@clause("DN-14.8")
def test_ids_stand_once_and_are_plain() -> None:
    for id, other in (("surgery", "closed"), ("mint", "kei"), ("mint", "surgery"), ("P01", "P02")):
        key = "row" if id == "P01" else "id"
        text = DEFAULT_TEXT.replace(f'{key} = "{id}"\n', f'{key} = "{other}"\n')
        error = refusal(text)
        assert "twice" in error.message, (id, other)
    for bad in ('"a b"', '""', "7", f'"{"x" * 41}"', '"ä"', '"a/b"'):
        refusal(DEFAULT_TEXT.replace('id = "surgery"', f"id = {bad}"))


@clause("DN-14.8", "DN-50.8")
@pytest.mark.parametrize(
    "values",
    [
        "[]",
        "[0, 1, 2, 3, 4, 5]",
        "[0, 1, 2, 3, 4, 5, 6, 7]",
        "[1, 1, 2, 3, 4, 5, 6]",
        "[0, 2, 1, 3, 4, 5, 6]",
        "[0, -1, 2, 3, 4, 5, 6]",
        "[0, 1, 2, 3, 4, 5, 6.5]",
        '[0, 1, 2, 3, 4, 5, "6"]',
        "[0, 1, 2, 3, 4, 5, true]",
        "12",
    ],
)
def test_the_penalty_table_is_seven_numbers_that_do_not_fall(values: str) -> None:
    text = re.sub(r"^values = .*$", f"values = {values}", DEFAULT_TEXT, flags=re.MULTILINE)
    assert "kill_mark_penalty" in refusal(text).where


@clause("DN-14.9")
def test_a_warning_does_not_keep_a_pack_from_being_played() -> None:
    text = with_value("P01", "critical_severity", "1")
    pack = Pack(text, "mine.toml")
    assert len(pack.warnings) == 2
    state = GAME.new(3, "odd", {"pack": text})
    assert state.view(0)["pack"]["id"] == pack.id


@clause("DN-14.8", "DEC-1")
def test_a_game_is_not_begun_with_a_bad_pack() -> None:
    with pytest.raises((MaterialError, OptionError)) as refused:
        GAME.new(3, "bad", {"pack": with_value("P01", "copies", "4")})
    assert "41 patients" in str(refused.value)
