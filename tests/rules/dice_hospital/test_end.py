"""DH-15: when the game ends, who wins, what breaks ties."""

import pytest

from tests.rules.dice_hospital.table import House, activation, scoring
from tests.rules.dice_hospital.ward import last
from wardround.testing import Scenario, clause


def ended(*houses: House | str) -> Scenario:
    """The game is over; the hospitals as they stand when phase 5 of round 8 begins."""
    return scoring(houses, round_number=8, finish=True)


@clause("DH-15.1", "EX-64")
def test_the_game_ends_after_phase_5_of_round_8() -> None:
    s = last("R3u", others=["Y3t"])
    s.when(0, "done")
    assert s.state.is_over
    assert s.view(0)["phase"] == 5
    assert s.asked() == []


@clause("DH-15.1")
@pytest.mark.parametrize("round_number", range(1, 8))
def test_the_game_does_not_end_in_an_earlier_round(round_number: int) -> None:
    s = activation("R3u", others=["Y3t"], round_number=round_number)
    s.when(0, "done")
    assert not s.state.is_over
    assert s.view(0)["round"] == round_number + 1


@clause("DH-15.1")
def test_not_even_an_empty_game_ends_earlier() -> None:
    s = scoring(["", ""], round_number=7)
    assert not s.state.is_over


@clause("DH-15.2", "DH-15.3")
def test_after_the_last_phase_5_bags_and_fatalities_count_and_nothing_else_happens() -> None:
    s = last("R3u", bags=2, fatalities=1, others=[House("Y3t", fatalities=2)])
    s.when(0, "done")
    kinds = [event.kind for event in s.events]
    assert kinds == ["done", "neglect", "score", "score", "end", "end", "winners"]
    assert s.state.scores() == [2 - 2, -4]


@clause("DH-15.4")
def test_the_player_with_most_points_wins() -> None:
    s = ended(House("R1t", score=11), House("Y1t", score=12), House("G1t", score=10))
    assert s.state.ranking() == [[1], [0], [2]]
    assert s.state.returns() == [0.0, 1.0, 0.0]
    assert s.text()[-1] == "Seat 2 wins."


@clause("DH-15.4", "DH-15.3")
def test_the_final_points_decide_not_those_before_the_tokens() -> None:
    s = ended(House("R1t", score=12, fatalities=2), House("Y1t", score=9))
    assert s.state.scores() == [8, 9]
    assert s.state.ranking() == [[1], [0]]


@clause("EX-65", "DH-15.5")
def test_among_tied_players_fewer_patients_win() -> None:
    s = ended(House("R1t Y1t", score=40), House("R6t Y6t G6t", score=40))
    assert s.state.ranking() == [[0], [1]]


@clause("EX-65", "DH-15.6")
def test_with_equal_patients_the_higher_sum_of_values_wins() -> None:
    s = ended(House("R2t Y3t G4t", score=40), House("R2t Y3t G6t", score=40))
    assert s.state.ranking() == [[1], [0]]


@clause("EX-65", "DH-15.7")
def test_with_equal_sums_the_victory_is_shared() -> None:
    s = ended(House("R2t Y3t G4t", score=40), House("R3t Y3t G3t", score=40), "Y1t")
    assert s.state.ranking() == [[0, 1], [2]]
    assert s.state.returns() == [0.5, 0.5, 0.0]


@clause("DH-15.5", "DH-15.4")
def test_more_points_win_whatever_is_left_in_the_hospital() -> None:
    s = ended(House("R1t Y1t G1t", score=41), House("R6t", score=40))
    assert s.state.ranking() == [[0], [1]]


@clause("DH-15.8")
@pytest.mark.parametrize("space", ["u", "t"])
def test_patients_left_are_treated_ones_and_others(space: str) -> None:
    s = ended(House(f"R2{space} Y3{space}", score=40), House("R6t", score=40))
    assert s.state.ranking() == [[1], [0]]


@clause("DH-15.8", "DH-15.6")
def test_patients_left_are_counted_after_the_losses_of_the_last_round() -> None:
    """The untreated 1 dies and the untreated 6 falls to 5: two patients of 5 + 2 against 4 + 2."""
    s = last("R1u R6u Y3u", score=42, others=[House("Y4t G2t", score=40)])
    s.when(0, "done")
    assert s.state.scores() == [40, 40]
    assert s.state.ranking() == [[0], [1]]


@clause("DH-15.9", "R-31")
def test_the_places_below_are_found_by_the_same_comparison() -> None:
    s = ended(
        House("R1t", score=9),
        House("R1t Y1t", score=5),
        House("R6t", score=5),
        House("R1t Y3t", score=5),
    )
    assert s.state.ranking() == [[0], [2], [3], [1]]
    assert s.view(-1)["ranking"] == [[0], [2], [3], [1]]


@clause("DH-15.9", "R-31", "DH-15.7")
def test_places_below_may_be_shared_too() -> None:
    s = ended(House("R1t", score=9), House("R5t", score=5), House("Y5t", score=5))
    assert s.state.ranking() == [[0], [1, 2]]


@clause("DH-15.7")
def test_the_log_names_the_winners() -> None:
    s = last("R3t", others=["Y3t"])
    s.when(0, "done")
    assert s.text()[-1] == "Seat 1 and Seat 2 share the victory."


@clause("DH-15.1")
def test_before_the_end_there_is_no_ranking_and_no_utility() -> None:
    s = activation("R3u", others=["Y3t"], round_number=8)
    assert s.state.ranking() == []
    assert s.state.returns() == [0.0, 0.0]
