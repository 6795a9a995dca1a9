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
    SEAT_NAMES,
    Chance,
    Choice,
    Credit,
    Decision,
    Event,
    Game,
    MaterialTable,
    Objection,
    Option,
    OptionValue,
    State,
    Zone,
    everybody,
    nobody,
    observe,
    owner_only,
    reshuffle,
)

CARDS: Final = 5
COPIES: Final = 3
HAND: Final = 3
BIDS: Final = 3
MOST_PLAYERS: Final = 4
NO_BID: Final = -1

BID: Final = 0
PLAY: Final = BID + BIDS
DRAW: Final = PLAY + CARDS
ROLL: Final = DRAW + 1
DEMAND: Final = ROLL + 1
GIVE: Final = DEMAND + MOST_PLAYERS
REFUSE: Final = GIVE + CARDS
STOP: Final = REFUSE + 1
NOTATIONS: Final = (
    *(f"bid:{number}" for number in range(BIDS)),
    *(f"play:{card}" for card in range(CARDS)),
    "draw",
    "roll",
    *(f"demand:{seat}" for seat in range(MOST_PLAYERS)),
    *(f"give:{card}" for card in range(CARDS)),
    "refuse",
    "stop",
)

DEAL, ASK_BIDS, SHOW_BIDS, TURNS = range(4)

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

    def __init__(self, game: Game, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.rounds = 2
        self.demands = True
        self.low_wins = False
        self.round = 1
        self.step = DEAL
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
        self.stacks = [[] for _ in range(self.players)]
        self._legal = [None] * self.players

    def copy(self) -> "ToyState":
        other = type(self)(self.game, self.players, self.chance.copy())
        self.share_base(other)
        for name in FIELDS:
            setattr(other, name, _copied(getattr(self, name)))
        return other

    def proceed(self) -> None:
        if self.step == DEAL:
            self.chance.shuffle(self.deck)
            for seat in range(self.players):
                for _ in range(HAND):
                    self.take_card(seat, "deal")
            self.step = ASK_BIDS
        elif self.step == ASK_BIDS:
            for seat in range(self.players):
                self.push(seat, BIDDING)
            self.step = SHOW_BIDS
        elif self.step == SHOW_BIDS:
            self.show_bids()
            self.step = TURNS
        elif self.queue:
            self.push(self.queue.pop(0), TURN)
        elif self.round == self.rounds:
            self.over = True
            self.tell("end", -1, tuple(self.points))
        else:
            self.round += 1
            self.step = ASK_BIDS

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

    def view(self, viewer: int) -> dict[str, Any]:
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

    def observation(self, seat: int) -> dict[str, list[float]]:
        pieces = observe(ZONES, self, self.players, seat)
        pieces["round"] = [float(self.round)]
        for step in range(self.players):
            other = (seat + step) % self.players
            shown = [float(self.shown[other].count(card)) for card in range(CARDS)]
            pieces[f"open/{step}"] = [
                *shown,
                float(self.points[other]),
                self.last_bids[other] + 0.0,
            ]
        return pieces

    def hide(self, seat: int, rng: Random) -> None:
        reshuffle(ZONES[:2], self, self.players, seat, rng)
        for other in range(self.players):
            if other != seat and self.bids[other] != NO_BID:
                possible = [bid for bid in range(BIDS) if bid != self.last_bids[other]]
                self.bids[other] = rng.choice(possible)

    def scores(self) -> list[int]:
        return self.points[:]

    def returns(self) -> list[float]:
        ranking = self.ranking()
        if not ranking:
            return [0.0] * self.players
        return [1 / len(ranking[0]) if seat in ranking[0] else 0.0 for seat in range(self.players)]

    def ranking(self) -> list[list[int]]:
        if not self.over:
            return []
        return [
            [seat for seat in range(self.players) if self.points[seat] == points]
            for points in sorted(set(self.points), reverse=not self.low_wins)
        ]

    def snapshot(self) -> dict[str, Any]:
        data = {name: _copied(getattr(self, name)) for name in (*FIELDS, "players", "over")}
        data["questions"] = [
            [[question.name(), question.data()] for question in stack] for stack in self.stacks
        ]
        data["chance"] = self.chance.save()
        return data

    def choice(self, seat: int, action: int) -> Choice:
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


FIELDS: Final = (
    "rounds",
    "demands",
    "low_wins",
    "round",
    "step",
    "queue",
    "deck",
    "hands",
    "shown",
    "bids",
    "last_bids",
    "points",
)


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _pile(spot: str, count: int) -> dict[str, Any]:
    return {"spot": spot, "label": f"{count} cards", "count": count}


def _set_hand(state: ToyState, owner: int, items: list[int]) -> None:
    state.hands[owner] = sorted(items)


def _set_deck(state: ToyState, owner: int, items: list[int]) -> None:
    state.deck = items


def _set_bid(state: ToyState, owner: int, items: list[int]) -> None:
    state.bids[owner] = items[0] if items else NO_BID


HANDS: Final = Zone[ToyState](
    "hand",
    per_seat=True,
    kinds=CARDS,
    pool="cards",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda state, owner: state.hands[owner],
    write=_set_hand,
)
DECK: Final = Zone[ToyState](
    "deck",
    per_seat=False,
    kinds=CARDS,
    pool="cards",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda state, owner: state.deck,
    write=_set_deck,
)
BID_ZONE: Final = Zone[ToyState](
    "bid",
    per_seat=True,
    kinds=BIDS,
    pool="bids",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda state, owner: [] if state.bids[owner] == NO_BID else [state.bids[owner]],
    write=_set_bid,
)
ZONES: Final = (HANDS, DECK, BID_ZONE)

Question = Decision[ToyState]


class Bidding(Question):
    """The secret bid of a round."""

    def name(self) -> str:
        return "bid"

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

    def name(self) -> str:
        return "turn"

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
            state.push(action - DEMAND, Giving(seat))
            state.tell("demand", seat, (action - DEMAND,))

    def ask(self, state: ToyState, seat: int) -> str:
        return "take your turn"


class Giving(Question):
    """Which card is given to the seat that demands one, if any."""

    def __init__(self, taker: int) -> None:
        self.taker = taker

    def name(self) -> str:
        return "give"

    def data(self) -> list[int]:
        return [self.taker]

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

    def name(self) -> str:
        return "after"

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


BIDDING: Final = Bidding()
TURN: Final = Turn()
AFTER: Final = After()

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


class ToyGame(Game):
    """The game.

    Args:
        state_type: The class of its positions (tests plant faults in them).
    """

    def __init__(self, state_type: type[ToyState] = ToyState) -> None:
        self.state_type = state_type
        super().__init__(
            id="toy",
            title="Toy",
            tagline="A game for tests.",
            credits=Credit(("nobody",), "nobody", 2024, "It is played by tests only."),
            rules_version="1",
            min_players=2,
            max_players=MOST_PLAYERS,
            options=(
                Option("rounds", "int", 2, "Rounds", "How many.", low=1, high=3, clause="TOY-1.1"),
                Option("demands", "bool", True, "Demands", "Whether there are any."),
                Option(
                    "winner", "choice", "high", "Winner", "Most or fewest.", values=("high", "low")
                ),
            ),
            notations=NOTATIONS,
            max_length=3 * MOST_PLAYERS * 4,
            min_return=0.0,
            max_return=1.0,
            rules_text=RULES,
        )

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> ToyState:
        state = self.state_type(self, players, Chance(seed))
        state.set_up(options)
        return state

    def restore(self, snapshot: Mapping[str, Any]) -> ToyState:
        state = self.state_type(self, snapshot["players"], Chance.load(snapshot["chance"]))
        for name in (*FIELDS, "over"):
            setattr(state, name, _copied(snapshot[name]))
        kinds: dict[str, Question] = {"bid": BIDDING, "turn": TURN, "after": AFTER}
        state.stacks = [
            [Giving(data[0]) if name == "give" else kinds[name] for name, data in stack]
            for stack in snapshot["questions"]
        ]
        state.relist()
        return state

    def event_text(self, event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
        who = names[event.seat] if names and event.seat >= 0 else f"Seat {event.seat + 1}"
        if event.kind == "bids":
            return "The bids: " + ", ".join(str(bid) for bid in event.args) + "."
        if event.kind == "end":
            return "The points: " + ", ".join(str(points) for points in event.args) + "."
        text = SENTENCES[event.kind].format(*event.args, who=who)
        if event.seen_by != EVERYBODY and event.shows_secret_to(viewer):
            text += f" It is {event.secret[0]}."
        return text

    def action_text(self, action: int) -> str:
        return NOTATIONS[action].replace(":", " ")

    def material(self) -> list[MaterialTable]:
        rows = tuple((str(card), str(COPIES)) for card in range(CARDS))
        return [MaterialTable("Cards", ("card", "copies"), rows)]


GAME: Final = ToyGame()


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
