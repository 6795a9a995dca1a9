"""The evaluation of Dynamite Nurse: what greedy prefers, and that it beats random play."""

import pytest

from tests.rules.dynamite_nurse.town import Town
from wardround.bots import Turn, make_bot
from wardround.bots.evaluate import evaluation
from wardround.bots.evaluate.dynamite_nurse import Outlook, card_value
from wardround.core import Match
from wardround.games.dice_hospital import GAME as DICE_HOSPITAL
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.pack import DEFAULT
from wardround.games.dynamite_nurse.state import Table
from wardround.lab import play_match

FULL = "P01c(B) P05c(C) P09c(D) P02n(B)"


def choice(town: Town) -> str:
    """What greedy does as player A."""
    return GAME.notation(make_bot("greedy", 1).choose(Turn(town.table, 0)))


def test_it_has_an_evaluation_of_its_own() -> None:
    assert isinstance(evaluation(Town().table, 0), Outlook)
    with pytest.raises(TypeError, match="not a position of Dynamite Nurse"):
        Outlook(DICE_HOSPITAL.new(2, 1), 0)


def test_it_plays_its_cards_before_it_ends_the_phase() -> None:
    town = Town(hand={"A": "examination simple_surgery"}, way=FULL)
    assert choice(town).startswith("play:")


def test_it_treats_the_dearest_patient_that_it_can() -> None:
    town = Town(hand={"A": "closed"}, admitted={"A": "P01n P03n"}, tp=3, way=FULL)
    assert choice(town) == "operate:1.2"


def test_it_pays_an_upkeep() -> None:
    town = Town(hand={"A": "closed"}, admitted={"A": "P16c"}, tp=2, either=0, way=FULL)
    assert choice(town) == "upkeep:1"


def test_it_puts_others_in_charge() -> None:
    town = Town(dungeon="P16", admitted={"A": "P01n P02n"}).do("end")
    assert choice(town) in {"player:2", "player:3", "player:4"}


def test_stronger_cards_are_worth_more() -> None:
    values = {card.id: card_value(card) for card in DEFAULT.cards if card.id}
    assert values["major_surgery"] > values["surgery"] > values["simple_surgery"]
    assert values["specialist_exam"] > values["detailed_exam"] > values["examination"]


@pytest.mark.slow
def test_it_beats_two_random_seats_in_games_of_a_sensible_length() -> None:
    won = 0.0
    games = 24
    for number in range(games):
        match = Match(GAME, 3, f"greedy {number}")
        seat = number % 3
        bots = {one: make_bot("random", f"{number} {one}") for one in range(3)}
        bots[seat] = make_bot("greedy", number)
        play_match(match, bots)
        won += match.state.returns()[seat]
        table = match.state
        assert isinstance(table, Table)
        assert 8 <= -(-table.turn_number // 3) <= 25
    assert won >= 0.6 * games
