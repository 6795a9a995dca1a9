"""All that people read in Dynamite Nurse is written as a person would write it."""

from itertools import product

import pytest

from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.options import Variant
from wardround.games.dynamite_nurse.pack import END_STEPS, STEPS, Card, Parameter, Step
from wardround.games.dynamite_nurse.text import card_text, ordinal
from wardround.testing.configurations import configurations
from wardround.testing.sentences import faults_as_sentence, sentence_faults


def test_some_games_are_told_without_a_slip() -> None:
    assert sentence_faults(GAME, games=3) == {}


@pytest.mark.slow
def test_games_in_every_configuration_are_told_without_a_slip() -> None:
    assert sentence_faults(GAME, games=len(configurations(GAME)), seed="all") == {}


def numbers(parameter: Parameter) -> list[int]:
    """Values of a parameter with sentences of their own."""
    _, kind, low, high = parameter
    missing = [-1] if kind == "limit" else []
    return missing + sorted({low, *[one for one in (-2, -1, 0, 1, 2, 3) if low <= one <= high]})


def card_with(step: Step, ending: bool) -> Card:
    """A card with nothing but one step."""
    steps, end_steps = ([], [step]) if ending else ([step], [])
    return Card("", ["", ""], 0, 0, False, 0, 0, 0, 0, 0, steps, end_steps, {})


@pytest.mark.parametrize("edition", ["town", "village"])
@pytest.mark.parametrize("option", ["", "white_magic", "critical_event_kills", "ivanna_pick"])
def test_every_step_of_a_pack_is_told_without_a_slip(edition: str, option: str) -> None:
    options: dict[str, object] = {"edition": edition}
    if option:
        declared = next(one for one in GAME.options if one.name == option)
        options[option] = False if declared.kind == "bool" else declared.values[1]
    variant = Variant(GAME.check_options(options, 3))
    for ending, vocabulary in ((False, STEPS), (True, END_STEPS)):
        for kind, (_, parameters) in enumerate(vocabulary):
            for chosen in product(*[numbers(parameter) for parameter in parameters]):
                text = card_text(variant, card_with(Step(kind, list(chosen), []), ending))
                assert faults_as_sentence(text) == [], text


def test_places_in_a_row_are_written_out() -> None:
    told = " ".join([ordinal(number) for number in (2, 3, 4, 5, 11, 12, 13, 21, 22, 23, 99)])
    assert told == "second third fourth 5th 11th 12th 13th 21st 22nd 23rd 99th"


AT_THE_END = "At the end of the game"
REBUILT = [
    ("town", "kill_marks", [-2], f"{AT_THE_END} 2 of your Kill Marks do not count."),
    ("town", "kill_marks", [-1], f"{AT_THE_END} 1 of your Kill Marks does not count."),
    ("town", "vp_per_emergency", [-1], f"{AT_THE_END} -1 VP for each acquired Emergency Case."),
    ("village", "vp_per_emergency", [3], f"{AT_THE_END} +3 VP for each gained Acute patient."),
    (
        "village",
        "trade_acquired",
        [],
        "Choose another player: each of you two gives the other a gained patient.",
    ),
    ("town", "gain", [0, 1, 0], "Gain 1 TP more."),
    ("village", "gain", [1, 0, 1], "If you are the Dynamite nurse, gain 1 gold coin more."),
    (
        "town",
        "add_actions",
        [2, 1, 0],
        "You have 2 additional Treatments or Purchases and 1 additional Treatment.",
    ),
]


@pytest.mark.parametrize(("edition", "name", "chosen", "text"), REBUILT)
def test_sentences_that_were_wrong(edition: str, name: str, chosen: list[int], text: str) -> None:
    variant = Variant(GAME.check_options({"edition": edition}, 3))
    ending = name in dict(END_STEPS)
    kind = list(dict(END_STEPS if ending else STEPS)).index(name)
    assert card_text(variant, card_with(Step(kind, chosen, []), ending)) == text
