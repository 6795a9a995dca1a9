"""What lies on the table, and the elementary ways in which it changes.

A patient on the table is a number: twice its row, and 1 more on its Critical side. Stacks are
lists with the top last; piles without an order are sorted.
"""

from bisect import insort
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from wardround.core import (
    NOBODY,
    Chance,
    Decision,
    Declaration,
    Holder,
    MaterialError,
    OptionValue,
    State,
    changed,
    without,
)
from wardround.games.dynamite_nurse.options import DEFAULT_VARIANT, Variant
from wardround.games.dynamite_nurse.pack import (
    ACTION_SLOTS,
    BEDS,
    HAND_SIZE,
    KILL_MARKS,
    MARKERS,
    NONE,
    START,
    STARTING_EXAMINATIONS,
    STARTING_SURGERIES,
    SUPPLY,
)

MAIN: Final = 0
TRANSPORTATION: Final = 1
ADMISSION: Final = 2
CLEANUP: Final = 3

NO_END: Final = 0
BY_KILL_MARKS: Final = 1
BY_DUNGEON: Final = 2
BY_CAP: Final = 3
REASONS: Final = ["", "kill_marks", "dungeon", "cap"]

STEP: Final = 0
"""Carry out a step of a card: slot, place of the step, times left."""
DO_TRANSPORT: Final = 1
GAIN_NURSE: Final = 2
PAY_ACQUISITION: Final = 3
"""The gain of continuing effects for a patient acquired: Gold, Purchases."""
SETTLE_TITLE: Final = 4
TRADE_PICK: Final = 5
"""A player of a trade picks: seat."""
TRADE_END: Final = 6

KNOWN_TO_ALL: Final = -1
KNOWN_TO_NOBODY: Final = -2

Question = Decision["Table"]


class Hospital(Holder):
    """A player's Hospital and hand.

    The hand is in two parts: ``hand`` is hidden, ``shown`` holds the cards that everybody saw
    coming from an open place. ``paid`` has a 1 for every admitted patient whose upkeep is paid.
    """

    def __init__(self, like: "Hospital | None" = None) -> None:
        """An empty Hospital with all its markers unused, or a copy of one."""
        if like is None:
            self.deck: list[int] = []
            self.hand: list[int] = []
            self.shown: list[int] = []
            self.discard: list[int] = []
            self.play: list[int] = []
            self.admitted: list[int] = []
            self.paid: list[int] = []
            self.acquired: list[int] = []
            self.colour = 0
            self.marks = 0
            self.unused = MARKERS
        else:
            self.deck = like.deck[:]
            self.hand = like.hand[:]
            self.shown = like.shown[:]
            self.discard = like.discard[:]
            self.play = like.play[:]
            self.admitted = like.admitted[:]
            self.paid = like.paid[:]
            self.acquired = like.acquired
            self.colour = like.colour
            self.marks = like.marks
            self.unused = like.unused

    def in_hand(self, card: int) -> bool:
        """Whether the card is in the hand."""
        return card in self.hand or card in self.shown

    def hand_cards(self) -> list[int]:
        """All cards in the hand, in ascending order."""
        cards = self.hand + self.shown
        cards.sort()
        return cards

    def from_hand(self, card: int) -> None:
        """The card leaves the hand; of equal cards one that everybody knows of."""
        if card in self.shown:
            self.shown.remove(card)
        else:
            self.hand.remove(card)


class Table(State):
    """The position.

    ``work`` holds what is still to be carried out before the flow of the turn goes on, the next
    thing last; its items are never changed. Copies share the lists that are replaced where they
    change, never changed in place. ``events_known`` and ``nurses_known`` say for every
    card of the pile who knows that it lies there: ``KNOWN_TO_ALL``, ``KNOWN_TO_NOBODY`` or a seat.
    """

    derived: ClassVar[tuple[str, ...]] = ("variant", "pack")

    def __init__(
        self, game: Declaration, players: int, chance: Chance, like: "Table | None" = None
    ) -> None:
        super().__init__(game, players, chance)
        if like is None:
            self.variant = DEFAULT_VARIANT
            self.pack = DEFAULT_VARIANT.pack
            self.turn = 0
            self.turn_number = 0
            self.phase = MAIN
            self.work: list[list[int]] = []
            self.reason = NO_END
            self.gold = 0
            self.tp = 0
            self.either = 0
            self.treat = 0
            self.buy = 0
            self.note = False
            self.erased = False
            self.elsewhere = False
            self.may_skip = False
            self.to_hand = False
            self.extra_nurses = 0
            self.acquire_gold = 0
            self.acquire_buy = 0
            self.played: list[int] = []
            self.trade: list[int] = []
            self.supply: list[int] = []
            self.events: list[int] = []
            self.events_known: list[int] = []
            self.nurses: list[int] = []
            self.nurses_known: list[int] = []
            self.dungeon: list[int] = []
            self.ambulances: list[int] = []
            self.markers: list[int] = []
            self.graveyard: list[int] = []
            self.aside = NONE
            self.mark_pile = 0
            self.title = NOBODY
            self.box: list[int] = []
            self.box_marks = 0
            self.hospitals: list[Hospital] = []
        else:
            like.share_base(self)
            self.variant = like.variant
            self.pack = like.pack
            self.turn = like.turn
            self.turn_number = like.turn_number
            self.phase = like.phase
            self.work = like.work[:]
            self.reason = like.reason
            self.gold = like.gold
            self.tp = like.tp
            self.either = like.either
            self.treat = like.treat
            self.buy = like.buy
            self.note = like.note
            self.erased = like.erased
            self.elsewhere = like.elsewhere
            self.may_skip = like.may_skip
            self.to_hand = like.to_hand
            self.extra_nurses = like.extra_nurses
            self.acquire_gold = like.acquire_gold
            self.acquire_buy = like.acquire_buy
            self.played = like.played[:]
            self.trade = like.trade
            self.supply = like.supply
            self.events = like.events
            self.events_known = like.events_known
            self.nurses = like.nurses
            self.nurses_known = like.nurses_known
            self.dungeon = like.dungeon
            self.ambulances = like.ambulances[:]
            self.markers = like.markers[:]
            self.graveyard = like.graveyard
            self.aside = like.aside
            self.mark_pile = like.mark_pile
            self.title = like.title
            self.box = like.box
            self.box_marks = like.box_marks
            self.hospitals = [Hospital(hospital) for hospital in like.hospitals]

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        """Empty Hospitals; the flow of the game does the rest."""
        self.variant = Variant(options)
        self.pack = self.variant.pack
        self.hospitals = [Hospital() for _ in range(self.players)]

    def holder(self, seat: int) -> Hospital:
        return self.hospitals[seat]

    def copy(self) -> "Table":
        return Table(self.game, self.players, self.chance.copy(), like=self)

    def snapshot(self) -> dict[str, Any]:
        pack = self.pack
        return {**super().snapshot(), "pack": [pack.id, pack.version, pack.checksum]}

    def load(self, snapshot: Mapping[str, Any]) -> None:
        pack = self.pack
        if list(snapshot["pack"]) != [pack.id, pack.version, pack.checksum]:
            raise MaterialError(
                f"The game was saved with another card pack: {snapshot['pack'][0]}.",
                where="snapshot, pack",
                expected=f"{pack.id} {pack.version}, checksum {pack.checksum}",
                clause="DN-14.11",
            )
        super().load(snapshot)

    def go_to(self, step: str) -> None:
        """Go on with another step of the flow (:mod:`~wardround.games.dynamite_nurse.round`)."""
        self.then = self.game.step(step)

    def say(
        self, kind: str, seat: int, args: tuple[int, ...] = (), secret: tuple[int, ...] = ()
    ) -> None:
        """Tell an event in the game's words; its secret part is for the seat alone."""
        if self.log is not None:
            told = (self.variant.voice.number, *args)
            self.tell(kind, seat, told, secret, 1 << seat if secret else KNOWN_TO_ALL)

    # --- set-up (DN-2) ------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Lay everything out, in the order of DN-2.16; the hands are drawn."""
        colours = self._deal_colours()
        self._lay_out_town()
        self._pack_box(colours)
        for seat in range(self.players):
            self._build_deck(seat)
        first = self.variant.first_player
        self.turn = self.chance.below(self.players) if first == NOBODY else first
        for seat in range(self.players):
            self.draw(seat, HAND_SIZE)
        self.say("first_player", self.turn)

    def _deal_colours(self) -> list[int]:
        """Every player gets the nurse of a random colour (DN-2.2); the colours in random order."""
        colours = list(range(len(self.pack.starters)))
        self.chance.shuffle(colours)
        for seat, hospital in enumerate(self.hospitals):
            hospital.colour = colours[seat]
        return colours

    def _lay_out_town(self) -> None:
        """Piles of the Town (DN-2.6 to DN-2.12)."""
        for row in self.pack.row_order:
            self.dungeon += [row] * self.pack.rows[row].copies
        self.supply = [0] * ACTION_SLOTS
        for slot in self.pack.order:
            card = self.pack.cards[slot]
            if card.is_nurse:
                if not card.starting:
                    self.nurses += [slot] * card.copies
            elif card.pile == SUPPLY:
                self.supply[slot] = card.copies
            elif card.pile != START:
                self.events += [slot] * card.copies
        self.chance.shuffle(self.dungeon)
        self.chance.shuffle(self.nurses)
        self.chance.shuffle(self.events)
        self.events_known = [KNOWN_TO_NOBODY] * len(self.events)
        self.nurses_known = [KNOWN_TO_NOBODY] * len(self.nurses)
        self.mark_pile = KILL_MARKS[self.players]

    def _pack_box(self, colours: list[int]) -> None:
        """What is not needed goes back into the box (DN-2.3, DN-2.4, DN-2.10)."""
        pack = self.pack
        out = [pack.starters[colour] for colour in colours[self.players :]]
        spare = pack.cards[pack.examination].copies - STARTING_EXAMINATIONS * self.players
        out += [pack.examination] * spare
        spare = pack.cards[pack.surgery].copies - STARTING_SURGERIES * self.players
        out += [pack.surgery] * spare
        out.sort()
        self.box = out
        self.box_marks = KILL_MARKS[5] - self.mark_pile

    def _build_deck(self, seat: int) -> None:
        """The starting deck (DN-2.4, DN-2.5)."""
        pack = self.pack
        deck = [pack.examination] * STARTING_EXAMINATIONS + [pack.surgery] * STARTING_SURGERIES
        deck.append(pack.starters[self.hospitals[seat].colour])
        self.chance.shuffle(deck)
        self.hospitals[seat].deck = deck

    # --- questions about the position -----------------------------------------------------------

    def is_emergency(self, patient: int) -> bool:
        """Whether a patient is an Emergency Case."""
        return self.pack.rows[patient >> 1].emergency

    def severity(self, patient: int) -> int:
        """The Severity of the side that is up."""
        return self.pack.rows[patient >> 1].severity[patient & 1]

    def others_with_markers(self, seat: int) -> bool:
        """Whether another player has an unused marker."""
        for other in range(self.players):
            if other != seat and self.hospitals[other].unused > 0:
                return True
        return False

    def owes(self, seat: int, place: int) -> bool:
        """Whether an upkeep is unpaid for an admitted patient (DN-4.58, DN-42.14)."""
        hospital = self.hospitals[seat]
        patient = hospital.admitted[place]
        if not patient & 1 or hospital.paid[place]:
            return False
        return self.pack.rows[patient >> 1].upkeep > 0

    # --- allowances (DN-4.19 to DN-4.25) --------------------------------------------------------

    def use_treatment(self) -> None:
        """A Treatment uses up an allowance (DN-4.22)."""
        if self.treat:
            self.treat -= 1
        else:
            self.either -= 1

    def use_purchase(self) -> None:
        """A Purchase uses up an allowance (DN-4.22)."""
        if self.buy:
            self.buy -= 1
        else:
            self.either -= 1

    def clear_points(self) -> None:
        """Gold, TP, counters and turn flags are gone (DN-3.5, DN-4.17, DN-4.25, DN-4.62)."""
        self.gold = 0
        self.tp = 0
        self.either = 0
        self.treat = 0
        self.buy = 0
        self.elsewhere = False
        self.to_hand = False
        self.extra_nurses = 0
        self.acquire_gold = 0
        self.acquire_buy = 0
        self.played = []
        paid = self.hospitals[self.turn].paid
        for place in range(len(paid)):
            paid[place] = 0

    # --- cards ----------------------------------------------------------------------------------

    def draw(self, seat: int, number: int) -> None:
        """Draw cards one by one, rebuilding the deck where needed (DN-13.8, DN-9.2, DN-9.4)."""
        hospital = self.hospitals[seat]
        drawn: list[int] = []
        for _ in range(number):
            if not hospital.deck:
                if not hospital.discard:
                    break
                self._rebuild(seat)
            self.chance.reveal()
            card = hospital.deck.pop()
            insort(hospital.hand, card)
            drawn.append(card)
        if number:
            self.say("draw", seat, (len(drawn),), tuple(drawn))

    def _rebuild(self, seat: int) -> None:
        """The discard pile becomes the deck (DN-9.2)."""
        hospital = self.hospitals[seat]
        deck = hospital.discard
        hospital.discard = []
        self.chance.shuffle(deck)
        hospital.deck = deck
        self.say("rebuild", seat, (len(deck),))

    def put_on_discard(self, seat: int, card: int) -> None:
        """A card comes face-up onto the discard pile (DN-9.14)."""
        insort(self.hospitals[seat].discard, card)

    def put_into_hand(self, seat: int, card: int) -> None:
        """A card comes into the hand from an open place: everybody knows it (DN-11.19)."""
        insort(self.hospitals[seat].shown, card)

    def keep_bought(self, seat: int, card: int) -> None:
        """A purchased card goes where purchases go (DN-4.46, DN-30.19b)."""
        if self.to_hand:
            self.put_into_hand(seat, card)
        else:
            self.put_on_discard(seat, card)
        self.say("buy", seat, (card, int(self.to_hand)))

    def take_event(self, place: int) -> int:
        """An Event card leaves its pile; the next top card becomes visible (DN-2.8)."""
        if place == len(self.events) - 1:
            self.chance.reveal()
        card = self.events[place]
        self.events_known = without(self.events_known, place)
        self.events = without(self.events, place)
        return card

    def gain_top_nurse(self, seat: int) -> None:
        """The top nurse goes to the discard pile, if there is one (DN-4.41, DN-4.43)."""
        if not self.nurses:
            self.say("no_nurse", seat)
            return
        self.chance.reveal()
        card = self.nurses[-1]
        self.nurses_known = self.nurses_known[:-1]
        self.nurses = self.nurses[:-1]
        self.put_on_discard(seat, card)
        self.say("nurse", seat, (card,))

    def shuffle_pile(self, nurses: bool, chosen: int, put_back: bool) -> None:
        """Take a card out of a pile and shuffle the others; put it on top, if it is put back."""
        pile = sorted(self.nurses if nurses else self.events)
        pile.remove(chosen)
        self.chance.reveal()
        self.chance.shuffle(pile)
        known = [KNOWN_TO_NOBODY] * len(pile)
        if put_back:
            pile.append(chosen)
            known.append(self.turn if nurses else KNOWN_TO_ALL)
        if nurses:
            self.nurses, self.nurses_known = pile, known
        else:
            self.events, self.events_known = pile, known

    def return_to_town(self, seat: int, card: int) -> None:
        """A card in play goes back to the pile that it came from (DN-9.7 to DN-9.11)."""
        self.hospitals[seat].play.remove(card)
        held = self.pack.cards[card]
        if held.is_nurse:
            self.nurses = [card, *self.nurses]
            self.nurses_known = [KNOWN_TO_ALL, *self.nurses_known]
        elif held.pile == SUPPLY or held.pile == START:
            self.supply = changed(self.supply, card, self.supply[card] + 1)
        elif self.variant.return_on_top:
            if self.events:
                self.events_known = [*self.events_known[:-1], KNOWN_TO_ALL]
            self.events = [*self.events, card]
            self.events_known = [*self.events_known, KNOWN_TO_ALL]
        else:
            self.events = [card, *self.events]
            self.events_known = [KNOWN_TO_ALL, *self.events_known]
        self.say("return", seat, (card,))

    # --- patients -------------------------------------------------------------------------------

    def admit(self, seat: int, patient: int) -> None:
        """A patient joins the admitted ones (DN-13.4)."""
        hospital = self.hospitals[seat]
        hospital.admitted.append(patient)
        hospital.paid.append(0)

    def release(self, seat: int, place: int) -> int:
        """An admitted patient leaves the Hospital, its paid mark with it (DN-4.60); which one."""
        hospital = self.hospitals[seat]
        hospital.paid.pop(place)
        return hospital.admitted.pop(place)

    def take_from_ambulances(self, place: int) -> int:
        """A patient leaves the ambulances; the gap closes (DN-6.4)."""
        self.markers.pop(place)
        return self.ambulances.pop(place)

    def acquire(self, owner: int, place: int) -> None:
        """The turn player acquires an admitted patient (DN-4.38 to DN-4.40).

        The gain of continuing effects comes after the nurses, pushed above it (DN-20.12b).
        """
        patient = self.release(owner, place)
        self.hospitals[owner].unused += 1
        hospital = self.hospitals[self.turn]
        hospital.acquired = sorted([*hospital.acquired, patient])
        self.say("acquire", self.turn, (patient, owner))
        if self.acquire_gold or self.acquire_buy:
            self.work.append([PAY_ACQUISITION, self.acquire_gold, self.acquire_buy])

    def swap_marker(self, old: int, new: int) -> None:
        """The marker of one player is replaced by one of another (DN-13.9)."""
        self.hospitals[old].unused += 1
        self.hospitals[new].unused -= 1

    # --- worsening (DN-8) -----------------------------------------------------------------------

    def worsen_admitted(self, seats: list[int], places: list[int]) -> None:
        """A batch of admitted patients worsens, then the Kill Marks are handed out (DN-8.13).

        Args:
            seats: The Hospital of each patient.
            places: The place of each patient, ascending within a Hospital.
        """
        due = [0] * self.players
        for number in range(len(places) - 1, -1, -1):
            seat = seats[number]
            hospital = self.hospitals[seat]
            patient = hospital.admitted[places[number]]
            self.say("worsen", seat, (patient,))
            if patient & 1:
                self.release(seat, places[number])
                self._bury(patient, seat)
                due[seat] += 1
            else:
                hospital.admitted[places[number]] = patient | 1
        self._hand_out_marks(due)

    def worsen_on_the_way(self, place: int) -> None:
        """A patient in the ambulances worsens (DN-8.2 to DN-8.4)."""
        patient = self.ambulances[place]
        owner = self.markers[place]
        self.say("worsen", owner, (patient,))
        if not patient & 1:
            self.ambulances[place] = patient | 1
            return
        self.take_from_ambulances(place)
        self._bury(patient, owner)
        due = [0] * self.players
        due[owner] = 1
        self._hand_out_marks(due)

    def _bury(self, patient: int, owner: int) -> None:
        """A patient dies; its marker goes back to its owner (DN-8.6, DN-8.7)."""
        self.graveyard = sorted([*self.graveyard, patient >> 1])
        self.hospitals[owner].unused += 1

    def _hand_out_marks(self, due: list[int]) -> None:
        """Kill Marks, then the title, then the end of the game (DN-8.8 to DN-8.10, DN-8.15)."""
        total = 0
        for seat in range(self.players):
            if due[seat]:
                self.hospitals[seat].marks += due[seat]
                total += due[seat]
                self.say("kill_marks", seat, (due[seat],))
        if not total:
            return
        self.mark_pile = max(0, self.mark_pile - total)
        self.settle_title()
        if not self.mark_pile:
            self.end(BY_KILL_MARKS)

    def settle_title(self) -> None:
        """Who is the Dynamite Nurse now (DN-8.18 to DN-8.22)."""
        most = 0
        for hospital in self.hospitals:
            most = max(most, hospital.marks)
        if not most or (self.title != NOBODY and self.hospitals[self.title].marks == most):
            return
        for step in range(self.players):
            seat = (self.turn + step) % self.players
            if self.hospitals[seat].marks == most:
                self.title = seat
                self.say("title", seat)
                return

    def crisis(self) -> None:
        """One patient in the ambulances worsens (DN-5.13 to DN-5.15)."""
        place = 0
        for number in range(len(self.ambulances)):
            if not self.ambulances[number] & 1:
                place = number
                break
        self.say("crisis", self.turn)
        self.worsen_on_the_way(place)

    # --- the end --------------------------------------------------------------------------------

    def end(self, reason: int) -> None:
        """The game is over at once (DN-10.1 to DN-10.7): nothing more is carried out or asked."""
        self.reason = reason
        self.over = True
        self.work = []
        self.open_stacks()
        self.gold = 0
        self.tp = 0
        self.say("end", NOBODY, (reason,))


def beds_short(hospital: Hospital) -> int:
    """How many patients have no bed (DN-6.7)."""
    return max(0, len(hospital.admitted) - BEDS)
