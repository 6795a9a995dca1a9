"""A small card game with everything that is hard: for tests of the engine and of ``check_game``.

Everybody holds a hidden hand. Each round all seats bid secretly and at the same time; the bids are
shown together and give the order of the turns. A turn plays a card, draws one, rolls a die, or
demands a card of another seat, which then decides in the middle of that turn.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from wardround.core import (
    EVERYBODY,
    Actions,
    Chance,
    Choice,
    Credit,
    Decision,
    Declaration,
    Event,
    Game,
    MaterialTable,
    Objection,
    Option,
    OptionValue,
    Questions,
    Sheet,
    State,
    Zone,
    nobody,
    observe,
    owner_only,
    reshuffle,
)
from wardround.core.state import by_scores

CARDS: Final = 5
COPIES: Final = 3
HAND: Final = 3
BIDS: Final = 3
MOST_PLAYERS: Final = 4
NO_BID: Final = -1

ACTIONS: Final = Actions()
BID: Final = ACTIONS.many("bid", [(f"bid:{number}", f"bid {number}") for number in range(BIDS)])
PLAY: Final = ACTIONS.many("play", [(f"play:{card}", f"play {card}") for card in range(CARDS)])
DRAW: Final = ACTIONS.one("draw", "draw")
ROLL: Final = ACTIONS.one("roll", "roll")
DEMAND: Final = ACTIONS.many(
    "demand", [(f"demand:{seat}", f"demand {seat}") for seat in range(MOST_PLAYERS)]
)
GIVE: Final = ACTIONS.many("give", [(f"give:{card}", f"give {card}") for card in range(CARDS)])
REFUSE: Final = ACTIONS.one("refuse", "refuse")
STOP: Final = ACTIONS.one("stop", "stop")
NOTATIONS: Final = tuple(ACTIONS.notations)

RULES: Final = """# The toy game

For tests.

## TOY-1 Bidding

- TOY-1.1 Every round all seats bid at the same time, in secret.
- TOY-1.2 Nobody bids the same as in the round before.

## TOY-2 Turns

- TOY-2.1 A card that is played must be in the hand; it is worth its number.
- TOY-2.2 Nothing can be drawn from an empty deck.
- TOY-2.3 A card is demanded of another seat that holds one.
- TOY-2.4 A card that is given must be in the hand.
- TOY-2.5 A demand needs the option `demands`.

## Kinds of cards

| id | worth |
|---|---|
| C-00 | nothing |
"""

SAME_BID: Final = Objection("TOY-1.2", "You bid {bid} in the round before.")
NOT_HELD: Final = Objection("TOY-2.1", "You do not hold that card.")
DECK_EMPTY: Final = Objection("TOY-2.2", "The deck is empty.")
NO_VICTIM: Final = Objection("TOY-2.3", "There is no card to demand there.")
NOT_TO_GIVE: Final = Objection("TOY-2.4", "You do not hold that card.")
NO_DEMANDS: Final = Objection("TOY-2.5", "This game is played without demands.")


class ToyState(State):
    """The table: hands, deck, open cards, bids."""

    def __init__(self, game: Declaration, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.rounds = 2
        self.demands = True
        self.low_wins = False
        self.round = 1
        self.queue: list[int] = []
        self.deck: list[int] = []
        self.hands: list[list[int]] = []
        self.shown: list[list[int]] = []
        self.bids: list[int] = []
        self.last_bids: list[int] = []
        self.points: list[int] = []

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        """The table before the deal."""
        self.rounds = int(options["rounds"])
        self.demands = bool(options["demands"])
        self.low_wins = options["winner"] == "low"
        self.deck = [card for card in range(CARDS) for _ in range(COPIES)]
        self.hands = [[] for _ in range(self.players)]
        self.shown = [[] for _ in range(self.players)]
        self.bids = [NO_BID] * self.players
        self.last_bids = [NO_BID] * self.players
        self.points = [0] * self.players

    def show_bids(self) -> None:
        """All bids are turned up: the highest begins."""
        self.chance.reveal()
        self.queue = sorted(range(self.players), key=lambda seat: -self.bids[seat])
        self.tell("bids", -1, tuple(self.bids))
        self.last_bids = self.bids
        self.bids = [NO_BID] * self.players

    def take_card(self, seat: int, kind: str) -> None:
        """The top card of the deck goes to a hand; only its owner sees which."""
        self.chance.reveal()
        card = self.deck.pop()
        self.hands[seat].append(card)
        self.hands[seat].sort()
        self.tell(kind, seat, secret=(card,), seen_by=HANDS.audience(self, seat, self.players))

    def play_card(self, seat: int, card: int) -> None:
        """A card of the hand is laid open and scores."""
        self.hands[seat].remove(card)
        self.shown[seat].append(card)
        self.points[seat] += card
        self.tell("play", seat, (card,))

    def shown_to(self, viewer: int) -> dict[str, Any]:
        """What the viewer sees."""
        return {
            "game": self.game.id,
            "viewer": viewer,
            "round": self.round,
            "deck": _pile("deck", DECK.size(self, -1, viewer) or 0),
            "seats": [self.seat_view(seat, viewer) for seat in range(self.players)],
            "over": self.over,
        }

    def seat_view(self, seat: int, viewer: int) -> dict[str, Any]:
        """What the viewer sees of a seat."""
        own = HANDS.seen(self, seat, viewer) or []
        bid = BID_ZONE.seen(self, seat, viewer)
        return {
            "seat": seat,
            "points": self.points[seat],
            "hand": [
                {"spot": f"seat/{seat}/hand/{place}", "label": f"card {card}", "card": card}
                for place, card in enumerate(own)
            ],
            "held": _pile(f"seat/{seat}/held", HANDS.size(self, seat, viewer) or 0),
            "shown": self.shown[seat][:],
            "bid": bid[0] if bid else None,
            "has_bid": bool(BID_ZONE.size(self, seat, viewer)),
            "last_bid": self.last_bids[seat],
        }

    def observed_by(self, seat: int, sheet: Sheet) -> None:
        """The zones, the round, what lies open."""
        observe(ZONES, self, self.players, seat, sheet)
        sheet.piece("round", "the round", high=3)
        sheet.integer(self.round)
        for step in range(self.players):
            other = (seat + step) % self.players
            sheet.piece("open", "cards shown, by kind", COPIES, step=step)
            sheet.counts(self.shown[other], CARDS)
            sheet.piece("points", "points", 99, step=step)
            sheet.integer(self.points[other])
            sheet.piece("last_bid", "the last bid, -1 for none", BIDS, -1, step=step)
            sheet.integer(self.last_bids[other])

    def redraw_for(self, seat: int, rng: Random) -> None:
        """Deal hidden cards anew; bids of others are any that are possible."""
        reshuffle(ZONES[:2], self, self.players, seat, rng)
        for other in range(self.players):
            if other != seat and self.bids[other] != NO_BID:
                possible = [bid for bid in range(BIDS) if bid != self.last_bids[other]]
                self.bids[other] = rng.choice(possible)

    def ranked(self) -> list[list[int]]:
        """Most points first, or fewest."""
        groups = by_scores(self.points)
        return groups[::-1] if self.low_wins else groups

    def chosen_by(self, seat: int, action: int) -> Choice:
        """How an action is shown."""
        notation = NOTATIONS[action]
        spots = []
        if PLAY <= action < PLAY + CARDS or GIVE <= action < REFUSE:
            card = (action - PLAY) if action < DRAW else action - GIVE
            spots = [
                f"seat/{seat}/hand/{place}"
                for place, other in enumerate(self.hands[seat])
                if other == card
            ]
        elif action == DRAW:
            spots = ["deck"]
        elif DEMAND <= action < GIVE:
            spots = [f"seat/{action - DEMAND}/held"]
        return Choice(action, notation, notation, f"You {notation}.", spots, "")


def deal(state: ToyState) -> None:
    """Everybody is dealt a hand."""
    state.chance.shuffle(state.deck)
    for seat in range(state.players):
        for _ in range(HAND):
            state.take_card(seat, "deal")
    state.then = ask_bids


def ask_bids(state: ToyState) -> None:
    """All seats bid at once."""
    for seat in range(state.players):
        state.push(seat, BIDDING)
    state.then = show_bids


def show_bids(state: ToyState) -> None:
    """The bids give the order of the turns."""
    state.show_bids()
    state.then = take_turns


def take_turns(state: ToyState) -> None:
    """One turn after the other, then the next round."""
    if state.queue:
        state.push(state.queue.pop(0), TURN)
    elif state.round == state.rounds:
        state.over = True
        state.tell("end", -1, tuple(state.points))
    else:
        state.round += 1
        state.then = ask_bids


def _pile(spot: str, count: int) -> dict[str, Any]:
    return {"spot": spot, "label": f"{count} cards", "count": count}


def _set_bid(state: ToyState, owner: int, items: list[int]) -> None:
    state.bids[owner] = items[0] if items else NO_BID


HANDS: Final = Zone[ToyState](
    "hands", CARDS, owner_only, pool="cards", per_seat=True, ascending=True, copies=COPIES
)
DECK: Final = Zone[ToyState]("deck", CARDS, nobody, pool="cards", copies=COPIES)
BID_ZONE: Final = Zone[ToyState](
    "bid",
    BIDS,
    owner_only,
    per_seat=True,
    read=lambda state, owner: [] if state.bids[owner] == NO_BID else [state.bids[owner]],
    write=_set_bid,
)
ZONES: Final = (HANDS, DECK, BID_ZONE)

Question = Decision[ToyState]


class Bid(Question):
    """The secret bid of a round."""

    def candidates(self, state: ToyState, seat: int) -> list[int]:
        return list(range(BID, BID + BIDS))

    def objection(self, state: ToyState, seat: int, action: int) -> Objection | None:
        return SAME_BID if state.last_bids[seat] == action - BID else None

    def elaborate(self, state: ToyState, seat: int, action: int, objection: Objection) -> str:
        return objection.text.format(bid=action - BID)

    def take(self, state: ToyState, seat: int, action: int) -> None:
        state.bids[seat] = action - BID
        state.pop(seat)
        state.tell("bid", seat, secret=(action - BID,), seen_by=1 << seat)

    def ask(self, state: ToyState, seat: int) -> str:
        return "bid"


class Turn(Question):
    """What a seat does in its turn."""

    def candidates(self, state: ToyState, seat: int) -> list[int]:
        return list(range(PLAY, DEMAND + state.players))

    def objection(self, state: ToyState, seat: int, action: int) -> Objection | None:
        if action < DRAW:
            return None if action - PLAY in state.hands[seat] else NOT_HELD
        if action == DRAW:
            return None if state.deck else DECK_EMPTY
        if action == ROLL:
            return None
        if not state.demands:
            return NO_DEMANDS
        victim = action - DEMAND
        return None if victim != seat and state.hands[victim] else NO_VICTIM

    def take(self, state: ToyState, seat: int, action: int) -> None:
        state.pop(seat)
        if action < DRAW:
            state.play_card(seat, action - PLAY)
        elif action == DRAW:
            state.take_card(seat, "draw")
        elif action == ROLL:
            points = 1 + state.chance.below(6)
            state.points[seat] += points
            state.tell("roll", seat, (points,))
        else:
            state.push(action - DEMAND, Give(seat))
            state.tell("demand", seat, (action - DEMAND,))

    def ask(self, state: ToyState, seat: int) -> str:
        return "take your turn"


class Give(Question):
    """Which card is given to the seat that demands one, if any."""

    def __init__(self, taker: int) -> None:
        self.taker = taker

    def candidates(self, state: ToyState, seat: int) -> list[int]:
        return list(range(GIVE, REFUSE + 1))

    def objection(self, state: ToyState, seat: int, action: int) -> Objection | None:
        if action == REFUSE or action - GIVE in state.hands[seat]:
            return None
        return NOT_TO_GIVE

    def take(self, state: ToyState, seat: int, action: int) -> None:
        state.pop(seat)
        if action == REFUSE:
            state.tell("refuse", seat, (self.taker,))
            return
        state.chance.reveal()
        state.hands[seat].remove(action - GIVE)
        state.hands[self.taker].append(action - GIVE)
        state.hands[self.taker].sort()
        both = 1 << seat | 1 << self.taker
        state.tell("give", seat, (self.taker,), (action - GIVE,), both)
        state.push(self.taker, AFTER)

    def ask(self, state: ToyState, seat: int) -> str:
        return "give a card, or refuse"


class After(Question):
    """The turn goes on after a card was given: play one, or stop."""

    def continues(self) -> bool:
        return True

    def candidates(self, state: ToyState, seat: int) -> list[int]:
        return [*range(PLAY, DRAW), STOP]

    def objection(self, state: ToyState, seat: int, action: int) -> Objection | None:
        return None if action == STOP or action - PLAY in state.hands[seat] else NOT_HELD

    def take(self, state: ToyState, seat: int, action: int) -> None:
        state.pop(seat)
        if action == STOP:
            state.tell("stop", seat)
        else:
            state.play_card(seat, action - PLAY)

    def ask(self, state: ToyState, seat: int) -> str:
        return "play a card, or stop"


BIDDING: Final = Bid()
TURN: Final = Turn()
AFTER: Final = After()
QUESTIONS: Final = Questions((BIDDING, TURN, Give, AFTER))

SENTENCES: Final = {
    "bid": "{who} bids.",
    "deal": "{who} is dealt a card.",
    "draw": "{who} draws a card.",
    "play": "{who} plays {0}.",
    "roll": "{who} rolls {0}.",
    "demand": "{who} demands a card of seat {0}.",
    "give": "{who} gives a card to seat {0}.",
    "refuse": "{who} gives nothing to seat {0}.",
    "stop": "{who} stops.",
}


def event_text(event: Event, viewer: int, names: Sequence[str]) -> str:
    """The sentence of an event."""
    who = names[event.seat] if names and event.seat >= 0 else f"Seat {event.seat + 1}"
    if event.kind == "bids":
        return "The bids: " + ", ".join(str(bid) for bid in event.args) + "."
    if event.kind == "end":
        return "The points: " + ", ".join(str(points) for points in event.args) + "."
    text = SENTENCES[event.kind].format(*event.args, who=who)
    if event.seen_by != EVERYBODY and event.shows_secret_to(viewer):
        text += f" It is {event.secret[0]}."
    return text


def material() -> list[MaterialTable]:
    """The cards."""
    rows = tuple((str(card), str(COPIES)) for card in range(CARDS))
    return [MaterialTable("Cards", ("card", "copies"), rows)]


OPTIONS: Final = (
    Option("rounds", "int", 2, "Rounds", "How many.", low=1, high=3, clause="TOY-1.1"),
    Option("demands", "bool", True, "Demands", "Whether there are any."),
    Option("winner", "choice", "high", "Winner", "Most or fewest.", values=("high", "low")),
)


def toy(table: type[ToyState] = ToyState, kind: type[Game] = Game) -> Game:
    """The game, with other classes of positions and declaration (tests plant faults in them)."""
    return kind(
        id="toy",
        title="Toy",
        tagline="A game for tests.",
        credits=Credit(("nobody",), "nobody", 2024, "It is played by tests only."),
        rules_version="1",
        min_players=2,
        max_players=MOST_PLAYERS,
        position=table,
        actions=ACTIONS,
        questions=QUESTIONS,
        flow=(deal, ask_bids, show_bids, take_turns),
        zones=ZONES,
        open_fields=("queue",),
        view=table.shown_to,
        observe=table.observed_by,
        redraw=table.redraw_for,
        choice=table.chosen_by,
        scores=lambda state: state.points[:],
        ranking=table.ranked,
        event_text=event_text,
        material=material,
        options=OPTIONS,
        max_length=3 * MOST_PLAYERS * 4,
        simultaneous=True,
        package=__name__,
        rules_text=RULES,
    )


GAME: Final = toy()


def conserved(state: State) -> None:
    """No card is lost.

    Raises:
        AssertionError: One is.
    """
    assert isinstance(state, ToyState)
    cards = state.deck[:]
    for seat in range(state.players):
        cards += state.hands[seat] + state.shown[seat]
    assert sorted(cards) == [card for card in range(CARDS) for _ in range(COPIES)], cards
