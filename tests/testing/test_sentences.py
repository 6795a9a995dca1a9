"""The reader of sentences finds the slips of sentences that are put together."""

import pytest

from tests.toy_game import GAME
from wardround.testing.sentences import faults_as_sentence, faults_in, sentence_faults


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A orange Patient joins row 1.", "article"),
        ("Ada takes a orange die.", "article"),
        ("Ada takes an gained patient.", "article"),
        ("Ada scores 1 points.", "plural"),
        ("Ada scores 1 queue points.", "plural"),
        ("Ada scores 2 point.", "singular"),
        ("Ada has bid.. Your turn.", "punctuation"),
        ("Look at This Is Wrong!.", "punctuation"),
        ("Take a die , please.", "before punctuation"),
        ("Take  a die.", "too many"),
        ("Take {card}.", "not filled in"),
        ("Take None.", "Python"),
        ("Take [].", "Python"),
        ("Take the the die.", "twice"),
        ("Ada puts Ada in charge.", "acts on"),
        ("Lay P[GR]9 here.", "code"),
    ],
)
def test_slips_are_found(text: str, fault: str) -> None:
    found = faults_in(text, ["Ada", "Ben"])
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    "text",
    [
        "Ada takes an orange die, an 8, an hour, a unit and a one-time effect.",
        "Round 1 begins; ambulance 1 leaves; green 1 counts as yellow.",
        "Ada scores 1 point, 2 points, 0 points and 11 cards.",
        "None is left in the stock.",
        "Plan A or plan B ... both.",
        "Ada's 3-point card. Ada rests.",
        "Ada gives Adam a card.",
    ],
)
def test_good_sentences_pass(text: str) -> None:
    assert faults_in(text, ["Ada", "Ben"]) == []


@pytest.mark.parametrize("text", ["", "take a die.", "Take a die"])
def test_a_sentence_is_whole(text: str) -> None:
    assert faults_as_sentence(text)


def test_a_whole_game_is_read() -> None:
    assert sentence_faults(GAME, games=3) == {}
