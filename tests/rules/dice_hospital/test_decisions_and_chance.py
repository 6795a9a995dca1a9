"""DH-28 and DH-29: who decides what, and what chance decides."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from tests.rules.dice_hospital.play import beginning, dealt, journey, looks_uniform
from tests.rules.dice_hospital.table import (
    SEED,
    House,
    Snapshot,
    activation,
    claiming,
    hospital,
    improvement,
    intake,
    neglect,
    opening,
    reporting,
    set_up,
    shift_change,
    table,
)
from tests.rules.dice_hospital.walk import VARIANTS, Walk, moments
from wardround.core import SPECTATOR, Event, Match, NotAsked, Record, replay
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital.actions import ACTIONS
from wardround.games.dice_hospital.material import NURSE
from wardround.games.dice_hospital.state import FREE, Table
from wardround.testing import Scenario, clause

PHASES_OF = {
    "third_improvement": {0, 6},
    "start_value": {0},
    "keep_administrator": {0},
    "sort_dice": {1},
    "take_ambulance": {1},
    "remove_patient": {1},
    "take_improvement": {2},
    "return_improvement": {2},
    "activate": {3},
    "at_department": {3},
    "pick_patient": {3},
    "pending": {3},
    "spare_patient": {4},
}
"""Every question of the base game, with the phases in which it comes (0: the set-up)."""
PHASES_OF_VARIANTS = {
    "copy_specialist": {3},
    "admissions": {3},
    "raise_patient": {1},
    "pass_patient": {1},
    "close_department": {1},
    "collect": {7},
    "send_die_back": {1},
    "complete_report": {5},
}
"""Every question that variants and the solo game add."""

MAY_BE_DECLINED = {"take_improvement", "return_improvement", "pending"}
SEQUENTIAL_QUESTIONS = {
    "third_improvement",
    "sort_dice",
    "take_ambulance",
    "take_improvement",
    "return_improvement",
}


def asked_names(position: Table) -> dict[int, str]:
    return {seat: stack[-1].name() for seat, stack in enumerate(position.stacks) if stack}


# --- decisions ------------------------------------------------------------------------------


@clause(
    "D-01", "D-02", "D-03", "D-04", "D-05", "D-06", "D-07", "D-08", "D-10", "D-11", "D-12", "D-13"
)
@clause("D-17", "D-18")
def test_every_question_comes_in_its_phase_and_no_other_question_exists() -> None:
    seen: dict[str, set[int]] = {}
    for players in (2, 3, 4):
        for seed in range(6):
            for position in journey(players, seed):
                if position._settle():
                    for name in asked_names(position).values():
                        seen.setdefault(name, set()).add(position.phase)
    assert seen == PHASES_OF


@clause("D-09", "D-14", "D-15", "D-16", "D-19", "D-20", "D-21", "D-22", "D-23", "D-24", "D-25")
def test_every_question_of_the_variants_comes_in_its_phase() -> None:
    everything = dict.fromkeys(VARIANTS, True)
    seen: dict[str, set[int]] = {}
    for players, seeds in ((1, 4), (2, 4), (3, 4)):
        for seed in range(seeds):
            for moment in moments(Walk(players, everything, seed, 9)):
                if moment.after.asked():
                    for name in asked_names(moment.after).values():
                        seen.setdefault(name, set()).add(moment.after.phase)
    staff = House("R2u G6u", specialists=["consultant", "surgeon", "admissions_nurse"])
    promos = {"promo_consultant": True, "promo_admissions_nurse": True}
    for scenario in (
        opening([staff, "Y4u"], options=promos),
        opening([staff, "Y4u"], options=promos).when(
            0, "copy:surgeon", "place:admissions_nurse", "at:pharmacy"
        ),
        reporting("R R", lower=["M01", "M02", "M03"]),
    ):
        name = asked_names(table(scenario))[0]
        seen.setdefault(name, set()).add(table(scenario).phase)
    assert seen == PHASES_OF | PHASES_OF_VARIANTS


@clause("D-01", "D-04", "D-05", "D-07", "D-08", "D-18")
def test_decisions_made_one_after_the_other_ask_one_player_only() -> None:
    checked = Counter[str]()
    for players in (2, 4):
        for position in journey(players, seed=3):
            if position._settle():
                names = asked_names(position)
                if SEQUENTIAL_QUESTIONS & set(names.values()):
                    assert len(names) == 1
                    checked.update(names.values())
    assert set(checked) == SEQUENTIAL_QUESTIONS


@clause("D-02", "D-03", "D-06", "D-17", "DH-2.15", "DH-4.25")
def test_simultaneous_decisions_are_asked_of_all_at_once() -> None:
    twelve = "R1u R2u R3u R4u Y1u Y2u Y3u Y4u G1u G2u G3u G4u"
    spare = [House("Y1u Y2u", administrator="adm_spare_yellow")]
    removal = claiming(["R2 Y2 G2", "R3 Y3 G3", "R4 Y4 G4"], hospitals=[twelve, twelve])
    removal.when(0, "ambulance:2").when(1, "ambulance:1")
    for scenario, name in (
        (dealt(3, 1, "YRGRYGGRY"), "start_value"),
        (dealt(3, 1, "RRRYYYGGG", further=range(7, 0, -1)), "keep_administrator"),
        (removal, "remove_patient"),
        (neglect("R1u R3u", administrator="adm_spare_red", others=spare), "spare_patient"),
    ):
        assert asked_names(table(scenario)) == dict.fromkeys(range(scenario.state.players), name)


@clause("D-01", "D-02", "D-03", "D-04", "D-05", "D-06", "D-17", "D-18")
def test_what_may_not_be_declined_offers_no_pass() -> None:
    offered: dict[str, set[str]] = {}
    for players in (2, 4):
        for position in journey(players, seed=5):
            if position._settle():
                for seat, name in asked_names(position).items():
                    kinds = {ACTIONS.family(action)[0] for action in position.legal_actions(seat)}
                    offered.setdefault(name, set()).update(kinds & {"pass", "done"})
    assert {name for name, kinds in offered.items() if "pass" in kinds} == MAY_BE_DECLINED
    assert {name for name, kinds in offered.items() if "done" in kinds} == {"activate"}


@clause("D-03", "DH-3.10", "R-29")
def test_only_the_administrator_is_chosen_in_secret() -> None:
    private = {event.kind for seed in range(3) for event in events_of_a_game(seed) if event.private}
    assert private == {"dealt", "keep"}


def events_of_a_game(seed: int) -> list[Event]:
    """Everything that is told in a random game, the set-up included."""
    scenario = beginning(3)
    scenario.go_on()
    found = list(scenario.events)
    rng = Random(seed)
    while not scenario.state.is_over:
        seat = rng.choice(scenario.asked())
        scenario.when(seat, rng.choice(sorted(scenario.legal(seat))))
        found += scenario.events
    return found


@clause("DH-28.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_question_that_is_asked_has_at_least_two_answers(players: int) -> None:
    for position in journey(players, seed=12):
        if position._settle():
            for seat in position.asked():
                legal = position.legal_actions(seat)
                assert len(legal) >= 2 or spends_a_bag(position, seat, legal[0])


def spends_a_bag(position: Table, seat: int, action: int) -> bool:
    """Whether the only answer is a colour change for a blood bag."""
    return GAME.notation(action).startswith("change:") and position.hospitals[seat].bags > 0


@clause("DH-28.1", "DH-11.7")
def test_a_blood_bag_is_not_spent_unasked() -> None:
    scenario = activation("R6t", bags=1)
    scenario.edit_with(_only_pharmacy_is_free)
    scenario.when(0, "place:nurse")
    assert (scenario.question(0), scenario.legal(0)) == ("pick_patient", {"change:G"})
    assert (table(scenario).round, hospital(scenario, 0).bags) == (1, 1)


def _only_pharmacy_is_free(snapshot: Snapshot) -> None:
    own = snapshot["hospitals"][0]
    own["nurses"] = 1
    own["meeples"] = [NURSE, NURSE, FREE, NURSE, NURSE, NURSE]


@clause("DH-28.1", "INV-34")
def test_what_would_spend_a_blood_bag_can_be_taken_back() -> None:
    match = _match_before_a_change()
    before = match.state.digest()
    match.act(0, GAME.parse("place:nurse"))
    match.act(0, GAME.parse("at:pharmacy"))
    assert match.state.legal_actions(0) == [GAME.parse("change:G")]
    match.undo(0)
    match.undo(0)
    assert match.state.digest() == before


def test_records_of_version_2_of_the_rules_spend_it_unasked() -> None:
    match = _match_before_a_change("2")
    match.act(0, GAME.parse("place:nurse"))
    match.act(0, GAME.parse("at:pharmacy"))
    position = match.state
    assert isinstance(position, Table)
    assert position.hospitals[0].bags == 0
    assert match.record().header.rules == "2"
    restored = GAME.restore(position.snapshot())
    assert (restored.rules, restored.copy().rules) == ("2", "2")


def _match_before_a_change(rules: str = "") -> Match:
    """A match in which seat 0 has one red patient and two blood bags, and seat 1 is not done."""
    position = activation("R5u", bags=1, others=["Y3u"], active=(0, 1)).state
    match = Match(GAME, 2, "before a change", rules=rules)
    position.rules = match.state.rules
    match.state = position
    return match


@clause("DH-28.1", "D-05")
def test_the_only_ambulance_left_for_the_first_player_is_no_question() -> None:
    scenario = improvement(
        [], [], hospitals=["R3u", House("R3u", departments=["urology"])], players=2
    )
    assert (scenario.asked(), scenario.question(1)) == ([1], "return_improvement")


@clause("DH-28.1", "D-10", "D-12", "D-13", "DH-6.18")
def test_done_is_taken_automatically_only_if_nothing_else_is_legal() -> None:
    spent = dict.fromkeys(["oncology", "imaging", "pharmacy"], "nurse")
    for bags, placed, legal in (
        (0, spent, set()),
        (1, spent, {"done", "bag"}),
        (0, {"oncology": "nurse"}, {"done", "place:nurse"}),
    ):
        scenario = activation(
            "Y3u", bags=bags, placed=placed, others=["Y3u"], active=(0, 1)
        ).go_on()
        assert scenario.legal(0) == legal


@clause("DH-28.2", "R-48", "DH-4.4", "DH-5.5")
def test_no_action_names_a_ward_a_tile_position_or_a_place_in_an_ambulance() -> None:
    names = {notation.partition(":")[0] for notation in GAME.notations if ":" in notation}
    assert names == {
        "reveal", "ambulance", "die", "change", "keep", "place", "at", "take", "return",
        "copy", "close", "report", "bed",
    }  # fmt: skip
    assert not [text for text in GAME.notations if "ward" in text]
    assert len(dict.fromkeys(ACTIONS.family(action)[0] for action in range(len(ACTIONS)))) == 22


@clause("DH-28.2", "R-48")
def test_patients_in_other_beds_make_no_difference_to_what_can_be_done() -> None:
    scenario = activation("R3u G2u Y5t", bags=1, departments=["ent"])
    other = scenario.branch().edit_with(lambda snapshot: snapshot["hospitals"][0]["beds"].reverse())
    for step in ("bag", "G2u"):
        assert scenario.legal(0) == other.legal(0)
        scenario.when(0, step)
        other.when(0, step)
    assert hospital(scenario, 0).faces == hospital(other, 0).faces


@clause("R-60")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_finishes_with_the_defaults_for_players_who_left(players: int) -> None:
    scenario = set_up(players, seed=f"left {players}")
    rng = Random(players)
    answered = Counter[str]()
    while not scenario.state.is_over:
        seat = scenario.asked()[0]
        name = scenario.question(seat)
        answered[name] += 1
        scenario.when(seat, default(scenario, seat, name, rng))
    assert answered["take_ambulance"] > 8
    assert len(scenario.state.ranking()) >= 1


def default(scenario: Scenario, seat: int, question: str, rng: Random) -> str:
    """The lowest available ambulance, decline, no return, done, random elsewhere."""
    if question == "take_ambulance":
        return min(scenario.legal(seat))
    if question in ("take_improvement", "return_improvement"):
        return "pass"
    return "done" if question == "activate" else rng.choice(sorted(scenario.legal(seat)))


@clause("R-60", "DH-3.12")
def test_nobody_acts_without_being_asked() -> None:
    scenario = claiming(["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"])
    refusal = scenario.refuses(1, "ambulance:1")
    assert isinstance(refusal, NotAsked)


# --- chance ---------------------------------------------------------------------------------


@clause("C-01", "DH-2.1", "R-50")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_uniform(players: int) -> None:
    first = [table(set_up(players, seed=f"C-01 {n}")).first_player for n in range(60 * players)]
    assert looks_uniform(first, players)


@clause("C-02", "C-03", "DH-2.6", "DH-2.7")
@pytest.mark.parametrize("place", [0, 10, 21])
@pytest.mark.parametrize("stack", ["department_stack", "specialist_deck"])
def test_every_improvement_is_equally_likely_at_every_place(stack: str, place: int) -> None:
    found = [getattr(table(set_up(seed=f"stacks {n}")), stack)[place] for n in range(600)]
    assert looks_uniform(found, 12)


@clause("C-02", "C-03", "DH-3.10")
def test_nobody_sees_the_order_of_the_stacks() -> None:
    scenario = set_up(3)
    for viewer in (SPECTATOR, 0, 1, 2):
        for stack in ("department_stack", "specialist_deck"):
            assert set(scenario.view(viewer)[stack]) == {"spot", "label", "count"}


@clause("C-04", "C-10", "DH-2.13", "DH-4.1")
@pytest.mark.parametrize("bag", [[15, 15, 15], [3, 0, 7], [1, 1, 0]])
def test_every_die_in_the_bag_is_equally_likely_to_be_drawn(bag: list[int]) -> None:
    drawn = Counter[int]()
    for outcome in range(sum(bag)):
        scenario = set_up(3).edit(bag=bag)
        position = table(scenario)
        scenario.chance(outcome).run(partial(draw, position, drawn))
        assert sum(position.bag) == sum(bag) - 1
    assert [drawn[colour] for colour in range(3)] == bag


def draw(position: Table, drawn: Counter[int]) -> None:
    drawn[position.draw_die()] += 1


@clause("C-04", "DH-2.13")
def test_starting_dice_are_told_to_everybody() -> None:
    scenario = dealt(3, 0, "YRGRYGGRY")
    for viewer in (SPECTATOR, 0, 1):
        assert "Seat 1 draws red, yellow and green as starting patients." in scenario.text(viewer)


@clause("C-05", "DH-2.17")
def test_every_administrator_is_equally_likely_to_be_dealt() -> None:
    found: list[int] = []
    for number in range(80):
        scenario = Scenario(GAME, GAME.new(3, f"C-05 {number}"))
        while scenario.question(scenario.asked()[0]) == "start_value":
            scenario.when(scenario.asked()[0], min(scenario.legal(scenario.asked()[0])))
        hands = [own.dealt for own in table(scenario).hospitals]
        assert len({card for hand in hands for card in hand}) == 6
        found += hands[0]
    assert looks_uniform(found, 8)


@clause("C-10", "C-11", "DH-4.1", "DH-4.2")
def test_dice_and_values_of_the_intake_are_told_to_everybody() -> None:
    scenario = intake("R2 R2 R2 R3 R3 R3 Y4 Y4 Y4", players=2)
    told = "Ambulances 1: red 2, red 2, red 2; 2: red 3, red 3, red 3; "
    assert scenario.text(SPECTATOR) == [told + "3: yellow 4, yellow 4, yellow 4."]


@clause("C-15", "DH-9.7")
def test_the_order_of_unclaimed_improvements_is_told_to_nobody() -> None:
    scenario = shift_change(["R3t"] * 3, ["urology", "ent"], ["surgeon"])
    lines = [line for viewer in (SPECTATOR, 0, 1, 2) for line in scenario.text(viewer)]
    assert not [line for line in lines if "under" in line or "Ear, Nose" in line]


@clause("DH-29.1", "C-11")
def test_rerolling_1_and_6_gives_the_same_values_as_a_draw_from_2_to_5() -> None:
    rng = Random(29)
    rerolled: list[int] = []
    while len(rerolled) < 400:
        value = rng.randint(1, 6)
        if value not in (1, 6):
            rerolled.append(value)
    position = table(set_up(3))
    drawn = [position.roll_for_intake() for _ in range(400)]
    assert looks_uniform(rerolled, 4)
    assert looks_uniform(drawn, 4)
    assert set(rerolled) == set(drawn) == {2, 3, 4, 5}


def random_match(seed: str, actions: int) -> Match:
    match = Match(GAME, 3, seed, {})
    rng = Random(7)
    for _ in range(actions):
        seat = rng.choice(match.state.asked())
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match


@clause("DH-29.2", "INV-24")
def test_the_same_seed_and_decisions_give_the_same_game() -> None:
    first, second = random_match("one", 150), random_match("one", 150)
    assert first.state.digest() == second.state.digest()
    assert first.record().to_text() == second.record().to_text()
    assert set_up(3, seed="one").state.digest() != set_up(3, seed="two").state.digest()


@clause("DH-29.2")
def test_every_chance_result_is_written_to_the_record() -> None:
    match = random_match(SEED, 150)
    record = Record.parse(match.record(with_seed=False).to_text())
    assert len(record.header.setup) == 1 + 23 + 23 + 9
    again = replay(record, GAME)
    assert again.state.view(0) == match.state.view(0)
    assert sum(len(step.chance) for step in record.steps) > 24
