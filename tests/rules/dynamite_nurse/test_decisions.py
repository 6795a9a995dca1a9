"""DEC-2 to DEC-35: who decides, between what, whether nothing may be chosen, what others learn."""

from collections.abc import Callable, Set
from dataclasses import dataclass

import pytest

from tests.rules.dynamite_nurse.town import LETTERS, Town
from wardround.core import SPECTATOR
from wardround.games.dynamite_nurse import GAME
from wardround.testing import clause


@dataclass(frozen=True)
class Case:
    """A decision of the table.

    Args:
        town: A position in which it is open.
        legal: What may be chosen.
        by: Who decides.
    """

    id: str
    town: Callable[[], Town]
    question: str
    legal: Set[str]
    by: str = "A"

    def __str__(self) -> str:
        return self.id


def main(**position: object) -> Town:
    """A position in the Main Phase, with nothing in the Town that could be bought."""
    options: dict[str, object] = {"events": "", "nurses": "", "hand": {"A": ""}, "either": 1}
    town = Town(**{**options, **position})  # type: ignore[arg-type]
    town.table.supply = [0] * len(town.table.supply)
    town.table.relist()
    return town


def after(cards: str, *answers: str, **position: object) -> Town:
    """The position after cards were played and some questions were answered."""
    town = Town(**position)  # type: ignore[arg-type]
    for card in cards.split():
        town.play(card)
    return town.do(*answers)


def keep() -> Town:
    """The position in Cleanup."""
    town = Town(hand={"A": "kei mint"}).play("closed", "pile:nurse")
    town.do(min(town.legal()))
    return town.do("end", "player:2")


CASES = [
    Case(
        "DEC-2",
        lambda: main(hand={"A": "2*surgery mint"}),
        "main",
        {"end", "play:surgery", "play:mint"},
    ),
    Case("DEC-3", lambda: main(hand={"A": "kei"}), "main", {"end", "play:kei"}),
    Case(
        "DEC-4",
        lambda: main(admitted={"A": "P01n P03n P02c", "B": "P05n"}, tp=3),
        "main",
        {"end", "operate:1.1", "operate:1.2", "care:1.3"},
    ),
    Case(
        "DEC-4",
        lambda: main(hand={"A": ""}, admitted={"B": "P05n"}, tp=1, play={"A": ""}).play(
            "moonlighting"
        ),
        "main",
        {"end", "operate:2.1"},
    ),
    Case(
        "DEC-5",
        lambda: main(admitted={"A": "P02c P13c P06c P01n", "B": "P02c"}, tp=1, either=1),
        "main",
        {"end", "care:1.1", "operate:1.4"},
    ),
    Case("DEC-6", lambda: main(events="ev_intern", gold=2), "main", {"end", "buy:event"}),
    Case("DEC-6", lambda: main(events="ev_intern", gold=1, hand={"A": "kei"}), "main", set()),
    Case("DEC-7", lambda: main(events="erase ev_intern"), "main", {"end", "ask"}),
    Case("DEC-7", lambda: main(events="erase ev_intern", either=0, treat=1), "main", {"end"}),
    Case(
        "DEC-8",
        lambda: main(events="erase ev_intern", gold=2).do("ask"),
        "buy_shown",
        {"pass", "buy:event"},
    ),
    Case(
        "DEC-9",
        lambda: main(admitted={"A": "P04c P16c P08n", "B": "P04c"}, tp=1, either=0),
        "main",
        {"end", "upkeep:1"},
    ),
    Case(
        "DEC-10",
        lambda: Town(unused={"B": 0}, dungeon="P02").do("end"),
        "assign_duty",
        {"player:1", "player:3", "player:4"},
    ),
    Case(
        "DEC-10",
        lambda: after("black_magic", dungeon="P02"),
        "assign_duty",
        {"player:1", "player:2", "player:3", "player:4"},
    ),
    Case(
        "DEC-11",
        lambda: after("sarah", "end", "player:2", dungeon="P02"),
        "skip_admission",
        {"pass", "skip"},
    ),
    Case(
        "DEC-12",
        lambda: Town(way="P01n(A) P05n(B) P09c(A)", dungeon="P02").do("end", "player:3"),
        "admit",
        {"pass", "ambulance:1", "ambulance:3"},
    ),
    Case(
        "DEC-13",
        lambda: Town(admitted={"A": "P01n P02c P05n P06n"}, dungeon="P02").do("end", "player:3"),
        "bed_check",
        {"patient:1.1", "patient:1.2", "patient:1.3", "patient:1.4"},
    ),
    Case(
        "DEC-13",
        lambda: Town(admitted={"A": "P01n P02c P05n P06n"}, dungeon="P02").do(
            "end", "player:3", "patient:1.2"
        ),
        "bed_check",
        {"patient:1.1", "patient:1.3", "patient:1.4"},
    ),
    Case("DEC-14", keep, "keep", {"pass", "card:kei", "card:mint"}),
    Case(
        "DEC-15",
        lambda: after("reference_letter", admitted={"A": "P01n P02c", "B": "P05n"}),
        "give_patient",
        {"pass", "patient:1.1", "patient:1.2"},
    ),
    Case(
        "DEC-15",
        lambda: after(
            "reference_letter", "patient:1.1", admitted={"A": "P01n P02c"}, unused={"C": 0}
        ),
        "give_to",
        {"player:2", "player:4"},
    ),
    Case(
        "DEC-16",
        lambda: after("upgraded", admitted={"A": "P03n P15n P01c P08n", "B": "P01n"}),
        "acquire_admitted",
        {"pass", "patient:1.1", "patient:1.4"},
    ),
    Case(
        "DEC-17",
        lambda: after("cutting_edge", admitted={"A": "P16c P15n", "B": "P01n"}),
        "acquire_admitted",
        {"pass", "patient:1.1", "patient:1.2"},
    ),
    Case(
        "DEC-18",
        lambda: after("closed", admitted={"A": "P01c P02n", "B": "P05n"}),
        "worsen_own",
        {"patient:1.1", "patient:1.2"},
    ),
    Case("DEC-19", lambda: after("closed"), "choose_pile", {"pile:nurse", "pile:event"}),
    Case(
        "DEC-20",
        lambda: after("closed", "pile:nurse", nurses="kei mint kei"),
        "stack_card",
        {"card:kei", "card:mint"},
    ),
    Case(
        "DEC-20",
        lambda: after("closed", "pile:event", events="erase ev_intern erase ev_award"),
        "stack_card",
        {"card:erase", "card:ev_intern", "card:ev_award"},
    ),
    Case(
        "DEC-21",
        lambda: after("erase", marks={"A": 3}, title="A", graveyard="P01 P01 P05"),
        "raise_dead",
        {"grave:P01", "grave:P05"},
    ),
    Case(
        "DEC-22",
        lambda: after("passing_the_buck", way="P01n(A) P05n(B) P02c(A)"),
        "pass_charge",
        {"pass", "ambulance:1", "ambulance:3"},
    ),
    Case(
        "DEC-22",
        lambda: after(
            "passing_the_buck",
            "ambulance:1",
            "player:2",
            way="P01n(A) P05n(B) P02c(A)",
            marks={"A": 1},
            title="A",
        ),
        "pass_charge",
        {"pass", "ambulance:3"},
    ),
    Case(
        "DEC-23",
        lambda: after("all_wrong", admitted={"A": "P01n P02c"}),
        "return_patient",
        {"pass", "patient:1.1", "patient:1.2"},
    ),
    Case(
        "DEC-23",
        lambda: after("all_wrong", "patient:1.1", admitted={"A": "P01n P02c"}, unused={"B": 0}),
        "return_to",
        {"player:3", "player:4"},
    ),
    Case(
        "DEC-24",
        lambda: after("ev_misdiagnosis", admitted={"A": "P01n", "B": "P05n P02c", "D": "P09n"}),
        "worsen_other",
        {"patient:2.1", "patient:4.1"},
    ),
    Case(
        "DEC-25",
        lambda: after("ev_epidemic"),
        "name_condition",
        {"name:sick", "name:wounded", "name:cursed", "name:poisoned"},
    ),
    Case(
        "DEC-26",
        lambda: after("alyssa", discard={"A": "kei", "C": "surgery mint"}),
        "nurse_player",
        {"player:1", "player:3"},
    ),
    Case(
        "DEC-26",
        lambda: after("alyssa", discard={"C": "surgery mint starter_2"}),
        "swap_nurse",
        {"card:mint", "card:starter_2"},
    ),
    Case(
        "DEC-27",
        lambda: after("calypso_ivanna"),
        "trade_partner",
        {"player:2", "player:3", "player:4"},
    ),
    Case(
        "DEC-27",
        lambda: after("calypso_ivanna", "player:3", acquired={"A": "P01n", "C": "P05n P02c"}),
        "trade_first",
        {"player:1", "player:3"},
    ),
    Case(
        "DEC-28",
        lambda: after("calypso_ivanna", "player:3", acquired={"A": "P01n P05c"}),
        "trade_pick",
        {"P01n", "P05c"},
    ),
    Case(
        "DEC-28",
        lambda: after(
            "calypso_ivanna", "player:3", acquired={"C": "P01n P05c"}, ivanna_pick="other"
        ),
        "trade_pick",
        {"P01n", "P05c"},
    ),
    Case(
        "DEC-29",
        lambda: after("calypso_ivanna", "player:3", acquired={"C": "P01n P05c P05c"}),
        "trade_pick",
        {"P01n", "P05c"},
        by="C",
    ),
    Case(
        "DEC-29",
        lambda: after(
            "calypso_ivanna", "player:3", acquired={"A": "P01n P05c"}, ivanna_pick="other"
        ),
        "trade_pick",
        {"P01n", "P05c"},
        by="C",
    ),
    Case(
        "DEC-30",
        lambda: after("ginger", deck={"A": "surgery closed surgery"}),
        "discard_card",
        {"card:examination", "card:surgery", "card:closed"},
    ),
    Case(
        "DEC-31",
        lambda: after("ren", discard={"A": "surgery surgery closed", "B": "kei"}),
        "take_discarded",
        {"card:surgery", "card:closed"},
    ),
    Case(
        "DEC-32",
        lambda: after("trapetta", way="P01n(A) P05c(B) P09n(C)"),
        "move_patient",
        {"ambulance:1", "ambulance:2", "ambulance:3"},
    ),
    Case(
        "DEC-32",
        lambda: after("trapetta", "ambulance:2", way="P01n(A) P05c(B) P09n(C)"),
        "move_to",
        {"to:1", "to:3"},
    ),
    Case(
        "DEC-33",
        lambda: after("ambulance_driver", way="P01n(A) P05n(B) P02c(A)"),
        "admit_now",
        {"pass", "ambulance:1", "ambulance:3"},
    ),
    Case(
        "DEC-34",
        lambda: after("field_medic", way="P01n(A) P05c(B) P02c(A)"),
        "restore",
        {"pass", "ambulance:3"},
    ),
    Case(
        "DEC-35",
        lambda: after(
            "kei",
            "operate:1.1",
            admitted={"A": "P01n"},
            tp=1,
            nurses="mint ren mint",
            nurse_gain="choice",
        ),
        "take_nurse",
        {"card:mint", "card:ren"},
    ),
]


@clause("DEC-2", "DEC-3", "DEC-4", "DEC-5", "DEC-6", "DEC-7", "DEC-8", "DEC-9", "DEC-10", "DEC-11")
@clause("DEC-12", "DEC-13", "DEC-14", "DEC-15", "DEC-16", "DEC-17", "DEC-18", "DEC-19", "DEC-20")
@clause("DEC-21", "DEC-22", "DEC-23", "DEC-24", "DEC-25", "DEC-26", "DEC-27", "DEC-28", "DEC-29")
@clause("DEC-30", "DEC-31", "DEC-32", "DEC-33", "DEC-34", "DEC-35", "DN-4.8", "DN-14.15")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_who_decides_between_what(case: Case) -> None:
    town = case.town()
    assert town.table.asked() == [LETTERS.index(case.by)]
    assert town.question(case.by) == case.question
    if case.legal:
        assert town.legal(case.by) == case.legal
    else:
        assert not town.offered("buy:", case.by)
    for other in LETTERS[: town.table.players]:
        if other != case.by:
            assert town.legal(other) == set()
            assert town.refused(min(town.legal(case.by)), by=other) == "not asked"
    for action in town.table.legal_actions(LETTERS.index(case.by)):
        trial = town.branch()
        trial.do(GAME.notation(action), by=case.by)


MAY_DECLINE = {
    "buy_shown",
    "skip_admission",
    "admit",
    "keep",
    "give_patient",
    "acquire_admitted",
    "pass_charge",
    "return_patient",
    "admit_now",
    "restore",
}


@clause("DN-4.8", "DN-14.15", "RUL-75", "DN-5.9", "RUL-6")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_which_decisions_can_be_declined(case: Case) -> None:
    town = case.town()
    assert ("pass" in town.legal(case.by)) == (case.question in MAY_DECLINE)
    if case.question == "main":
        assert "end" in town.legal()


@clause("DEC-14", "DEC-20", "DN-11.20", "DN-11.21", "DN-7.1")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_others_learn(case: Case) -> None:
    """What is open is named to all; a kept card, and a nurse put on the pile, are not."""
    town = case.town()
    names = sorted(town.legal(case.by) - {"pass", "end", "skip"})
    told: dict[str, list[str]] = {viewer: [] for viewer in ("B", "D", "") if viewer != case.by}
    for notation in names:
        trial = town.branch().do(notation, by=case.by)
        for viewer, found in told.items():
            found.append(" ".join(trial.texts(viewer)[:1]))
    hidden = case.question == "keep" or ("card:mint" in names and case.question == "stack_card")
    for found in told.values():
        if hidden:
            assert len(set(found)) == 1, found
        elif case.question in {"stack_card", "take_nurse", "raise_dead", "trade_pick", "main"}:
            assert len(set(found)) == len(names), found


@clause("DN-3.4", "DN-11.20", "DN-11.26")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_only_who_decides_sees_the_cards_looked_through(case: Case) -> None:
    table = case.town().table
    looking = case.question in {"stack_card", "take_nurse"}
    for viewer in (SPECTATOR, *range(table.players)):
        seen = bool(table.view(viewer)["looked"])
        assert seen == (looking and viewer == LETTERS.index(case.by))
