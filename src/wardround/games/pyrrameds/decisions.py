"""The questions of the game: who is asked, what may be chosen, what happens then.

In the order of PY-12: a turn, placing, swapping, the reward, the one-time effects. Each class
answers in ``objection`` which clause forbids a candidate.

What a player has chosen but not yet laid or revealed is hidden from the others (the card of a
placement, the cards to be exchanged ...). ``seen_as`` is the question for which they may take it.
"""

from typing import ClassVar, Final

from wardround.core import Decision, Objection, Questions
from wardround.core.words import counted, listed
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds import placement, swaps
from wardround.games.pyrrameds.cards import (
    ADD,
    EXTEND,
    MEDICINE,
    ONE_TIME,
    PATIENT,
    PATIENT_EASY,
    PATIENT_REWARD_EXTRA,
    REMOVE,
    REPLACE_HAND,
    SEE_HAND,
    SPECIAL,
    SWAP_HAND,
    TYPES,
    Card,
)
from wardround.games.pyrrameds.endings import conclude
from wardround.games.pyrrameds.geometry import NOWHERE, Y
from wardround.games.pyrrameds.material import BOX
from wardround.games.pyrrameds.paths import WILD, Requirements
from wardround.games.pyrrameds.state import EMPTY_HAND, PASSED, PLACED, SWAPPED, Table
from wardround.games.pyrrameds.swaps import NO_REVEAL
from wardround.games.pyrrameds.words import card_name, need_words

MOST_EXCHANGED: Final = 3
NOTHING: Final = -1


class Question(Decision[Table]):
    """A question of this game."""

    def seen_as(self) -> "Question":
        """The question that the others may take it for: one without hidden choices."""
        return self


def cell_actions(cells: list[int]) -> list[int]:
    """The actions that name these cells."""
    return [act.CELL + cell for cell in cells]


def card_actions(cards: list[int]) -> list[int]:
    """The actions that name these cards."""
    return [act.CARD + card for card in cards]


# --- the turn (D-01) ----------------------------------------------------------------------------

NO_PLACE: Final = Objection("PY-4.3", "None of your cards may be laid anywhere.")
NO_SWAP: Final = Objection("PY-7.23", "No card of yours allows a swap.")
NO_PASS: Final = Objection("PY-4.4", "You may pass only if you can neither place nor swap.")


class Turn(Question):
    """Place, swap or, if neither is possible, pass (PY-4.2 to PY-4.5)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PLACE, act.SWAP, act.PASS]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PLACE:
            return None if placement.can_place(state, seat) else NO_PLACE
        if action == act.SWAP:
            return None if swaps.can_swap(state, seat) else NO_SWAP
        if placement.can_place(state, seat) or swaps.can_swap(state, seat):
            return NO_PASS
        return None

    def legal(self, state: Table, seat: int) -> list[int]:
        swap = swaps.can_swap(state, seat)
        if placement.can_place(state, seat):
            return [act.PLACE, act.SWAP] if swap else [act.PLACE]
        return [act.SWAP] if swap else [act.PASS]

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.PLACE:
            state.replace(seat, PLACE_CARD)
        elif action == act.SWAP:
            state.replace(seat, SILENT_SWAP if swaps.silent(state) else REVEAL_CARD)
        else:
            state.pop(seat)
            state.main = PASSED
            state.tell("pass", seat)
            state.chance.reveal()

    def ask(self, state: Table, seat: int) -> str:
        return "place a card, or swap two cards of the pyramid"

    def announce(self, state: Table, seat: int) -> str:
        return TAKE_TURN


TAKE_TURN: Final = "take your turn"


class TurnPart(Question):
    """A further choice of the turn; until it is carried out, the others see the turn."""

    def continues(self) -> bool:
        return True

    def announce(self, state: Table, seat: int) -> str:
        return TAKE_TURN

    def seen_as(self) -> Question:
        return TURN


# --- placing (D-02, D-03) -----------------------------------------------------------------------

NO_CELL: Final = Objection("PY-4.10", "No open place takes the number {number}.")
NO_CELL_FOR_PATIENT: Final = Objection(
    "PY-4.11", "No open place has a path that passes {wanted}, nothing more and nothing less."
)


class PlaceCard(TurnPart):
    """Which card of the hand is placed (PY-4.9)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return card_actions(state.hands[seat])

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        card = action - act.CARD
        if placement.fits_somewhere(state, card):
            return None
        return NO_CELL_FOR_PATIENT if state.faces[card].kind == PATIENT else NO_CELL

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        if not state.openings().cells:
            return NO_OPEN_CELL.text
        card = state.faces[action - act.CARD]
        return objection.text.format(number=card.number, wanted=need_words(card.needs))

    def take(self, state: Table, seat: int, action: int) -> None:
        state.replace(seat, PlaceCell(action - act.CARD))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the card to place"


class PlaceCell(TurnPart):
    """Where the card is laid (PY-4.10, PY-4.11)."""

    def __init__(self, card: int) -> None:
        self.card = card

    def candidates(self, state: Table, seat: int) -> list[int]:
        return cell_actions(state.belonging)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return placement.objection(state, self.card, action - act.CELL)

    def legal(self, state: Table, seat: int) -> list[int]:
        return cell_actions(placement.fits(state, self.card))

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        card = state.faces[self.card]
        return placement.elaborate(state, card, card.requirements, action - act.CELL, objection)

    def take(self, state: Table, seat: int, action: int) -> None:
        cell = action - act.CELL
        card = state.faces[self.card]
        state.pop(seat)
        state.main = PLACED
        if state.log is not None:
            path = path_codes(state, card.requirements, cell)
            state.tell("place", seat, (card.code, cell, *path))
        if lay(state, seat, self.card, cell):
            consequence(state, seat, self.card, cell, card.needs)

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the place for {card_name(state.faces[self.card])}"


def path_for(state: Table, needs: Requirements, cell: int) -> list[int]:
    """The path that the search finds for a patient; empty for other cards."""
    return state.openings().ground.path(cell, needs)


def path_codes(state: Table, needs: Requirements, cell: int) -> list[int]:
    """What is printed on the cards of that path, for events."""
    return [state.face(state.cells[one]) for one in path_for(state, needs, cell)]


def lay(state: Table, seat: int, card: int, cell: int) -> bool:
    """A hand card goes into a cell; whether the game goes on (PY-4.22, PY-8.14)."""
    state.leave_hand(seat, card)
    state.put(card, cell)
    state.chance.reveal()
    if state.hands[seat]:
        return True
    conclude(state, EMPTY_HAND)
    return False


def consequence(state: Table, seat: int, card: int, cell: int, rewarded: list[int]) -> None:
    """What a card just laid brings at once: a patient's reward, a special's one-time effect.

    Args:
        rewarded: The requirements that give a look each (PY-5.22); none for medicine.
    """
    face = state.faces[card]
    if face.kind == SPECIAL and face.effect <= ONE_TIME:
        state.push(seat, effect_question(face.effect, cell))
    elif face.kind == PATIENT and rewarded:
        state.shown = [0] * state.players
        state.push(seat, NameOpponent(0, rewarded))


# --- swapping (D-04 to D-06) --------------------------------------------------------------------


class RevealCard(TurnPart):
    """Which hand card is revealed for the swap (PY-7.5 to PY-7.7)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return card_actions(state.hands[seat])

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return swaps.reveal_objection(state, action - act.CARD)

    def take(self, state: Table, seat: int, action: int) -> None:
        card = action - act.CARD
        state.tell("reveal", seat, (state.face(card),))
        state.learn_all(seat, card)
        state.chance.reveal()
        state.replace(seat, FirstCell(card))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the card to reveal to all"


class FirstCell(Question):
    """The cell of the pair that comes first in cell order (PY-7.2, PY-7.19)."""

    def __init__(self, card: int) -> None:
        self.card = card

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return cell_actions(state.belonging)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        cell = action - act.CELL
        if state.cells[cell] < 0:
            return swaps.EMPTY
        return None if swaps.second_cells(state, self.card, cell) else swaps.NO_PARTNER

    def legal(self, state: Table, seat: int) -> list[int]:
        return cell_actions(swaps.first_cells(state, self.card))

    def take(self, state: Table, seat: int, action: int) -> None:
        state.replace(seat, SecondCell(self.card, action - act.CELL))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the first of the two cards to swap"

    def announce(self, state: Table, seat: int) -> str:
        return TAKE_TURN if self.card == NO_REVEAL else "swap two cards of the pyramid"

    def seen_as(self) -> Question:
        return TURN if self.card == NO_REVEAL else self


class SecondCell(Question):
    """The other cell of the pair (PY-7.9 to PY-7.12)."""

    def __init__(self, card: int, first: int) -> None:
        self.card = card
        self.first = first

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return cell_actions(state.belonging)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        cell = action - act.CELL
        if state.cells[cell] < 0:
            return swaps.EMPTY
        return swaps.pair_objection(state, self.card, self.first, cell)

    def legal(self, state: Table, seat: int) -> list[int]:
        return cell_actions(swaps.second_cells(state, self.card, self.first))

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        if self.card == NO_REVEAL:
            return objection.text
        return objection.text.format(wanted=wanted_words(state, state.faces[self.card]))

    def take(self, state: Table, seat: int, action: int) -> None:
        cell = action - act.CELL
        state.pop(seat)
        state.main = SWAPPED
        one, other = state.face(state.cells[self.first]), state.face(state.cells[cell])
        state.tell("swap", seat, (one, self.first, other, cell))
        state.exchange(self.first, cell)

    def ask(self, state: Table, seat: int) -> str:
        return "choose the card that it changes places with"

    def announce(self, state: Table, seat: int) -> str:
        return "swap two cards of the pyramid"


def wanted_words(state: Table, card: Card) -> str:
    """The medicine that a revealed card speaks of, in words."""
    types = card.needs if card.kind == PATIENT else [card.type]
    if WILD in types:
        return "medicine of any type"
    named = [TYPES[type] for type in range(WILD) if type in types]
    if state.terms.intensive_care:
        named.append(TYPES[WILD])
    return f"{listed(named, 'or')} medicine"


# --- the reward (D-07, D-08) --------------------------------------------------------------------

NOT_ONESELF: Final = Objection("PY-5.11", "You may not name yourself.")
NOT_YOURSELF: Final = Objection("PY-8.38", "You may not name yourself.")
NOT_AT_TABLE: Final = Objection("PY-0.1", "Nobody sits there.")
SHOWN_ALREADY: Final = Objection(
    "PY-5.14", "You showed this card in this reward already and still have one that you did not."
)
MUST_MATCH: Final = Objection(
    "PY-8.68", "While Wanted looks lies in the pyramid you must show {type} medicine."
)


class NameOpponent(Question):
    """Who must show a card next, or no further look (PY-5.9 to PY-5.12).

    Args:
        look: How many looks were taken.
        needs: The requirements rewarded, one for each look.
    """

    def __init__(self, look: int, needs: list[int]) -> None:
        self.look = look
        self.needs = needs

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [*range(act.PLAYER, act.PLAYER + state.players), act.STOP]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return NOT_ONESELF if action == act.PLAYER + seat else None

    def legal(self, state: Table, seat: int) -> list[int]:
        legal = self.candidates(state, seat)
        del legal[seat]
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        if action == act.STOP:
            state.tell("stop_reward", seat, (len(self.needs) - self.look,))
            return
        named = action - act.PLAYER
        state.tell("name", seat, (named, self.look + 1, len(self.needs)))
        state.chance.reveal()
        state.push(named, ShowCard(seat, self.look, self.needs))

    def ask(self, state: Table, seat: int) -> str:
        left = len(self.needs) - self.look
        return f"name a player who must show you a card, or stop ({counted(left, 'look')} left)"

    def announce(self, state: Table, seat: int) -> str:
        return "name a player who must show a card, or stop"


class ShowCard(Question):
    """Which card the named player shows (PY-5.13 to PY-5.15, PY-8.68).

    Args:
        asker: The player who sees it.
        look: How many looks were taken before.
        needs: The requirements rewarded.
    """

    def __init__(self, asker: int, look: int, needs: list[int]) -> None:
        self.asker = asker
        self.look = look
        self.needs = needs

    def candidates(self, state: Table, seat: int) -> list[int]:
        return card_actions(state.hands[seat])

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        card = action - act.CARD
        if not free_to_show(state, seat, card):
            return SHOWN_ALREADY
        if not state.openings().acts(PATIENT_REWARD_EXTRA) or self._matches(state, card):
            return None
        for other in state.hands[seat]:
            if free_to_show(state, seat, other) and self._matches(state, other):
                return MUST_MATCH
        return None

    def legal(self, state: Table, seat: int) -> list[int]:
        hand = state.hands[seat]
        shown = state.shown[seat]
        free: list[int] = []
        for card in hand:
            if not (shown >> card) & 1:
                free.append(card)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        if not free:
            free = hand
        if state.openings().acts(PATIENT_REWARD_EXTRA):
            free = [card for card in free if self._matches(state, card)] or free
        return card_actions(free)

    def _matches(self, state: Table, card: int) -> bool:
        """Whether it is medicine of the type that this look belongs to (PY-8.69)."""
        face = state.faces[card]
        need = self.needs[self.look]
        return face.kind == MEDICINE and (need == WILD or face.type in (need, WILD))

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        need = self.needs[self.look]
        return objection.text.format(type="any" if need == WILD else TYPES[need])

    def take(self, state: Table, seat: int, action: int) -> None:
        card = action - act.CARD
        state.pop(seat)
        state.shown[seat] |= 1 << card
        state.learn(self.asker, seat, card)
        both = (1 << seat) | (1 << self.asker)
        state.tell("show", seat, (self.asker,), (state.face(card),), both)
        state.chance.reveal()
        if self.look + 1 < len(self.needs):
            state.push(self.asker, NameOpponent(self.look + 1, self.needs))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the card to show"

    def announce(self, state: Table, seat: int) -> str:
        return "show a card"


def free_to_show(state: Table, seat: int, card: int) -> bool:
    """Whether a card was not shown in this reward, or all of the hand were (PY-5.14, PY-5.15)."""
    shown = state.shown[seat]
    if not (shown >> card) & 1:
        return True
    for other in state.hands[seat]:
        if not (shown >> other) & 1:
            return False
    return True


# --- one-time effects (D-09 to D-20) ------------------------------------------------------------

NO_OPEN_CELL: Final = Objection("PY-8.24", "There is no open place.")
NO_EXTENSION: Final = Objection("PY-8.26", "No place at the end of a layer takes this card.")
NOT_THE_ROW: Final = Objection("PY-8.18", "Cards of the starting row cannot be removed.")
NOT_ITSELF: Final = Objection("PY-8.17", "The special cannot remove itself.")
NOT_EXCHANGE_ITSELF: Final = Objection("PY-8.33", "The special cannot be exchanged itself.")
NOTHING_THERE: Final = Objection("PY-8.33", "No card lies there.")
NOTHING_TO_REMOVE: Final = Objection("PY-8.17", "No card lies there.")
CHOSEN: Final = Objection("PY-8.41", "You chose this card already.")
NO_PATIENT: Final = Objection("PY-8.46", "This is no patient.")
NO_EASY_CELL: Final = Objection(
    "PY-8.46", "Whatever requirement is left out, no open place has a path for the others."
)
NOT_REQUIRED: Final = Objection("PY-8.46", "The patient has no {type} requirement.")
NO_CELL_WITHOUT: Final = Objection(
    "PY-8.46", "Even without one {type} requirement, no open place has a path."
)


class Effect(Question):
    """A question of a one-time effect; its first one may be declined (PY-8.6)."""

    effect: ClassVar[int] = NOTHING

    def announce(self, state: Table, seat: int) -> str:
        return f"carry out {BOX.specials[self.effect].name}"

    def decline(self, state: Table, seat: int) -> None:
        """The effect is not carried out, or cannot be: it looks the same (PY-8.7)."""
        state.pop(seat)
        state.tell("decline", seat, (self.effect,))


class EffectCard(Effect):
    """Which hand card the effect is carried out with; it may be declined."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [*card_actions(state.hands[seat]), act.STOP]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None if action == act.STOP else self.card_objection(state, action - act.CARD)

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.STOP:
            self.decline(state, seat)
        else:
            state.replace(seat, self.go_on(action - act.CARD))

    def card_objection(self, state: Table, card: int) -> Objection | None:
        """Why the effect cannot be carried out with the card."""
        return None

    def go_on(self, card: int) -> Question:
        """The question that follows."""
        raise NotImplementedError


class EffectPart(Effect):
    """A further choice of an effect."""

    def continues(self) -> bool:
        return True


class RemoveCell(Effect):
    """Which card leaves the pyramid (PY-8.17, PY-8.18)."""

    effect: ClassVar[int] = REMOVE

    def __init__(self, own: int) -> None:
        self.own = own

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [*cell_actions(state.belonging), act.STOP]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.STOP:
            return None
        cell = action - act.CELL
        if state.cells[cell] < 0:
            return NOTHING_TO_REMOVE
        if Y[cell] == 0:
            return NOT_THE_ROW
        return NOT_ITSELF if cell == self.own else None

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.STOP:
            self.decline(state, seat)
            return
        state.pop(seat)
        card = state.take_out(action - act.CELL)
        state.tell("remove", seat, (state.face(card), action - act.CELL))
        state.pile = sorted([*state.pile, card])
        state.learn_pile(card)

    def ask(self, state: Table, seat: int) -> str:
        return "choose a card to remove from the pyramid, or stop"


class AddCard(EffectCard):
    """Which further card is laid without a test (PY-8.21)."""

    effect: ClassVar[int] = ADD

    def card_objection(self, state: Table, card: int) -> Objection | None:
        return None if state.openings().cells else NO_OPEN_CELL

    def go_on(self, card: int) -> Question:
        return AddCell(card)

    def ask(self, state: Table, seat: int) -> str:
        return "choose a card to lay without a test, or stop"


class AddCell(EffectPart):
    """Where it is laid: any open cell (PY-8.21)."""

    effect: ClassVar[int] = ADD

    def __init__(self, card: int) -> None:
        self.card = card

    def candidates(self, state: Table, seat: int) -> list[int]:
        return cell_actions(state.belonging)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return placement.cell_objection(state, action - act.CELL)

    def legal(self, state: Table, seat: int) -> list[int]:
        return cell_actions(state.openings().cells)

    def take(self, state: Table, seat: int, action: int) -> None:
        cell = action - act.CELL
        state.pop(seat)
        state.tell("lay", seat, (ADD, state.face(self.card), cell))
        if lay(state, seat, self.card, cell):
            consequence(state, seat, self.card, cell, [])

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the place for {card_name(state.faces[self.card])}"

    def seen_as(self) -> Question:
        return ADD_CARD


class ExtendCard(EffectCard):
    """Which card goes to the end of a layer (PY-8.25)."""

    effect: ClassVar[int] = EXTEND

    def card_objection(self, state: Table, card: int) -> Objection | None:
        for cell in placement.extension_cells(state):
            if placement.extension_objection(state, card, cell) is None:
                return None
        return NO_EXTENSION

    def go_on(self, card: int) -> Question:
        return ExtendCell(card)

    def ask(self, state: Table, seat: int) -> str:
        return "choose a card to lay at the end of a layer, or stop"


class ExtendCell(EffectPart):
    """At which end of which layer it is laid (PY-8.26 to PY-8.30)."""

    effect: ClassVar[int] = EXTEND

    def __init__(self, card: int) -> None:
        self.card = card

    def candidates(self, state: Table, seat: int) -> list[int]:
        return cell_actions(placement.extension_cells(state))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return placement.extension_objection(state, self.card, action - act.CELL)

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        card = state.faces[self.card]
        return placement.elaborate(state, card, card.requirements, action - act.CELL, objection)

    def take(self, state: Table, seat: int, action: int) -> None:
        cell = action - act.CELL
        card = state.faces[self.card]
        state.pop(seat)
        if state.log is not None:
            path = path_codes(state, card.requirements, cell)
            state.tell("lay", seat, (EXTEND, card.code, cell, *path))
        state.extend_to(cell)
        if lay(state, seat, self.card, cell):
            consequence(state, seat, self.card, cell, card.needs)

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the place for {card_name(state.faces[self.card])}"

    def seen_as(self) -> Question:
        return EXTEND_CARD


class SwapHandCard(EffectCard):
    """Which hand card goes into the pyramid (PY-8.33)."""

    effect: ClassVar[int] = SWAP_HAND

    def __init__(self, own: int) -> None:
        self.own = own

    def go_on(self, card: int) -> Question:
        return SwapHandCell(self.own, card)

    def ask(self, state: Table, seat: int) -> str:
        return "choose a hand card to exchange with a card of the pyramid, or stop"


class SwapHandCell(EffectPart):
    """Which card of the pyramid comes into the hand (PY-8.33 to PY-8.36)."""

    effect: ClassVar[int] = SWAP_HAND

    def __init__(self, own: int, card: int) -> None:
        self.own = own
        self.card = card

    def candidates(self, state: Table, seat: int) -> list[int]:
        return cell_actions(state.belonging)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        cell = action - act.CELL
        if state.cells[cell] < 0:
            return NOTHING_THERE
        return NOT_EXCHANGE_ITSELF if cell == self.own else None

    def take(self, state: Table, seat: int, action: int) -> None:
        cell = action - act.CELL
        taken = state.cells[cell]
        state.pop(seat)
        state.tell("exchange", seat, (state.face(self.card), cell, state.face(taken)))
        state.leave_hand(seat, self.card)
        state.join_hand(seat, taken)
        state.learn_all(seat, taken)
        state.put(self.card, cell)
        state.chance.reveal()

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the card to take for {card_name(state.faces[self.card])}"

    def seen_as(self) -> Question:
        return SwapHandCard(self.own)


class SeeHand(Effect):
    """Whose hand is looked at (PY-8.38)."""

    effect: ClassVar[int] = SEE_HAND

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [*range(act.PLAYER, act.PLAYER + state.players), act.STOP]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return NOT_YOURSELF if action == act.PLAYER + seat else None

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.STOP:
            self.decline(state, seat)
            return
        named = action - act.PLAYER
        state.pop(seat)
        hand = state.hands[named]
        for card in hand:
            state.learn(seat, named, card)
        faces = tuple([state.face(card) for card in hand])
        state.tell("see_hand", seat, (named,), faces, 1 << seat)
        state.chance.reveal()

    def ask(self, state: Table, seat: int) -> str:
        return "name a player whose hand you look at, or stop"


class ReplaceCard(Effect):
    """Which hand cards go into the pile, up to three (PY-8.41, PY-8.44)."""

    effect: ClassVar[int] = REPLACE_HAND

    def __init__(self, chosen: list[int]) -> None:
        self.chosen = chosen

    def continues(self) -> bool:
        return bool(self.chosen)

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [*card_actions(state.hands[seat]), act.STOP]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return CHOSEN if action - act.CARD in self.chosen else None

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.STOP:
            if self.chosen:
                replace_cards(state, seat, self.chosen)
            else:
                self.decline(state, seat)
            return
        chosen = [*self.chosen, action - act.CARD]
        if len(chosen) == min(MOST_EXCHANGED, len(state.hands[seat])):
            replace_cards(state, seat, chosen)
        else:
            state.replace(seat, ReplaceCard(chosen))

    def ask(self, state: Table, seat: int) -> str:
        left = MOST_EXCHANGED - len(self.chosen)
        return f"choose a hand card to exchange with the pile, or stop (up to {left} more)"

    def seen_as(self) -> Question:
        return REPLACE_CARD


def replace_cards(state: Table, seat: int, chosen: list[int]) -> None:
    """The cards go into the pile; it is shuffled, and as many are taken (PY-8.42, PY-11.21)."""
    state.pop(seat)
    for card in chosen:
        state.leave_hand(seat, card)
    pile = state.pile + chosen
    pile.sort()
    state.chance.shuffle(pile)
    taken = pile[: len(chosen)]
    state.pile = sorted(pile[len(chosen) :])
    for card in taken:
        state.join_hand(seat, card)
    known = state.pile_known[seat]
    state.pile_known = [0] * (state.players + 1)
    for card in state.pile:
        if (known >> card) & 1 or card in chosen:
            state.pile_known[seat] |= 1 << card
    faces = tuple([state.face(card) for card in sorted(chosen) + sorted(taken)])
    state.tell("replace", seat, (len(chosen),), faces, 1 << seat)


class EasyCard(EffectCard):
    """Which patient is laid without one requirement (PY-8.46)."""

    effect: ClassVar[int] = PATIENT_EASY

    def card_objection(self, state: Table, card: int) -> Objection | None:
        face = state.faces[card]
        if face.kind != PATIENT:
            return NO_PATIENT
        for type in face.needs:
            if easy_cells(state, face, type, 1):
                return None
        return NO_EASY_CELL

    def go_on(self, card: int) -> Question:
        return EasyType(card)

    def ask(self, state: Table, seat: int) -> str:
        return "choose a patient to lay without one of its requirements, or stop"


class EasyType(EffectPart):
    """Which requirement is left out (PY-8.46, PY-8.49)."""

    effect: ClassVar[int] = PATIENT_EASY

    def __init__(self, card: int) -> None:
        self.card = card

    def candidates(self, state: Table, seat: int) -> list[int]:
        types = len(TYPES) if state.terms.intensive_care else 4
        return list(range(act.TYPE, act.TYPE + types))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        card = state.faces[self.card]
        type = action - act.TYPE
        if type not in card.needs:
            return NOT_REQUIRED
        return None if easy_cells(state, card, type, 1) else NO_CELL_WITHOUT

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        return objection.text.format(type=TYPES[action - act.TYPE])

    def take(self, state: Table, seat: int, action: int) -> None:
        state.replace(seat, EasyCell(self.card, action - act.TYPE))

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the requirement of {card_name(state.faces[self.card])} to leave out"

    def seen_as(self) -> Question:
        return EASY_CARD


class EasyCell(EffectPart):
    """Where the patient is laid (PY-8.46 to PY-8.48)."""

    effect: ClassVar[int] = PATIENT_EASY

    def __init__(self, card: int, type: int) -> None:
        self.card = card
        self.type = type

    def candidates(self, state: Table, seat: int) -> list[int]:
        return cell_actions(state.belonging)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        cell = action - act.CELL
        found = placement.cell_objection(state, cell)
        if found is not None:
            return found
        return placement.path_objection(state.openings().ground, self.needs(state), cell)

    def legal(self, state: Table, seat: int) -> list[int]:
        return cell_actions(easy_cells(state, state.faces[self.card], self.type))

    def needs(self, state: Table) -> Requirements:
        """The requirements that remain."""
        return state.faces[self.card].without(self.type)

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        card = state.faces[self.card]
        return placement.elaborate(state, card, self.needs(state), action - act.CELL, objection)

    def take(self, state: Table, seat: int, action: int) -> None:
        cell = action - act.CELL
        needs = self.needs(state)
        state.pop(seat)
        if state.log is not None:
            path = path_codes(state, needs, cell)
            state.tell("lay", seat, (PATIENT_EASY, state.face(self.card), cell, *path))
        if lay(state, seat, self.card, cell):
            consequence(state, seat, self.card, cell, needs.types)

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the place for {card_name(state.faces[self.card])}"

    def seen_as(self) -> Question:
        return EASY_CARD


def easy_cells(state: Table, card: Card, type: int, most: int = NOWHERE) -> list[int]:
    """The first open cells for a patient without one requirement, no more than ``most``."""
    openings = state.openings()
    return openings.ground.starts(openings.cells, card.without(type), most)


def effect_question(effect: int, cell: int) -> Question:
    """The first question of a one-time effect whose card was laid in a cell."""
    if effect == REMOVE:
        return RemoveCell(cell)
    if effect == SWAP_HAND:
        return SwapHandCard(cell)
    return EFFECT_QUESTIONS[effect]


TURN: Final = Turn()
PLACE_CARD: Final = PlaceCard()
REVEAL_CARD: Final = RevealCard()
SILENT_SWAP: Final = FirstCell(NO_REVEAL)
ADD_CARD: Final = AddCard()
EXTEND_CARD: Final = ExtendCard()
SEE: Final = SeeHand()
REPLACE_CARD: Final = ReplaceCard([])
EASY_CARD: Final = EasyCard()
EFFECT_QUESTIONS: Final[dict[int, Question]] = {
    ADD: ADD_CARD,
    EXTEND: EXTEND_CARD,
    SEE_HAND: SEE,
    REPLACE_HAND: REPLACE_CARD,
    PATIENT_EASY: EASY_CARD,
}
QUESTIONS: Final = Questions(
    (
        TURN,
        PLACE_CARD,
        PlaceCell,
        REVEAL_CARD,
        FirstCell,
        SecondCell,
        NameOpponent,
        ShowCard,
        RemoveCell,
        ADD_CARD,
        AddCell,
        EXTEND_CARD,
        ExtendCell,
        SwapHandCard,
        SwapHandCell,
        SEE,
        ReplaceCard,
        EASY_CARD,
        EasyType,
        EasyCell,
    ),
    {
        NameOpponent: lambda state, seat, data: NameOpponent(data[0], data[1:]),
        ShowCard: lambda state, seat, data: ShowCard(data[0], data[1], data[2:]),
        ReplaceCard: lambda state, seat, data: ReplaceCard(data),
    },
)
