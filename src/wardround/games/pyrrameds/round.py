"""The flow of the game: the deal, then turn after turn.

Each function is one step. It does what needs no decision and opens the question that follows; when
nobody is asked any more, the flow goes on with the step that ``table.then`` is.
"""

from typing import Final

from wardround.games.pyrrameds import decisions, endings
from wardround.games.pyrrameds.cards import MEDICINE, PATIENT
from wardround.games.pyrrameds.generator import generate
from wardround.games.pyrrameds.geometry import starting_row
from wardround.games.pyrrameds.state import GAME_ON, PASSED, PLACED, Table

FIRST_CARDS: Final = 2
"""Medicine cards, and patients, that everybody is dealt first (PY-2.3)."""


# --- set-up (PY-2) ------------------------------------------------------------------------------


def build_deck(table: Table) -> None:
    """A new deck, if one is wanted (PY-2.1, PY-1.36)."""
    if table.terms.generated:
        table.use_deck(generate(table.terms.sets, table.chance))
    table.then = deal


def deal(table: Table) -> None:
    """Two medicine cards and two patients each, the row, the rest evenly (PY-2.2 to PY-2.14)."""
    piles: list[list[int]] = [[], [], []]
    for card in table.deck.in_use:
        piles[table.faces[card].kind].append(card)
    table.chance.shuffle(piles[MEDICINE])
    table.chance.shuffle(piles[PATIENT])
    hands: list[list[int]] = [[] for _ in range(table.players)]
    for hand in hands:
        for kind in (MEDICINE, PATIENT):
            hand += [piles[kind].pop() for _ in range(FIRST_CARDS)]
    rest = piles[MEDICINE] + piles[PATIENT] + piles[2]
    table.chance.shuffle(rest)
    lay_row(table, rest)
    while len(rest) >= table.players:
        for hand in hands:
            hand.append(rest.pop())
    table.hands = [sorted(hand) for hand in hands]
    table.hand_size = len(table.hands[0])
    leave_over(table, sorted(rest))
    table.then = start


def lay_row(table: Table, rest: list[int]) -> None:
    """The top cards of the pile form the starting row (PY-2.9)."""
    row = starting_row(table.terms.row)
    for cell in row:
        table.put(rest.pop(), cell)
    table.tell("row", -1, tuple([table.face(table.cells[cell]) for cell in row]))


def leave_over(table: Table, cards: list[int]) -> None:
    """What cannot be dealt evenly is shown; with Operations it becomes the pile (PY-2.13 f.)."""
    if cards:
        table.tell("left_over", -1, tuple([table.face(card) for card in cards]))
    if not table.terms.operations:
        table.out = cards
        return
    table.pile = cards
    for card in cards:
        table.learn_pile(card)


def start(table: Table) -> None:
    """Who begins (PY-2.16)."""
    table.start_player = (
        table.terms.first_seat if table.terms.first_seat >= 0 else table.chance.below(table.players)
    )
    table.active = table.start_player
    table.tell("start", table.active)
    table.then = take_turn


# --- turns (PY-4) -------------------------------------------------------------------------------


def take_turn(table: Table) -> None:
    """The active player is asked; what can be done depends on a hand that others do not see."""
    table.chance.reveal()
    table.push(table.active, decisions.TURN)
    table.then = end_turn


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
    table.then = take_turn


FLOW: Final = (build_deck, deal, start, take_turn, end_turn)
