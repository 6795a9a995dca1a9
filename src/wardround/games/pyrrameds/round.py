"""The flow of the game: the deal, then turn after turn.

Each function is one step. It does what needs no decision and opens the question that follows; when
nobody is asked any more, the flow goes on with the step that ``table.step`` names.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from wardround.core import Choice
from wardround.core.chance import Chance
from wardround.games.pyrrameds import choices, decisions, endings, view
from wardround.games.pyrrameds.cards import MEDICINE, PATIENT
from wardround.games.pyrrameds.generator import generate
from wardround.games.pyrrameds.geometry import starting_row
from wardround.games.pyrrameds.state import (
    ENDINGS,
    GAME_ON,
    PASSED,
    PLACED,
    Table,
    fields_of,
)

FIRST_CARDS: Final = 2
"""Medicine cards, and patients, that everybody is dealt first (PY-2.3)."""


# --- set-up (PY-2) ------------------------------------------------------------------------------


def build_deck(table: Table) -> None:
    """A new deck, if one is wanted (PY-2.1, PY-1.36)."""
    if table.generated:
        table.use_deck(generate(table.sets(), table.chance))
    table.step = DEAL


def deal(table: Table) -> None:
    """Two medicine cards and two patients each, the row, the rest evenly (PY-2.2 to PY-2.14)."""
    piles: list[list[int]] = [[], [], []]
    for card in table.deck.in_use:
        piles[table.faces[card].kind].append(card)
    table.chance.shuffle(piles[MEDICINE])
    table.chance.shuffle(piles[PATIENT])
    for hand in table.hands:
        for kind in (MEDICINE, PATIENT):
            hand += [piles[kind].pop() for _ in range(FIRST_CARDS)]
    rest = piles[MEDICINE] + piles[PATIENT] + piles[2]
    table.chance.shuffle(rest)
    lay_row(table, rest)
    while len(rest) >= table.players:
        for hand in table.hands:
            hand.append(rest.pop())
    for hand in table.hands:
        hand.sort()
    table.hand_size = len(table.hands[0])
    leave_over(table, sorted(rest))
    table.step = START


def lay_row(table: Table, rest: list[int]) -> None:
    """The top cards of the pile form the starting row (PY-2.9)."""
    row = starting_row(table.row)
    for cell in row:
        table.put(rest.pop(), cell)
    table.tell("row", -1, tuple([table.face(table.cells[cell]) for cell in row]))


def leave_over(table: Table, cards: list[int]) -> None:
    """What cannot be dealt evenly is shown; with Operations it becomes the pile (PY-2.13 f.)."""
    if cards:
        table.tell("left_over", -1, tuple([table.face(card) for card in cards]))
    if not table.operations:
        table.out = cards
        return
    table.pile = cards
    for card in cards:
        for viewer in range(table.players + 1):
            table.pile_known[viewer] |= 1 << card


def start(table: Table) -> None:
    """Who begins (PY-2.16)."""
    table.start_player = (
        table.first_seat if table.first_seat >= 0 else table.chance.below(table.players)
    )
    table.active = table.start_player
    table.tell("start", table.active)
    table.step = TURN


# --- turns (PY-4) -------------------------------------------------------------------------------


def take_turn(table: Table) -> None:
    """The active player is asked; what can be done depends on a hand that others do not see."""
    table.chance.reveal()
    table.push(table.active, decisions.TURN)
    table.step = END_TURN


def end_turn(table: Table) -> None:
    """Count the turn, look whether the game is blocked, go on clockwise (PY-4.22, PY-10.14)."""
    table.turns += 1
    table.passes = table.passes + 1 if table.main == PASSED else 0
    table.idle = 0 if table.main == PLACED else table.idle + 1
    reason = endings.blocked(table)
    if reason != GAME_ON:
        endings.conclude(table, reason)
        return
    table.active = (table.active + 1) % table.players
    table.step = TURN


FLOW: Final[list[Callable[[Table], None]]] = [build_deck, deal, start, take_turn, end_turn]
DEAL: Final = 1
START: Final = 2
TURN: Final = 3
END_TURN: Final = 4


class PyrramedsState(Table):
    """A position of Pyrrameds, with the flow of the game and what can be seen of it."""

    def copy(self) -> "PyrramedsState":
        other = PyrramedsState(self.game, self.players, self.chance.copy())
        self.copy_onto(other)
        return other

    def proceed(self) -> None:
        FLOW[self.step](self)

    def view(self, viewer: int) -> dict[str, Any]:
        return view.view(self, viewer)

    def observation(self, seat: int) -> dict[str, list[float]]:
        return view.observation(self, seat)

    def hide(self, seat: int, rng: Random) -> None:
        view.hide(self, seat, rng)

    def choice(self, seat: int, action: int) -> Choice:
        return choices.choice(self, seat, action)

    def scores(self) -> list[int]:
        """How many of the cards dealt each seat has got rid of."""
        return [self.hand_size - len(hand) for hand in self.hands]

    def ranking(self) -> list[list[int]]:
        return endings.ranking(self) if self.over else []

    def returns(self) -> list[float]:
        return endings.returns(self)

    def ending(self) -> str:
        """``empty_hand``, or which of the endings of a blocked game (PY-10.18)."""
        return ENDINGS[self.ended_by]

    def snapshot(self) -> dict[str, Any]:
        data = fields_of(self)
        data["players"] = self.players
        data["deck"] = self.deck.save() if self.generated or self.own_deck else []
        data["questions"] = [
            [[question.name(), question.data()] for question in stack] for stack in self.stacks
        ]
        chance: Chance = self.chance
        data["chance"] = chance.save()
        return data
