"""Positions of Pyrrameds as the rules write them, and how tests look at them."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, cast

from wardround.core import Chance, Objection, OptionValue, State
from wardround.games.pyrrameds import GAME, decisions, placement, swaps
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds.cards import IDS, Card, Deck, cards_of, parse_card
from wardround.games.pyrrameds.geometry import CELLS, NUMBER, extended, starting_row
from wardround.games.pyrrameds.paths import FIRST_SPECIAL, NOTHING, PATIENT_LIES, RULES, Ground
from wardround.games.pyrrameds.round import end_turn
from wardround.games.pyrrameds.state import NO_CARD, Table
from wardround.testing import Scenario

Cell = tuple[int, int]
Laid = Mapping[Cell, str]

ROW1 = "R4 B7 G2 O9 R5 B5"
ROW2 = "P[GG]1 P[OO]2 R3 B4 G5 P[RR]6"
ROWP = "P[GG]1 P[OO]2 P[BG]3 P[GO]4 P[RR]5 P[BB]6"
ROWW = "P[GG]1 P[OO]2 T3 U4 ?5 P[RR]6"

BASE = "base"
OPERATIONS = "base+operations"
INTENSIVE = "base+intensive_care"
ALL = "base+operations+intensive_care"

SPARE = "P[RRRRR]1 P[BBBBB]1"
"""A hand that can do little: for seats that a test does not look at."""


class Board:
    """A position: cards in the pyramid and in hands, and whose turn it is.

    Args:
        row: The starting row, from left to right.
        laid: Further cards by coordinates.
        hands: The hands; missing ones are ``SPARE``.
        players: Number of seats.
        sets: The sets in use.
        active: Whose turn it is.
        added: Cells added by extensions.
        pile: The pile (Operations), known to all.
        options: Other options.
    """

    def __init__(
        self,
        row: str = ROW1,
        laid: Laid | None = None,
        hands: Sequence[str] = (),
        *,
        players: int = 3,
        sets: str = BASE,
        active: int = 0,
        added: Sequence[Cell] = (),
        pile: str = "",
        **options: OptionValue,
    ) -> None:
        given: dict[str, OptionValue] = {
            "sets": sets,
            "row_size": str(len(row.split())),
            "loose_patient_swap": "off",
            "start_player": str(active),
        }
        given.update(options)
        state = GAME.begin(players, "board", GAME.check_options(given, players))
        assert isinstance(state, Table)
        self.state = state
        self._next = 0
        self._faces: list[Card] = state.faces[:]
        state.clear()
        for cell, text in zip(starting_row(state.terms.row), row.split(), strict=True):
            state.put(self._card(text), cell)
        for place in added:
            state.belonging = extended(state.terms.row, state.belonging, NUMBER[place])
        for place, text in (laid or {}).items():
            assert NUMBER[place] in state.belonging, f"{place} is no cell"
            state.cells[NUMBER[place]] = self._card(text)
        for seat in range(players):
            text = hands[seat] if seat < len(hands) else SPARE
            state.hands[seat] = [self._card(one) for one in text.split()]
        state.pile = [self._card(one) for one in pile.split()]
        state.pile_known = [sum(1 << card for card in state.pile)] * (players + 1)
        in_use = cards_of(state.terms.sets)
        state.out = [card for card in in_use if card >= self._next]
        state.use_deck(Deck(self._faces, sorted({*in_use, *range(self._next)})))
        state.terms.generated = True
        state.hand_size = max(len(hand) for hand in state.hands)
        state.start_player = state.active = active
        state.then = end_turn
        state.push(active, decisions.TURN)
        state.chance = Chance("board")
        state.relist()
        self.log()

    def _card(self, text: str) -> int:
        card = self._next
        self._faces[card] = parse_card(text, "dog")
        self._next += 1
        return card

    # --- looking ------------------------------------------------------------------------------

    def log(self) -> list[Any]:
        """Start a new log of events and return it."""
        self.state.log = []
        return self.state.log

    def texts(self, viewer: int) -> list[str]:
        """What a viewer reads of the events since the log began."""
        lines = [GAME.event_text(event, viewer) for event in self.state.log or []]
        return [line for line in lines if line]

    def at(self, *cell: int) -> str | None:
        """The card in a cell, as notation."""
        card = self.state.cells[NUMBER[cast("Cell", cell)]]
        return None if card == NO_CARD else self.state.faces[card].notation()

    def hand(self, seat: int) -> list[str]:
        """A hand as notations, in the order of the cards' numbers."""
        return [self.state.faces[card].notation() for card in self.state.hands[seat]]

    def id_of(self, seat: int, text: str) -> int:
        """The card of a hand with this notation."""
        wanted = parse_card(text).notation()
        return next(
            card for card in self.state.hands[seat] if self.state.faces[card].notation() == wanted
        )

    def known(self, viewer: int, seat: int) -> list[str]:
        """What a viewer knows of a hand (the number of players: a spectator)."""
        return [
            self.state.faces[card].notation()
            for card in self.state.hands[seat]
            if self.state.knows(viewer, seat, card)
        ]

    def open_cells(self) -> set[Cell]:
        """The open cells."""
        return {CELLS[cell] for cell in self.state.openings().cells}

    def belonging(self) -> set[Cell]:
        """The cells that belong to the pyramid."""
        return {CELLS[cell] for cell in self.state.belonging}

    def question(self, seat: int) -> str:
        """The kind of question the seat is asked; empty if it is not asked."""
        stack = self.state.stacks[seat]
        return stack[-1].name() if stack else ""

    def legal(self, seat: int) -> set[str]:
        """What the seat may do, cards as notations."""
        return {self._named(action) for action in self.state.legal_actions(seat)}

    def _named(self, action: int) -> str:
        kind, number = act.ACTIONS.family(action)
        return self.state.faces[number].notation() if kind == "card" else GAME.notation(action)

    def cells(self, seat: int) -> set[Cell]:
        """The cells that the seat may choose."""
        return {
            CELLS[action - act.CELL]
            for action in self.state.legal_actions(seat)
            if act.CELL <= action < act.PLAYER
        }

    # --- tests of single cards ------------------------------------------------------------------

    def objection(self, text: str, cell: Cell) -> Objection | None:
        """Why a card, wherever it is, may not be laid in a cell by the usual rules."""
        trial = Trial(self.state, text)
        return placement.objection(trial.table, trial.card, NUMBER[cell])

    def why_not(self, text: str, cell: Cell) -> str:
        """The clause that forbids to lay a card in a cell; empty if it is legal."""
        found = self.objection(text, cell)
        return found.clause if found is not None else ""

    def takes(self, cell: Cell, type: str = "R") -> set[int]:
        """The numbers of medicine that a cell takes."""
        return {number for number in range(1, 10) if not self.why_not(f"{type}{number}", cell)}

    def pairs(self, text: str) -> set[tuple[Cell, Cell]]:
        """The pairs that may be swapped when a card is revealed; ``""``: none is revealed."""
        if not text:
            found = swaps.legal_pairs(self.state, swaps.NO_REVEAL)
        else:
            trial = Trial(self.state, text)
            found = swaps.legal_pairs(trial.table, trial.card)
        return {(CELLS[first], CELLS[second]) for first, second in found}

    # --- doing ------------------------------------------------------------------------------------

    def action(self, seat: int, text: str | Cell) -> int:
        """The action that a card of the hand, a cell or a notation names."""
        if isinstance(text, tuple):
            return act.CELL + NUMBER[text]
        if text[0] in "RBGOUTPS?" and parse_card(text).notation() in self.hand(seat):
            return act.CARD + self.id_of(seat, text)
        return GAME.parse(text)

    def do(self, seat: int, *steps: str | Cell) -> "Board":
        """The seat does the steps; a card that was the only choice was taken already."""
        for step in steps:
            action = self.action(seat, step)
            stack = self.state.stacks[seat]
            taken = stack[-1].data()[:1] if stack and stack[-1].continues() else []
            if not (act.CARD <= action < act.CELL and taken == [action - act.CARD]):
                self.state.apply(seat, action)
        return self

    def place(self, seat: int, text: str, cell: Cell) -> "Board":
        """The seat places a card of its hand."""
        card = self.id_of(seat, text)
        for question, action in (
            ("turn", act.PLACE),
            ("place_card", act.CARD + card),
            ("place_cell", act.CELL + NUMBER[cell]),
        ):
            if self.question(seat) == question:
                self.state.apply(seat, action)
        assert self.state.cells[NUMBER[cell]] == card, f"{text} does not lie in {cell}"
        return self

    def swap(self, seat: int, text: str, first: Cell, second: Cell) -> "Board":
        """The seat reveals a card (none if empty) and swaps two cells."""
        before = (self.at(*first), self.at(*second))
        for question, action in (
            ("turn", act.SWAP),
            ("reveal_card", act.CARD + self.id_of(seat, text) if text else 0),
            ("first_cell", act.CELL + NUMBER[first]),
            ("second_cell", act.CELL + NUMBER[second]),
        ):
            if self.question(seat) == question:
                self.state.apply(seat, action)
        assert (self.at(*second), self.at(*first)) == before
        return self

    def copy(self) -> "Board":
        """An independent board in the same position."""
        other = object.__new__(Board)
        other.state = self.state.copy()
        return other

    def branch_cells(self, text: str) -> set[Cell]:
        """The cells that an effect offers for a card; the board stays as it is."""
        trial = self.copy()
        question = trial.state.stacks[0][-1]
        assert isinstance(question, decisions.ExtendCard)
        trial.state.replace(0, decisions.ExtendCell(trial.id_of(0, text)))
        trial.state.relist()
        return trial.cells(0)

    def push_type(self, text: str) -> None:
        """Ask seat 0 which requirement of a patient is left out, without a forced answer."""
        self.state.replace(0, decisions.EasyType(self.id_of(0, text)))
        self.state.relist()

    def known_in_pile(self, viewer: int) -> int:
        """How many cards of the pile a viewer knows."""
        return len(self.state.view(viewer)["pile"]["cards"])

    def scenario(self) -> Scenario:
        """The position as a scenario of the general tools."""
        return Scenario(GAME, self.state)


class Trial:
    """A copy of a table with one more card, for single questions about it."""

    def __init__(self, table: Table, text: str) -> None:
        copy = table.copy()
        assert isinstance(copy, Table)
        self.table = copy
        self.card = len(IDS)
        self.table.faces = [*table.faces[: self.card], parse_card(text)]


def modes(row: str, laid: Laid | None, text: str, cell: Cell, sets: str = BASE) -> str:
    """The path rules, by first letter, under which a patient may be laid in a cell."""
    found = ""
    for rule in RULES:
        board = Board(row, laid, sets=sets, path_rule=rule)
        if not board.why_not(text, cell):
            found += rule[0]
    return found


def path_of(board: Board, text: str, cell: Cell) -> list[Cell]:
    """The path that is found for a patient."""
    needs = parse_card(text).requirements
    return [CELLS[one] for one in board.state.openings().ground.path(NUMBER[cell], needs)]


def conserved(state: State) -> None:
    """What must hold in every position: no card is lost, and what is known is true."""
    assert isinstance(state, Table)
    places = [card for card in state.cells if card >= 0] + state.pile + state.out
    for hand in state.hands:
        places += hand
    assert sorted(places) == state.deck.in_use, "every card is in exactly one place"
    for viewer in range(state.players + 1):
        for seat, hand in enumerate(state.hands):
            known = state.known[viewer * state.players + seat]
            assert known & ~sum(1 << card for card in hand) == 0, "known cards are in the hand"
        pile = sum(1 << card for card in state.pile)
        assert state.pile_known[viewer] & ~pile == 0, "known cards are in the pile"


def new(players: int, seed: int | str = 0, **options: OptionValue) -> Table:
    """A new game."""
    state = GAME.new(players, seed, options)
    assert isinstance(state, Table)
    return state


def journey(state: Table, seed: int | str, look: Callable[[Table], None]) -> None:
    """Play random actions to the end and look at every position on the way."""
    rng = Random(seed)
    while True:
        look(state)
        if state.is_over:
            return
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))


def ground_again(rule: int, ground: Ground, specials: bool = True) -> Ground:
    """The same pyramid under a rule; where wanted, its specials have no effect on paths."""
    other = Ground(rule)
    for cell, card in enumerate(ground.lying):
        if card != NOTHING:
            dull = not specials and FIRST_SPECIAL <= card < PATIENT_LIES
            other.lay(cell, PATIENT_LIES if dull else card)
    return other
