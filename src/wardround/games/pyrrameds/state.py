"""What lies on the table, and the elementary ways in which it changes."""

from typing import Any, Final

from wardround.core import Chance, Game, OptionValue, State
from wardround.core import fields_of as core_fields_of
from wardround.core import set_fields as core_set_fields
from wardround.games.pyrrameds.cards import (
    BASE,
    EFFECTS,
    INTENSIVE_CARE,
    MASKED,
    MEDICINE,
    OPERATIONS,
    PATH_BACKTRACK,
    PATH_ERROR,
    PATH_TELEPORT,
    PATIENT,
    Card,
    Deck,
    cards_of,
)
from wardround.games.pyrrameds.geometry import (
    NOWHERE,
    SUPPORTS,
    Y,
    extended,
    pyramid,
)
from wardround.games.pyrrameds.material import BOX, Material
from wardround.games.pyrrameds.paths import RULES, Ground

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

BOOK_ROW: Final = (6, 8)
"""The row size of the rulebook, without and with Intensive Care (PY-2.5)."""
FITTED_ROWS: Final = {
    (BASE,): (8, 7, 6, 6, 6),
    (BASE, OPERATIONS): (8, 8, 8, 8, 8),
    (BASE, INTENSIVE_CARE): (10, 10, 10, 8, 8),
    (BASE, OPERATIONS, INTENSIVE_CARE): (9, 9, 9, 9, 9),
}
"""The row sizes that block few games, by sets, for 2 to 6 players (PY-2.24)."""


def row_size(preset: str, chosen: str, sets: list[int], players: int) -> int:
    """The number of cards in the starting row (PY-2.5 to PY-2.8, PY-2.24).

    ``preset`` and ``auto`` are what the first release called ``as_preset`` and ``fitted``; its row
    for Intensive Care had 8 cards.
    """
    if chosen in ("as_preset", "preset") and preset == "book":
        chosen = "book"
    if chosen == "book" or (chosen in ("preset", "auto") and sets == [BASE, INTENSIVE_CARE]):
        return BOOK_ROW[INTENSIVE_CARE in sets]
    if chosen.isdecimal():
        return int(chosen)
    return FITTED_ROWS[tuple(sets)][players - 2]


def loose_patient_swap(preset: str, chosen: str, players: int) -> bool:
    """Whether one wanted medicine is enough when a patient is revealed (PY-7.11)."""
    if chosen == "preset":
        chosen = "off" if preset == "book" else "auto"
    return players == 2 if chosen == "auto" else chosen == "on"


class Openings:
    """What the pyramid offers while no card in it changes: derived, and shared between copies.

    Args:
        cells: The open cells (PY-3.16), in cell order.
        low: For each, the smallest number of its supports that counts.
        high: For each, the largest one.
        effects: Number of specials of each effect that lie in the pyramid.
        ground: What paths can be laid over.
    """

    def __init__(
        self, cells: list[int], low: list[int], high: list[int], effects: list[int], ground: Ground
    ) -> None:
        self.cells = cells
        self.low = low
        self.high = high
        self.effects = effects
        self.ground = ground
        self.first_fit: dict[int, int] = {}

    def acts(self, effect: int) -> bool:
        """Whether a standing effect is in force (PY-8.10, PY-8.50)."""
        return self.effects[effect] > (1 if effect == PATH_TELEPORT else 0)

    def lies(self, effect: int) -> bool:
        """Whether a card of the effect lies in the pyramid."""
        return self.effects[effect] > 0


class Table(State):
    """The position: everything that lies on the table, and where in the turn it is.

    ``cells`` holds by cell the card there or -1, with a place for ``NOWHERE``. Hands are ascending
    card numbers. ``known`` holds for viewer v and holder h, at ``v * players + h``, the cards as
    bits that v knows to be in h's hand (PY-11.6). The viewer after the last seat is a spectator and
    knows what everybody knows. ``pile_known`` is the same for the pile. ``shown`` holds by seat the
    cards as bits that it has shown in the reward being carried out.
    """

    def __init__(self, game: Game, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.deck = Deck([], [])
        self.faces: list[Card] = []
        self.generated = False
        self.own_deck = False
        self.operations = False
        self.intensive_care = False
        self.row = 0
        self.path_rule = 0
        self.loose = False
        self.dead_test = True
        self.stall_rounds = 0
        self.turn_cap = 0
        self.show_memory = True
        self.first_seat = -1
        self.start_player = -1
        self.active = -1
        self.step = 0
        self.turns = 0
        self.passes = 0
        self.idle = 0
        self.main = PLACED
        self.ended_by = GAME_ON
        self.hand_size = 0
        self.belonging: list[int] = []
        self.cells: list[int] = []
        self.hands: list[list[int]] = []
        self.known: list[int] = []
        self.pile: list[int] = []
        self.pile_known: list[int] = []
        self.out: list[int] = []
        self.shown: list[int] = []
        self._openings: Openings | None = None

    def set_up(self, options: dict[str, OptionValue]) -> None:
        """Fix the options (PY-2.1); the flow of the set-up does the rest."""
        sets = sets_of(str(options["sets"]))
        preset = str(options["preset"])
        self.operations = OPERATIONS in sets
        self.intensive_care = INTENSIVE_CARE in sets
        self.row = row_size(preset, str(options["row_size"]), sets, self.players)
        self.path_rule = RULES.index(str(options["path_rule"]))
        self.loose = loose_patient_swap(preset, str(options["loose_patient_swap"]), self.players)
        self.dead_test = bool(options["dead_test"])
        self.stall_rounds = int(options["stall_rounds"])
        self.turn_cap = int(options["turn_cap"])
        self.show_memory = bool(options["show_memory"])
        chosen = str(options["start_player"])
        self.first_seat = -1 if chosen == "random" else int(chosen)
        self.generated = options["deck"] == "generated"
        own = str(options["material"])
        self.own_deck = own != ""
        faces = Material(own, "material").faces if own else BOX.faces
        self.use_deck(Deck(faces, cards_of(sets)))
        self.clear()

    def sets(self) -> list[int]:
        """The sets in use, ascending."""
        sets = [BASE]
        if self.operations:
            sets.append(OPERATIONS)
        if self.intensive_care:
            sets.append(INTENSIVE_CARE)
        return sets

    def use_deck(self, deck: Deck) -> None:
        """Play with these cards."""
        self.deck = deck
        self.faces = deck.faces

    def clear(self) -> None:
        """An empty table: no card lies anywhere."""
        viewers = self.players + 1
        self.stacks = [[] for _ in range(self.players)]
        self._legal = [None] * self.players
        self.belonging = pyramid(self.row)
        self.cells = [NO_CARD] * (NOWHERE + 1)
        self.hands = [[] for _ in range(self.players)]
        self.known = [0] * (viewers * self.players)
        self.pile = []
        self.pile_known = [0] * viewers
        self.out = []
        self.shown = [0] * self.players
        self._openings = None

    def copy_onto(self, other: "Table") -> None:
        """Make a fresh table equal to this one."""
        self.share_base(other)
        other.deck = self.deck
        other.faces = self.faces
        other.generated = self.generated
        other.own_deck = self.own_deck
        other.operations = self.operations
        other.intensive_care = self.intensive_care
        other.row = self.row
        other.path_rule = self.path_rule
        other.loose = self.loose
        other.dead_test = self.dead_test
        other.stall_rounds = self.stall_rounds
        other.turn_cap = self.turn_cap
        other.show_memory = self.show_memory
        other.first_seat = self.first_seat
        other.start_player = self.start_player
        other.active = self.active
        other.step = self.step
        other.turns = self.turns
        other.passes = self.passes
        other.idle = self.idle
        other.main = self.main
        other.ended_by = self.ended_by
        other.hand_size = self.hand_size
        other.belonging = self.belonging
        other.cells = self.cells[:]
        other.hands = [hand[:] for hand in self.hands]
        other.known = self.known[:]
        other.pile = self.pile[:]
        other.pile_known = self.pile_known[:]
        other.out = self.out
        other.shown = self.shown[:]
        other._openings = self._openings

    # --- reading the pyramid ------------------------------------------------------------------

    def openings(self) -> Openings:
        """What the pyramid offers now."""
        openings = self._openings
        if openings is None:
            openings = self._read_pyramid()
            self._openings = openings
        return openings

    def _read_pyramid(self) -> Openings:
        cells: list[int] = []
        low: list[int] = []
        high: list[int] = []
        effects = [0] * len(EFFECTS)
        teleports: list[int] = []
        medicine = [NO_CARD] * (NOWHERE + 1)
        lying = self.cells
        faces = self.faces
        for cell in self.belonging:
            number = lying[cell]
            if number >= 0:
                card = faces[number]
                if card.kind == MEDICINE:
                    medicine[cell] = card.type
                elif card.kind != PATIENT:
                    effects[card.effect] += 1
                    if card.effect == PATH_TELEPORT:
                        teleports.append(cell)
                continue
            left, right = SUPPORTS[cell]
            if lying[left] >= 0 or lying[right] >= 0:
                cells.append(cell)
                smallest, largest = self.limits(cell)
                low.append(smallest)
                high.append(largest)
        ground = Ground(
            self.path_rule,
            medicine,
            lying[:],
            teleports,
            effects[PATH_BACKTRACK] > 0,
            effects[PATH_ERROR] > 0,
        )
        return Openings(cells, low, high, effects, ground)

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

    def put(self, card: int, cell: int) -> None:
        """A card lies in a cell from now on."""
        self.cells[cell] = card
        self._openings = None

    def exchange(self, first: int, second: int) -> None:
        """Two cards of the pyramid change places (PY-7.14)."""
        self.cells[first], self.cells[second] = self.cells[second], self.cells[first]
        self._openings = None

    def take_out(self, cell: int) -> int:
        """A card leaves the pyramid; which one it was."""
        card = self.cells[cell]
        self.cells[cell] = NO_CARD
        self._openings = None
        return card

    def extend_to(self, cell: int) -> None:
        """A cell belongs to the pyramid from now on, and others with it (PY-8.29)."""
        self.belonging = extended(self.row, self.belonging, cell)
        self._openings = None

    # --- hands and what is known of them --------------------------------------------------------

    def leave_hand(self, seat: int, card: int) -> None:
        """A card leaves a hand; nobody's knowledge of it there remains (PY-11.9)."""
        self.hands[seat].remove(card)
        for viewer in range(self.players + 1):
            self.known[viewer * self.players + seat] &= ~(1 << card)
        self.shown[seat] &= ~(1 << card)

    def join_hand(self, seat: int, card: int) -> None:
        """A card comes into a hand."""
        hand = self.hands[seat]
        hand.append(card)
        hand.sort()

    def learn(self, viewer: int, seat: int, card: int) -> None:
        """A viewer knows from now on that the card is in the seat's hand."""
        if viewer != seat:
            self.known[viewer * self.players + seat] |= 1 << card

    def learn_all(self, seat: int, card: int) -> None:
        """Everybody knows from now on that the card is in the seat's hand (PY-11.7)."""
        for viewer in range(self.players + 1):
            self.learn(viewer, seat, card)

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
        for seat in range(self.players):
            self.stacks[seat].clear()
            self._legal[seat] = None


def sets_of(text: str) -> list[int]:
    """The sets that a value of the option names, ascending."""
    found = [BASE]
    if "operations" in text:
        found.append(OPERATIONS)
    if "intensive_care" in text:
        found.append(INTENSIVE_CARE)
    return found


def layers(belonging: list[int]) -> list[int]:
    """The y of every layer that has cells, from the top down."""
    return sorted({Y[cell] for cell in belonging}, reverse=True)


FIELDS: Final = (
    "over",
    "generated",
    "own_deck",
    "operations",
    "intensive_care",
    "row",
    "path_rule",
    "loose",
    "dead_test",
    "stall_rounds",
    "turn_cap",
    "show_memory",
    "first_seat",
    "start_player",
    "active",
    "step",
    "turns",
    "passes",
    "idle",
    "main",
    "ended_by",
    "hand_size",
    "belonging",
    "cells",
    "known",
    "pile",
    "pile_known",
    "out",
    "shown",
)


def fields_of(table: Table) -> dict[str, Any]:
    """The fields of a table as plain data, lists copied."""
    values = core_fields_of(table, FIELDS)
    values["hands"] = [hand[:] for hand in table.hands]
    return values


def set_fields(table: Table, values: dict[str, Any]) -> None:
    """Put the fields of :func:`fields_of` back."""
    core_set_fields(table, FIELDS, values)
    table.hands = [list(hand) for hand in values["hands"]]
