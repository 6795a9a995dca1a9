"""DN-0: for every option a position in which each of its values matters."""

from collections.abc import Callable
from itertools import combinations

import pytest

from tests.rules.dynamite_nurse.packs import with_value
from tests.rules.dynamite_nurse.town import Town, new
from wardround.core import Option, OptionValue
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.pack import DEFAULT_TEXT
from wardround.testing import clause

Outcome = Callable[[OptionValue], object]
"""What comes out of a position under a value of an option."""

EVENTS = "ev_donation erase ev_intern"


def edition(value: OptionValue) -> object:
    asked = Town(events=EVENTS, edition=value).do("ask")
    return asked.events(), asked.view()["words"]["town"], asked.texts()


def second_event(value: OptionValue) -> object:
    return [
        Town(events=EVENTS, gold=4, second_event=value, edition=which).do("ask", "pass").events()
        for which in ("town", "village")
    ]


def event_return(value: OptionValue) -> object:
    return [
        Town(events=EVENTS, marks={"A": 1}, graveyard="P01", event_return=value, edition=which)
        .play("erase")
        .events()
        for which in ("town", "village")
    ]


def turn_cap(value: OptionValue) -> object:
    town = Town(turn_cap=value)
    town.table.turn_number = 100
    town.end_turn()
    return town.table.over, town.table.ending()


def first_player(value: OptionValue) -> object:
    return [new(5, str(seed), first_player=value).turn for seed in range(6)]


def critical_event_kills(value: OptionValue) -> object:
    town = Town(admitted={"B": "P05c P01n"}, critical_event_kills=value)
    return town.play("critical_condition").ward("B")


def nurse_gain(value: OptionValue) -> object:
    town = Town(admitted={"A": "P01n"}, tp=1, nurses="kei mint ren", nurse_gain=value)
    return town.do("operate:1.1").question(), town.discard()


def white_magic(value: OptionValue) -> object:
    town = Town(white_magic=value)
    return [town.play("white_magic").points() for _ in range(4)]


def emergency_front(value: OptionValue) -> object:
    town = Town(dungeon="P08", emergency_front=value).do("end", "player:3")
    return town.way(), town.ward("C")


def ivanna_pick(value: OptionValue) -> object:
    town = Town(acquired={"A": "P02n P05n", "B": "P03n P01n"}, ivanna_pick=value)
    return town.play("calypso_ivanna", "player:2", "player:1").legal()


def tiebreak_marks(value: OptionValue) -> object:
    town = Town(3, marks={"A": 2, "B": 2, "C": 0}, title="A", tiebreak_marks=value)
    town.at("A").acquired = [0] * 4  # 4 VP more against the 4 VP of the two marks of the title
    town.table.end(3)
    scores = town.table.scores()
    assert scores[0] == scores[1]
    return town.table.ranking()


def pack(value: OptionValue) -> object:
    return new(3, pack=value).view(-1)["pack"]["title"]


OUTCOMES: dict[str, Outcome] = {
    "edition": edition,
    "second_event": second_event,
    "event_return": event_return,
    "turn_cap": turn_cap,
    "first_player": first_player,
    "critical_event_kills": critical_event_kills,
    "nurse_gain": nurse_gain,
    "white_magic": white_magic,
    "emergency_front": emergency_front,
    "ivanna_pick": ivanna_pick,
    "tiebreak_marks": tiebreak_marks,
    "pack": pack,
}
OTHER_PACK = DEFAULT_TEXT.replace('title = "Reconstructed cards"', 'title = "My own box"')


def values(option: Option) -> list[OptionValue]:
    """The values that are compared."""
    if option.kind == "bool":
        return [True, False]
    if option.kind == "int":
        return [option.low, option.high]
    return ["", OTHER_PACK] if option.kind == "file" else list(option.values)


@clause("DN-0.4", "DN-0.5", "DN-0.6", "DN-0.7", "DN-0.8", "DN-0.9", "DN-0.10", "DN-0.11")
@clause("DN-0.12", "DN-0.13", "DN-0.14", "DN-14.1", "DN-0.1")
@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_every_option_matters(option: Option) -> None:
    outcomes = [(value, OUTCOMES[option.name](value)) for value in values(option)]
    for (one, first), (other, second) in combinations(outcomes, 2):
        assert first != second, (one, other)


# --- texts --------------------------------------------------------------------------------------


def rule(card: str, **options: OptionValue) -> str:
    """The text of a card in play, as the view shows it."""
    town = Town(play={"A": card}, **options)  # type: ignore[arg-type]
    shown = town.view()["seats"][0]["play"][0]
    assert shown["text"] in shown["label"]
    return str(shown["text"])


@pytest.mark.parametrize(
    ("card", "option", "values"),
    [
        (
            "white_magic",
            "white_magic",
            {
                "pairs": "With every second card of this name played in this phase gain 1 TP more.",
                "beyond_two": "With the third and every further card of this name played in this "
                "phase gain 1 TP more.",
            },
        ),
        (
            "critical_condition",
            "critical_event_kills",
            {
                True: "All admitted patients of all players enter Critical Condition; those that "
                "are in Critical Condition already die. If you are the Dynamite Nurse, yours are "
                "spared.",
                False: "All admitted patients of all players on their normal side enter Critical "
                "Condition. If you are the Dynamite Nurse, yours are spared.",
            },
        ),
        (
            "calypso_ivanna",
            "ivanna_pick",
            {
                "own": "You have 1 additional Treatment. Choose another player: each of you two "
                "gives the other an acquired patient.",
                "other": "You have 1 additional Treatment. Choose another player: each of you two "
                "picks an acquired patient of the other.",
            },
        ),
    ],
)
def test_the_text_of_a_card_says_what_it_does_under_the_options(
    card: str, option: str, values: dict[OptionValue, str]
) -> None:
    for value, text in values.items():
        assert rule(card, **{option: value}) == text


@clause("DN-42.2", "DN-42.6", "DN-42.7", "DN-42.14", "DN-1.6", "DN-1.7")
def test_the_rule_of_an_emergency_case_stands_on_its_card() -> None:
    at_once = "When it comes out of the Dungeon it is admitted at once by the player in charge."
    dies = (
        "While it is admitted and in Critical Condition, it dies at the end of its player's Main "
        "Phase unless its upkeep of 1 TP was paid in that phase."
    )
    free = with_value("P04", "upkeep", "0")
    for options, text in (
        ({}, f"{at_once} {dies}"),
        ({"emergency_front": "none"}, dies),
        ({"pack": free}, at_once),
        ({"pack": free, "emergency_front": "none"}, ""),
    ):
        view = Town(way="P04n(B) P01n(C)", **options).view()["ambulances"]  # type: ignore[arg-type]
        assert [piece["text"] for piece in view] == [text, ""]
        assert view[0]["label"].endswith(text or "3 VP, Seat 2 in charge")
        assert view[0]["vps"] == [3, 3]


def test_the_view_names_all_phases() -> None:
    view = Town(edition="village").view()
    assert view["phase_names"] == [
        "Main Phase",
        "Someone gets hurt",
        "Admission Phase",
        "Cleanup Phase",
    ]
    assert view["phase_name"] == view["phase_names"][view["phase"]]
