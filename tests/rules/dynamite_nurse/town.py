"""Positions of Dynamite Nurse as the rules write them, and how tests look at them.

Players are A to E; the turn player is A unless said otherwise. Patients are ``P01n`` or ``P01c``,
with ``(B)`` for B's marker where needed. Piles are written from the top.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from wardround.core import Event, NotAsked, OptionValue, WardroundError
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.decisions import Main
from wardround.games.dynamite_nurse.pack import CARD_IDS, KILL_MARKS, MARKERS, PATIENT_IDS
from wardround.games.dynamite_nurse.state import KNOWN_TO_NOBODY, Table

LETTERS = "ABCDE"
ORDINARY = ["P02", "P06", "P10", "P13", "P01", "P05", "P09", "P14"]
"""Rows without an Emergency Case."""
By = Mapping[str, str]


def slot(id: str) -> int:
    """The number of a card."""
    return CARD_IDS.index(id)


def slots(text: str) -> list[int]:
    """Cards by their ids: ``"surgery 3*examination"``."""
    found: list[int] = []
    for word in text.split():
        number, _, id = word.rpartition("*")
        found += [slot(id)] * int(number or 1)
    return found


def patient(text: str) -> int:
    """The number of a patient: ``"P01c"``."""
    return 2 * PATIENT_IDS.index(text[:-1]) + (text[-1] == "c")


def name(code: int) -> str:
    """A patient as the rules write it."""
    return f"{PATIENT_IDS[code >> 1]}{'c' if code & 1 else 'n'}"


def rows(text: str) -> list[int]:
    """Patient rows by their ids."""
    return [PATIENT_IDS.index(word) for word in text.split()]


class Town:
    """A position in the Main Phase of a turn.

    Args:
        players: Number of seats.
        way: The ambulances, leading patient first.
        admitted: Admitted patients by player.
        acquired: Acquired patients by player.
        hand, deck, discard, play: Cards by player; the turn player has an Examination in hand
            where nothing is said, so that there is something to choose.
        marks: Kill Marks by player.
        unused: Unused markers, where they are not all that are left.
        dungeon: The top rows of the Dungeon; more rows follow.
        only: Whether the Dungeon has no more rows.
        events, nurses: The whole pile, from the top.
    """

    def __init__(
        self,
        players: int = 4,
        *,
        turn: str = "A",
        way: str = "",
        admitted: By | None = None,
        acquired: By | None = None,
        hand: By | None = None,
        deck: By | None = None,
        discard: By | None = None,
        play: By | None = None,
        marks: Mapping[str, int] | None = None,
        unused: Mapping[str, int] | None = None,
        title: str = "",
        mark_pile: int | None = None,
        dungeon: str = "",
        only: bool = False,
        graveyard: str = "",
        events: str | None = None,
        nurses: str | None = None,
        gold: int = 0,
        tp: int = 0,
        either: int = 1,
        treat: int = 0,
        buy: int = 0,
        seed: str = "town",
        **options: OptionValue,
    ) -> None:
        state = GAME.new(players, seed, options)
        assert isinstance(state, Table)
        self.table = state
        self.told: list[Event] = []
        self.turn = LETTERS.index(turn)
        state.turn = self.turn
        state.stacks = [[] for _ in range(players)]
        state.go_to("main_phase")
        state.phase = 0
        state.gold, state.tp = gold, tp
        state.either, state.treat, state.buy = either, treat, buy
        state.title = LETTERS.index(title) if title else -1
        state.graveyard = sorted(rows(graveyard))
        below = [] if only else [PATIENT_IDS.index(row) for row in ORDINARY] * 3
        state.dungeon = below[: 20 - len(dungeon.split())] + rows(dungeon)[::-1]
        for pile, text in (("events", events), ("nurses", nurses)):
            if text is not None:
                setattr(state, pile, slots(text)[::-1])
                setattr(state, f"{pile}_known", [KNOWN_TO_NOBODY] * len(slots(text)))
        for word in way.split():
            state.ambulances.append(patient(word[:4]))
            state.markers.append(LETTERS.index(word[5]))
        for seat, hospital in enumerate(state.hospitals):
            letter = LETTERS[seat]
            hospital.hand = sorted(
                slots((hand or {}).get(letter, "examination" if seat == self.turn else ""))
            )
            hospital.shown = []
            hospital.deck = slots((deck or {}).get(letter, "8*examination"))[::-1]
            hospital.discard = sorted(slots((discard or {}).get(letter, "")))
            hospital.play = slots((play or {}).get(letter, ""))
            hospital.admitted = [patient(w) for w in (admitted or {}).get(letter, "").split()]
            hospital.paid = [0] * len(hospital.admitted)
            hospital.acquired = sorted(patient(w) for w in (acquired or {}).get(letter, "").split())
            hospital.marks = (marks or {}).get(letter, 0)
            charges = len(hospital.admitted) + state.markers.count(seat)
            hospital.unused = (unused or {}).get(letter, MARKERS - charges)
        held = sum(hospital.marks for hospital in state.hospitals)
        state.mark_pile = KILL_MARKS[players] - held if mark_pile is None else mark_pile
        state.push(self.turn, Main())
        state.relist()

    # --- when -------------------------------------------------------------------------------

    def do(self, *notations: str, by: str = "") -> "Town":
        """The turn player, or another one, does the actions in order."""
        seat = LETTERS.index(by) if by else self.turn
        self.told = []
        self.table.log = self.told
        for notation in notations:
            try:
                self.table.apply(seat, GAME.parse(notation))
            except WardroundError as error:
                raise AssertionError(f"{notation}: {error}; legal: {self.legal(by)}") from error
        self.table.log = None
        return self

    def play(self, card: str, *notations: str) -> "Town":
        """The turn player plays a card that is put into the hand for it, and goes on."""
        hand = self.table.hospitals[self.turn].hand
        hand.append(slot(card))
        hand.sort()
        self.table.relist()
        return self.do(f"play:{card}", *notations)

    def branch(self) -> "Town":
        """The same position, to try something else."""
        other = Town.__new__(Town)
        other.table = self.table.copy()
        other.turn = self.turn
        other.told = []
        return other

    # --- then -------------------------------------------------------------------------------

    def legal(self, by: str = "") -> set[str]:
        """Notations of the legal actions."""
        seat = LETTERS.index(by) if by else self.turn
        return {GAME.notation(action) for action in self.table.legal_actions(seat)}

    def offered(self, prefix: str, by: str = "") -> set[str]:
        """Legal actions of a family."""
        return {one for one in self.legal(by) if one.startswith(prefix)}

    def question(self, by: str = "") -> str:
        """The name of the open question; empty if none is."""
        stack = self.table.stacks[LETTERS.index(by) if by else self.turn]
        return stack[-1].name() if stack else ""

    def refused(self, notation: str, by: str = "") -> str:
        """The clause that forbids the action; refusing changes nothing (INV-39)."""
        seat = LETTERS.index(by) if by else self.turn
        before = self.table.digest()
        try:
            self.table.apply(seat, GAME.parse(notation))
        except NotAsked:
            return "not asked"
        except WardroundError as error:
            assert self.table.digest() == before
            return error.clause
        raise AssertionError(f"{notation} is not refused")

    def way(self) -> str:
        """The ambulances."""
        return " ".join(
            f"{name(code)}({LETTERS[owner]})"
            for code, owner in zip(self.table.ambulances, self.table.markers, strict=True)
        )

    def ward(self, player: str) -> str:
        """The admitted patients of a player."""
        return " ".join(name(code) for code in self.at(player).admitted)

    def got(self, player: str) -> str:
        """The acquired patients of a player."""
        return " ".join(name(code) for code in self.at(player).acquired)

    def at(self, player: str) -> Any:
        """The Hospital of a player."""
        return self.table.hospitals[LETTERS.index(player)]

    def hand(self, player: str = "A") -> str:
        """The hand of a player."""
        return ids(self.at(player).hand_cards())

    def discard(self, player: str = "A") -> str:
        """The discard pile of a player."""
        return ids(self.at(player).discard)

    def events(self) -> str:
        """The Event pile from the top."""
        return ids(self.table.events[::-1])

    def title(self) -> str:
        """Who has the title."""
        return LETTERS[self.table.title] if self.table.title >= 0 else ""

    def marks(self) -> list[int]:
        """Kill Marks of all players."""
        return [hospital.marks for hospital in self.table.hospitals]

    def points(self) -> tuple[int, int]:
        """Gold and TP."""
        return self.table.gold, self.table.tp

    def counters(self) -> tuple[int, int, int]:
        """Allowances: either, treat, buy."""
        return self.table.either, self.table.treat, self.table.buy

    def view(self, player: str = "") -> dict[str, Any]:
        """What a player sees, or a spectator."""
        return self.table.view(LETTERS.index(player) if player else -1)

    def texts(self, player: str = "") -> list[str]:
        """What a player, or a spectator, reads about the last actions."""
        viewer = LETTERS.index(player) if player else -1
        return [GAME.event_text(event, viewer, LETTERS) for event in self.told]

    def end_turn(self) -> "Town":
        """Go on to the next turn: self in charge, admit all, first patients without a bed."""
        turn = self.table.turn_number
        rng = Random(1)
        while self.table.turn_number == turn and not self.table.over:
            seat = self.table.asked()[0]
            legal = self.table.legal_actions(seat)
            first = [action for action in legal if GAME.notation(action) == "end"]
            self.table.apply(seat, first[0] if first else rng.choice(legal))
        return self


def ids(cards: Sequence[int]) -> str:
    """Cards as their ids."""
    return " ".join(CARD_IDS[card] for card in cards)


def new(players: int = 4, seed: str = "new", **options: OptionValue) -> Table:
    """A new game."""
    state = GAME.new(players, seed, options)
    assert isinstance(state, Table)
    return state


def score(town: Town, player: str) -> dict[str, int]:
    """The score sheet of a player."""
    sheet: dict[str, int] = town.view()["seats"][LETTERS.index(player)]["sheet"]
    return sheet
