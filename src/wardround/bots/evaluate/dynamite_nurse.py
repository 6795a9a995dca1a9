"""What a position of Dynamite Nurse is worth to a seat, in hundredths of a victory point.

- the score as it stands, and a part of what the others have;
- charges by what they will bring or cost: patients that can be treated are an asset, Critical ones,
  those without a bed and those far from treatment a risk;
- cards owned by what they do, less towards the end of the game;
- in the own Main Phase: points and allowances that are left, so that cards are played before they
  are spent, and the hand is played out.

Only whole numbers are used: the bot chooses the same on every Python.
"""

from typing import Final

from wardround.core import State
from wardround.games.dynamite_nurse.pack import (
    ACQUIRE_ADMITTED,
    ADD_ACTIONS,
    ALL_ADMITTED_WORSEN,
    BEDS,
    DRAW,
    GIVE_ADMITTED,
    HAND_SIZE,
    KILL_MARKS,
    LEADING_WORSENS,
    NONE,
    OWN_ADMITTED_WORSENS,
    PASS_CHARGES,
    RETURN_ADMITTED,
    TRADE_ACQUIRED,
    TRANSPORT,
    Card,
)
from wardround.games.dynamite_nurse.scoring import owned, sheet
from wardround.games.dynamite_nurse.state import MAIN, Hospital, Table

POINT: Final = 100
OTHERS: Final = 25
"""Percent of the others' average score that is counted against the seat."""
BROUGHT: Final = 60
"""Percent of a patient's VP that is counted while it waits for its treatment."""
LIKELY: Final = 80
UNLIKELY: Final = 45
"""Percent of the patients on their normal side that are acquired: within reach, and not."""
LIKELY_CRITICAL: Final = 55
UNLIKELY_CRITICAL: Final = 15
DISGRACE: Final = 60
"""What a death costs besides the penalty for its Kill Mark."""
ON_THE_WAY: Final = -10
CRITICAL_ON_THE_WAY: Final = -40
CROWD: Final = -45
"""Each charge above those that have a bed."""
NO_BED: Final = -60
MOST_TP: Final = 6

GOLD_OF_CARD: Final = 22
TP_OF_CARD: Final = 40
ACTION_OF_CARD: Final = 30
DRAW_OF_CARD: Final = 18
STEP_OF_CARD: Final = {
    TRANSPORT: -12,
    ACQUIRE_ADMITTED: 90,
    OWN_ADMITTED_WORSENS: -40,
    ALL_ADMITTED_WORSEN: -20,
    LEADING_WORSENS: 0,
    GIVE_ADMITTED: 60,
    RETURN_ADMITTED: 60,
    PASS_CHARGES: 30,
    TRADE_ACQUIRED: 0,
}
OTHER_STEP: Final = 10
PLAIN: Final = 20
"""What a card must do to be better than none: it takes a place in the hand."""

GOLD_LEFT: Final = 5
TP_LEFT: Final = 9
ALLOWANCE: Final = 4
IN_HAND: Final = -3


class Outlook:
    """The evaluation of Dynamite Nurse for the moves of one seat.

    Args:
        position: The position at the begin of the move.
        seat: Whose moves are compared.
    """

    declines: frozenset[int] = frozenset()

    def __init__(self, position: State, seat: int) -> None:
        table = _table(position)
        self._seat = seat
        self._values = [card_value(card) for card in table.pack.cards]
        self._left = min(
            len(table.dungeon) * 100 // 40, table.mark_pile * 100 // KILL_MARKS[table.players]
        )

    def worth(self, position: State) -> float:
        """Hundredths of a point that the seat may expect."""
        table = _table(position)
        hospital = table.hospitals[self._seat]
        sheets = [sheet(table, seat) for seat in range(table.players)]
        scores = [one["total"] for one in sheets]
        own = scores[self._seat]
        others = (sum(scores) - own) * OTHERS // (table.players - 1)
        if table.over:
            return POINT * own - others + 10_000 * int(own == max(scores))
        total = POINT * (own - len(hospital.admitted)) - others
        total += self._charges(table, hospital, sheets[self._seat]["counted"])
        for card in owned(table, self._seat):
            total += self._values[card] * self._left // 100
        if table.turn == self._seat and table.phase == MAIN:
            total += self._points_left(table, hospital)
        return total

    def _charges(self, table: Table, hospital: Hospital, marks: int) -> int:
        """What the own patients will bring or cost."""
        penalty = table.pack.penalty
        last = len(penalty) - 1
        death = POINT * (penalty[min(last, marks + 1)] - penalty[min(last, marks)]) + DISGRACE
        reach = self._reach(table)
        total = 0
        number = len(hospital.admitted)
        for patient in hospital.admitted:
            total += _hope(table, patient, reach, death)
        for place, patient in enumerate(table.ambulances):
            if table.markers[place] == self._seat:
                number += 1
                total += _hope(table, patient, reach, death)
                total += CRITICAL_ON_THE_WAY if patient & 1 else ON_THE_WAY
        short = max(0, len(hospital.admitted) - BEDS)
        total += short * (NO_BED - death * 4 // 10)
        return total + CROWD * max(0, number - BEDS)

    def _reach(self, table: Table) -> int:
        """The Treatment Points that a hand has on average, rounded up."""
        cards = owned(table, self._seat)
        points = sum([table.pack.cards[card].tp for card in cards])
        return min(MOST_TP, (HAND_SIZE * points + len(cards) - 1) // max(1, len(cards)))

    def _points_left(self, table: Table, hospital: Hospital) -> int:
        """Points and allowances that can still be used in this Main Phase."""
        total = IN_HAND * (len(hospital.hand) + len(hospital.shown))
        if table.either or table.buy:
            total += GOLD_LEFT * min(table.gold, 8)
        if table.either or table.treat:
            total += TP_LEFT * min(table.tp, 8)
        total += ALLOWANCE * (table.either + table.treat + table.buy)
        for place in range(len(hospital.admitted)):
            if table.owes(self._seat, place):
                total -= POINT
        return total

    def sensible(self, position: State) -> list[int]:
        """All legal actions."""
        return position.legal_actions(self._seat)


def _hope(table: Table, patient: int, reach: int, death: int) -> int:
    """What a patient under way or admitted is worth: its VP, or a death, by their chances."""
    row = table.pack.rows[patient >> 1]
    if patient & 1:
        easiest = row.severity[1] if row.care == NONE else row.care
        chance = LIKELY_CRITICAL if easiest <= reach else UNLIKELY_CRITICAL
    else:
        chance = LIKELY if row.severity[0] <= reach else UNLIKELY
    value = BROUGHT * row.vp[patient & 1] * chance - death * (100 - chance)
    return value // 100


def card_value(card: Card) -> int:
    """What owning a card is worth over the rest of a game, its VP aside."""
    value = GOLD_OF_CARD * card.gold + TP_OF_CARD * card.tp - PLAIN
    for step in card.steps:
        if step.kind == ADD_ACTIONS:
            value += ACTION_OF_CARD * sum(step.numbers)
        elif step.kind == DRAW:
            value += DRAW_OF_CARD * step.numbers[0]
        else:
            value += STEP_OF_CARD.get(step.kind, OTHER_STEP)
    return value


def _table(position: State) -> Table:
    if not isinstance(position, Table):
        raise TypeError(f"not a position of Dynamite Nurse: {type(position).__name__}")
    return position
