"""What holds in every position of Dynamite Nurse."""

from collections import Counter

from tests.rules.dynamite_nurse.town import ids
from wardround.core import State
from wardround.games.dynamite_nurse import actions as act
from wardround.games.dynamite_nurse.pack import KILL_MARKS, MARKERS, NONE
from wardround.games.dynamite_nurse.scoring import owned
from wardround.games.dynamite_nurse.state import BY_DUNGEON, MAIN, Table


def everything(table: Table) -> list[int]:
    """All Action and Nurse Cards, wherever they are."""
    cards = table.events + table.nurses + table.box
    for one, number in enumerate(table.supply):
        cards += [one] * number
    for seat in range(table.players):
        cards += owned(table, seat)
    return cards


def patients(table: Table) -> list[int]:
    """All patient rows, wherever they are."""
    rows = table.dungeon + table.graveyard + [code >> 1 for code in table.ambulances]
    for hospital in table.hospitals:
        rows += [code >> 1 for code in hospital.admitted + hospital.acquired]
    return rows + ([table.aside] if table.aside != NONE else [])


def hold(state: State) -> None:
    """The invariants of a single position."""
    assert isinstance(state, Table)
    table = state
    pack = table.pack
    expected: Counter[int] = Counter()
    for one in pack.order:
        expected[one] = pack.cards[one].copies
    assert Counter(everything(table)) == expected
    assert sum(expected.values()) == 132 + 23
    rows = patients(table)
    assert Counter(rows) == Counter({one: pack.rows[one].copies for one in pack.row_order})
    assert (table.aside != NONE) == (table.reason == BY_DUNGEON)
    asked = [stack[-1].name() for stack in table.stacks if stack]
    assert table.markers.count(-1) == int("assign_duty" in asked)
    for seat, hospital in enumerate(table.hospitals):
        used = table.markers.count(seat) + len(hospital.admitted)
        assert hospital.unused + used == MARKERS
        assert 0 <= hospital.unused <= MARKERS
        assert len(hospital.paid) == len(hospital.admitted)
        for place, paid in enumerate(hospital.paid):
            if paid:
                assert table.phase == MAIN
                assert seat == table.turn
                assert table.is_emergency(hospital.admitted[place])
        cards = ids(owned(table, seat)).split()
        assert len(cards) >= 9
        assert cards.count("examination") == 5
        assert cards.count("simple_surgery") == 3
        if seat != table.turn:
            assert hospital.play == []
            assert len(hospital.hand) + len(hospital.shown) in (4, 5)
    held = sum(hospital.marks for hospital in table.hospitals)
    if table.over:
        assert table.mark_pile + held >= KILL_MARKS[table.players]
    else:
        assert table.mark_pile + held == KILL_MARKS[table.players]
    raising = "raise_dead" in asked
    assert len(table.graveyard) == held + int(raising)
    assert all(pack.cards[one].pile == 2 for one in table.events)
    assert all(pack.cards[one].is_nurse for one in table.nurses)
    assert len(table.events) == len(table.events_known)
    assert len(table.nurses) == len(table.nurses_known)
    most = max(hospital.marks for hospital in table.hospitals)
    if table.title >= 0 and not raising:
        assert table.hospitals[table.title].marks == most
    if table.title < 0:
        assert held == 0
    assert table.gold >= 0
    assert table.tp >= 0
    if table.phase != MAIN or table.over:
        assert table.gold == table.tp == 0
    if not table.over:
        (seat,) = table.asked()
        legal = table.legal_actions(seat)
        assert legal
        if asked == ["main"]:
            assert act.END in legal
    else:
        assert table.asked() == []
