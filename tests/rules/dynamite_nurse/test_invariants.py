"""INV-1 to INV-39: what holds in every position of random games."""

from collections import Counter
from random import Random

import pytest

from tests.rules.dynamite_nurse.holding import hold
from tests.rules.dynamite_nurse.town import ids, slot
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse import actions as act
from wardround.games.dynamite_nurse.scoring import owned
from wardround.games.dynamite_nurse.state import (
    BY_CAP,
    BY_DUNGEON,
    BY_KILL_MARKS,
    Table,
)
from wardround.testing import check_game, clause

SETTINGS: list[tuple[int, dict[str, object]]] = [
    (3, {}),
    (4, {"edition": "village"}),
    (5, {"nurse_gain": "choice", "ivanna_pick": "other", "emergency_front": "none"}),
    (3, {"critical_event_kills": False, "white_magic": "beyond_two", "edition": "village"}),
]


def step(table: Table, rng: Random) -> tuple[int, int]:
    """A random action that seldom ends the Main Phase or declines while there is another one."""
    seat = table.asked()[0]
    legal = table.legal_actions(seat)
    other = [action for action in legal if action not in (act.END, act.PASS)]
    return seat, rng.choice(other if other and rng.random() < 0.85 else legal)


@clause("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-7", "INV-8", "INV-9", "INV-10")
@clause("INV-12", "INV-14", "INV-20", "INV-21", "INV-22", "INV-28", "INV-37", "RUL-69")
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_every_position_holds(setting: int) -> None:
    players, options = SETTINGS[setting]
    for seed in range(6):
        rng = Random(seed)
        table = GAME.new(players, f"hold {seed}", options)
        assert isinstance(table, Table)
        hold(table)
        while not table.over:
            table.apply(*step(table, rng))
            hold(table)
        assert table.reason in (BY_KILL_MARKS, BY_DUNGEON)


@clause("INV-11", "INV-13", "INV-16", "INV-18", "INV-19", "INV-23", "INV-25", "INV-26", "INV-38")
@clause("INV-24", "INV-29", "INV-30", "INV-31", "INV-36", "INV-15", "INV-17")
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_every_step_changes_what_it_may(setting: int) -> None:
    players, options = SETTINGS[setting]
    for seed in range(6):
        rng = Random(seed)
        table = GAME.new(players, f"steps {seed}", options)
        assert isinstance(table, Table)
        choices = 0
        turn = table.turn_number
        while not table.over:
            seat, action = step(table, rng)
            before = table.copy()
            question = table.stacks[seat][-1].name()
            table.log = []
            table.apply(seat, action)
            kinds = Counter(event.kind for event in table.log)
            choices = choices + 1 if table.turn_number == turn else 0
            turn = table.turn_number
            assert choices <= 500
            compare(before, table, question, action, kinds)
        assert table.turn_number <= 300
        final = table.digest()
        for seat in range(players):
            assert table.legal_actions(seat) == []
        assert table.digest() == final
        assert table.reason != BY_CAP


def compare(before: Table, after: Table, question: str, action: int, kinds: Counter[str]) -> None:
    """What one action may change."""
    totals = [sum(len(h.acquired) for h in table.hospitals) for table in (before, after)]
    assert totals[0] <= totals[1]
    trading = kinds["trade_end"] > 0
    for seat, (old, now) in enumerate(zip(before.hospitals, after.hospitals, strict=True)):
        if len(now.acquired) < len(old.acquired):
            assert trading
        if now.marks < old.marks:
            assert kinds["erase"]
        if seat != before.turn and before.turn == after.turn:
            assert now.hand == old.hand
            assert now.deck == old.deck
        if before.turn != after.turn and kinds["rebuild"] == 0 and seat == before.turn:
            assert len(old.deck) >= len(now.deck)
    if after.title != before.title:
        most = max(hospital.marks for hospital in after.hospitals)
        assert after.hospitals[after.title].marks == most
        if before.title >= 0:
            assert after.hospitals[before.title].marks < most
    if question == "main" and not kinds["end_main"]:
        compare_costs(before, after, action, kinds)
    if kinds["transport"] + kinds["crisis"] and not kinds["send_back"]:
        gone = len(before.dungeon) - len(after.dungeon)
        assert gone == kinds["transport"] - kinds["raise_dead"]


def compare_costs(before: Table, after: Table, action: int, kinds: Counter[str]) -> None:
    """What a Purchase or a Treatment costs and brings."""
    if act.BUY <= action < act.CARD:
        assert before.gold - after.gold == before.pack.cards[action - act.BUY].cost
        assert before.buy + before.either - after.buy - after.either == 1
    elif act.OPERATE <= action < act.CARE and not before.variant.choose_nurse:
        owner, place = act.place(action, act.OPERATE)
        cost = before.severity(before.hospitals[owner].admitted[place])
        assert before.tp - after.tp == cost
        assert kinds["nurse"] == min(1 + before.extra_nurses, len(before.nurses))
    elif act.CARE <= action < act.UPKEEP:
        assert kinds["care"] == 1
        assert [h.acquired for h in before.hospitals] == [h.acquired for h in after.hospitals]


@clause("INV-27", "DN-10.8")
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_scores_are_what_a_second_count_finds(setting: int) -> None:
    players, options = SETTINGS[setting]
    for seed in range(5):
        rng = Random(seed)
        table = GAME.new(players, f"scores {seed}", options)
        assert isinstance(table, Table)
        while not table.over:
            table.apply(*step(table, rng))
        for seat, hospital in enumerate(table.hospitals):
            cards = Counter(ids(owned(table, seat)).split())
            rows = [table.pack.rows[code >> 1] for code in hospital.acquired]
            points = sum(row.vp[0] for row in rows) + len(hospital.admitted)
            points += sum(table.pack.cards[slot(card)].vp * n for card, n in cards.items())
            best = max(Counter(row.name for row in rows).values(), default=0)
            points += best * cards["dora"]
            points -= sum(row.emergency for row in rows) * cards["mint"]
            marks = hospital.marks + 2 * (table.title == seat) - 2 * cards["arina"]
            penalty = [0, 1, 2, 4, 6, 9, 12][min(6, max(0, marks))]
            assert 0 <= penalty <= 12
            assert table.scores()[seat] == points - penalty


@clause("INV-34")
def test_same_seed_same_game_and_snapshots_go_on_alike() -> None:
    for players in (3, 4, 5):
        first, second = (GAME.new(players, "alike") for _ in range(2))
        rng = Random(1)
        while not first.is_over:
            assert isinstance(first, Table)
            seat, action = step(first, rng)
            first.apply(seat, action)
            second.apply(seat, action)
            if rng.random() < 0.05:
                second = GAME.restore(second.snapshot())
            assert first.digest() == second.digest()


@clause("INV-39", "INV-36")
def test_what_is_refused_changes_nothing() -> None:
    rng = Random(4)
    table = GAME.new(3, "refused")
    assert isinstance(table, Table)
    while not table.over:
        seat, action = step(table, rng)
        before = table.digest()
        for _ in range(3):
            other = rng.randrange(GAME.num_actions)
            if other not in table.legal_actions(seat):
                assert table.why_not(seat, other) is not None
                assert table.digest() == before
        table.apply(seat, action)


@pytest.mark.slow
@clause("INV-32", "INV-33")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("edition", ["town", "village"])
def test_the_game_passes_the_general_check(players: int, edition: str) -> None:
    result = check_game(
        GAME,
        games=4,
        seed=f"rules {edition}",
        players=players,
        options={"edition": edition},
        every=30,
        invariants=hold,
    )
    assert result.tally.games == 4
    assert result.tally.varied
