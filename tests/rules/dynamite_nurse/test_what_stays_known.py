"""DN-11, RUL-42, RUL-48: what is remembered, what stays hidden, and effects played twice."""

from random import Random

from tests.rules.dynamite_nurse.town import Town, slot
from wardround.testing import clause


@clause("DN-7.1", "DN-11.3", "DN-11.19", "DEC-14")
def test_a_kept_card_stays_hidden_if_it_was_hidden() -> None:
    town = Town(hand={"A": "kei mint"}, dungeon="P02").do("end", "player:2", "card:kei")
    assert town.view("B")["seats"][0]["hand"] == []
    assert town.at("A").shown == []


@clause("RUL-42", "DN-9.9", "DN-11.24")
def test_the_event_under_a_returned_one_is_not_forgotten() -> None:
    town = Town(
        marks={"A": 1, "B": 2},
        title="B",
        graveyard="P01",
        events="ev_donation ev_intern ev_award closed critical_condition",
        edition="village",
    ).play("erase")
    assert town.events().startswith("erase ev_donation")
    for number in range(10):
        world = town.table.determinize(2, Random(number))
        assert world.events[-2] == slot("ev_donation")  # type: ignore[attr-defined]


@clause("RUL-48", "DN-30.19b")
def test_two_quartermasters_still_bring_purchases_to_the_hand() -> None:
    town = Town(gold=2).play("quartermaster").play("quartermaster").do("buy:white_magic")
    assert "white_magic" in town.hand()
