"""What lies on the table, and the elementary ways in which it changes."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from wardround.core import Chance, Declaration, OptionValue, State
from wardround.games.pyrrameds.cards import EFFECTS, MASKED, PATH_TELEPORT, Card, Deck
from wardround.games.pyrrameds.geometry import (
    NOWHERE,
    SUPPORTS,
    Y,
    extended,
    pyramid,
)
from wardround.games.pyrrameds.material import saved_deck
from wardround.games.pyrrameds.options import USUAL_TERMS, Terms
from wardround.games.pyrrameds.paths import FIRST_SPECIAL, PATIENT_LIES, Ground

NO_CARD: Final = -1
ABOVE_ALL: Final = 10
BELOW_ALL: Final = 0

PLACED: Final = 0
SWAPPED: Final = 1
PASSED: Final = 2
"""Main actions of a turn."""

GAME_ON: Final = 0
EMPTY_HAND: Final = 1
ALL_PASSED: Final = 2
DEAD: Final = 3
STALLED: Final = 4
TURN_CAP: Final = 5
ENDINGS: Final = ["", "empty_hand", "all_passed", "dead", "stalled", "turn_cap"]
"""How a game ends (PY-10.4, PY-10.7 to PY-10.10); all but the first are blocked games."""


NUMBERS: Final = 10
"""The numbers on cards: 1 to 9, and ``MASKED``."""


def _numbers_taken(left: int, right: int) -> int:
    counting = [number for number in (left, right) if number != MASKED]
    taken = 0
    for number in range(NUMBERS):
        if number == MASKED or not counting or not min(counting) <= number <= max(counting):
            taken |= 1 << number
    return taken


TAKEN: Final = [_numbers_taken(*divmod(supports, NUMBERS)) for supports in range(NUMBERS**2)]
"""The numbers that a cell takes, as bits, by the numbers of its left and right support (PY-4.12 to
PY-4.14, PY-9.3): at ``10 * left + right``, with ``MASKED`` where no card lies."""


class Openings:
    """What the pyramid offers while no card in it changes: derived, and shared between copies.

    Args:
        cells: The open cells (PY-3.16), in cell order.
        takes: For each, the numbers that it takes, as bits.
        ground: What lies in the pyramid, and what paths can be laid over.
    """

    def __init__(self, cells: list[int], takes: list[int], ground: Ground) -> None:
        self.cells = cells
        self.takes = takes
        self.ground = ground
        self.taken_somewhere = 0
        for numbers in takes:
            self.taken_somewhere |= numbers
        self.fitting: dict[int, bool] = {}
        self._effects: list[int] = []

    def acts(self, effect: int) -> bool:
        """Whether a standing effect is in force (PY-8.10, PY-8.50)."""
        lying = self.ground.twice if effect == PATH_TELEPORT else self.ground.once
        return (lying >> FIRST_SPECIAL + effect) & 1 == 1

    def effects(self) -> list[int]:
        """How many specials of each effect lie in the pyramid."""
        if not self._effects:
            self._effects = [0] * len(EFFECTS)
            for card in self.ground.lying:
                if FIRST_SPECIAL <= card < PATIENT_LIES:
                    self._effects[card - FIRST_SPECIAL] += 1
        return self._effects

    def lies(self, effect: int) -> bool:
        """Whether a card of the effect lies in the pyramid."""
        return (self.ground.once >> FIRST_SPECIAL + effect) & 1 == 1


NO_DECK: Final = Deck([], [])
NONE: Final[list[int]] = []


class Table(State):
    """The position: everything that lies on the table, and where in the turn it is.

    A copy shares the long list of cells until one of the two changes it. A hand and the pile are
    never changed in place: whoever changes one makes a new list.

    ``cells`` holds by cell the card there or -1, with a place for ``NOWHERE``. Hands are ascending
    card numbers. ``known`` holds for viewer v and holder h, at ``v * players + h``, the cards as
    bits that v knows to be in h's hand (PY-11.6). The viewer after the last seat is a spectator and
    knows what everybody knows. ``pile_known`` is the same for the pile. ``shown`` holds by seat the
    cards as bits that it has shown in the reward being carried out.
    """

    derived: ClassVar[tuple[str, ...]] = ("terms", "deck", "faces")

    def __init__(self, game: Declaration, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.terms = USUAL_TERMS
        self.deck = NO_DECK
        self.faces: list[Card] = []
        self.start_player = -1
        self.active = -1
        self.turns = 0
        self.passes = 0
        self.idle = 0
        self.main = PLACED
        self.ended_by = GAME_ON
        self.hand_size = 0
        self.belonging = NONE
        self.cells = NONE
        self.hands: list[list[int]] = []
        self.known = NONE
        self.pile = NONE
        self.pile_known = NONE
        self.out = NONE
        self.shown = NONE
        self._cells_shared = False
        self._openings: Openings | None = None

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        """Fix the options (PY-2.1); the flow of the set-up does the rest."""
        self.terms = Terms(options, self.players)
        self.use_deck(self.terms.deck)
        self.clear()

    def use_deck(self, deck: Deck) -> None:
        """Play with these cards."""
        self.deck = deck
        self.faces = deck.faces

    def clear(self) -> None:
        """An empty table: no card lies anywhere."""
        viewers = self.players + 1
        self.belonging = pyramid(self.terms.row)
        self.cells = [NO_CARD] * (NOWHERE + 1)
        self.hands = [[] for _ in range(self.players)]
        self.known = [0] * (viewers * self.players)
        self.pile = []
        self.pile_known = [0] * viewers
        self.out = []
        self.shown = [0] * self.players
        self._openings = None

    def copy(self) -> "Table":
        other = Table(self.game, self.players, self.chance.copy())
        self.share_base(other)
        other.terms = self.terms
        other.deck = self.deck
        other.faces = self.faces
        other.start_player = self.start_player
        other.active = self.active
        other.turns = self.turns
        other.passes = self.passes
        other.idle = self.idle
        other.main = self.main
        other.ended_by = self.ended_by
        other.hand_size = self.hand_size
        other.belonging = self.belonging
        other.cells = self.cells
        other._cells_shared = True
        self._cells_shared = True
        other.hands = self.hands[:]
        other.known = self.known[:]
        other.pile = self.pile
        other.pile_known = self.pile_known[:]
        other.out = self.out
        other.shown = self.shown[:]
        other._openings = self._openings
        return other

    def snapshot(self) -> dict[str, Any]:
        """With the deck, where it cannot be worked out from the options."""
        return super().snapshot() | {"deck": self.deck.save() if self.terms.generated else []}

    def load(self, snapshot: Mapping[str, Any]) -> None:
        if snapshot["deck"]:
            self.use_deck(saved_deck(self.terms.sets, snapshot["deck"]))
        super().load(snapshot)

    # --- reading the pyramid ------------------------------------------------------------------

    def openings(self) -> Openings:
        """What the pyramid offers now."""
        openings = self._openings
        if openings is None:
            openings = self._read_pyramid()
            self._openings = openings
        return openings

    def _read_pyramid(self) -> Openings:
        ground = Ground(self.terms.path_rule)
        lying = self.cells
        faces = self.faces
        empty: list[int] = []
        for cell in self.belonging:
            number = lying[cell]
            if number < 0:
                empty.append(cell)
            else:
                ground.lay(cell, faces[number].lying)
        cells: list[int] = []
        takes: list[int] = []
        for cell in empty:
            place, beside = SUPPORTS[cell]
            left, right = lying[place], lying[beside]
            if left >= 0 or right >= 0:
                cells.append(cell)
                takes.append(
                    TAKEN[
                        NUMBERS * (faces[left].number if left >= 0 else MASKED)
                        + (faces[right].number if right >= 0 else MASKED)
                    ]
                )
        return Openings(cells, takes, ground)

    def supporters(self, cell: int) -> list[int]:
        """The cards that carry a cell: none, one or two (PY-3.10, PY-3.11)."""
        left, right = SUPPORTS[cell]
        return [self.cells[one] for one in (left, right) if self.cells[one] >= 0]

    def limits(self, cell: int) -> tuple[int, int]:
        """The smallest and largest number of the supports that count (PY-4.12, PY-9.3)."""
        low = ABOVE_ALL
        high = BELOW_ALL
        for support in SUPPORTS[cell]:
            card = self.cells[support]
            if card >= 0:
                number = self.faces[card].number
                if number != MASKED:
                    low = min(low, number)
                    high = max(high, number)
        return (low, high)

    def occupied(self) -> list[int]:
        """The cells with a card, in cell order."""
        return [cell for cell in self.belonging if self.cells[cell] >= 0]

    def face(self, card: int) -> int:
        """What is printed on a card as one number, for events."""
        return self.faces[card].code

    # --- changing the pyramid -----------------------------------------------------------------

    def _own_cells(self) -> list[int]:
        """The list of cells, to be changed: no copy shares it any more."""
        if self._cells_shared:
            self.cells = self.cells[:]
            self._cells_shared = False
        self._openings = None
        return self.cells

    def put(self, card: int, cell: int) -> None:
        """A card lies in a cell from now on."""
        self._own_cells()[cell] = card

    def exchange(self, first: int, second: int) -> None:
        """Two cards of the pyramid change places (PY-7.14)."""
        cells = self._own_cells()
        cells[first], cells[second] = cells[second], cells[first]

    def take_out(self, cell: int) -> int:
        """A card leaves the pyramid; which one it was."""
        card = self.cells[cell]
        self._own_cells()[cell] = NO_CARD
        return card

    def extend_to(self, cell: int) -> None:
        """A cell belongs to the pyramid from now on, and others with it (PY-8.29)."""
        self.belonging = extended(self.terms.row, self.belonging, cell)
        self._openings = None

    # --- hands and what is known of them --------------------------------------------------------

    def leave_hand(self, seat: int, card: int) -> None:
        """A card leaves a hand; nobody's knowledge of it there remains (PY-11.9)."""
        hand = self.hands[seat][:]
        hand.remove(card)
        self.hands[seat] = hand
        gone = 1 << card
        for place in range(seat, len(self.known), self.players):
            self.known[place] &= ~gone
        self.shown[seat] &= ~gone

    def join_hand(self, seat: int, card: int) -> None:
        """A card comes into a hand."""
        self.hands[seat] = sorted([*self.hands[seat], card])

    def learn(self, viewer: int, seat: int, card: int) -> None:
        """A viewer knows from now on that the card is in the seat's hand."""
        if viewer != seat:
            self.known[viewer * self.players + seat] |= 1 << card

    def learn_all(self, seat: int, card: int) -> None:
        """Everybody knows from now on that the card is in the seat's hand (PY-11.7)."""
        for viewer in range(self.players + 1):
            self.learn(viewer, seat, card)

    def learn_pile(self, card: int) -> None:
        """Everybody knows from now on that the card is in the pile (PY-2.13, PY-8.17)."""
        self.pile_known = [known | 1 << card for known in self.pile_known]

    def knows(self, viewer: int, seat: int, card: int) -> bool:
        """Whether a viewer (the number of players: a spectator) knows this card of a hand."""
        if viewer == seat:
            return card in self.hands[seat]
        return (self.known[viewer * self.players + seat] >> card) & 1 == 1

    # --- the end ----------------------------------------------------------------------------------

    def finish(self, reason: int) -> None:
        """The game is over."""
        self.over = True
        self.ended_by = reason
        self.chance.reveal()
        self.open_stacks()


def layers(belonging: list[int]) -> list[int]:
    """The y of every layer that has cells, from the top down."""
    return sorted({Y[cell] for cell in belonging}, reverse=True)
