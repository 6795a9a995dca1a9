"""Auction: a prize lies open, everybody bids a card in secret, and the highest bid takes it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wardround import core
from wardround.core.words import counted, listed

MOST: Final = 9
ACTIONS: Final = core.Actions()
BID: Final = ACTIONS.many("bid", [(f"bid:{n}", f"bid {n}") for n in range(1, MOST + 1)]) - 1
NOT_HELD: Final = core.Objection("AU-2.3", "You do not hold that card.")


class Table(core.State):
    """A position: every field with its empty value; the core copies, saves and restores them."""

    def __init__(self, game: core.Declaration, players: int, chance: core.Chance) -> None:
        super().__init__(game, players, chance)
        self.deck: list[int] = []
        self.prize: list[int] = []
        self.hand: list[list[int]] = []
        self.bid: list[list[int]] = [[] for _ in range(players)]
        self.played: list[list[int]] = [[] for _ in range(players)]
        self.points = [0] * players

    def set_up(self, options: Mapping[str, core.OptionValue]) -> None:
        """What follows from the options. Shuffling is a step of the flow: it draws chance."""
        self.deck = list(range(1, int(options["rounds"]) + 1))
        self.hand = [self.deck[:] for _ in range(self.players)]


class BidCard(core.Decision[Table]):
    """Which card does a seat bid? All seats are asked at once."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(BID + 1, BID + 1 + int(state.options["rounds"])))

    def objection(self, state: Table, seat: int, action: int) -> core.Objection | None:
        return None if action - BID in state.hand[seat] else NOT_HELD

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        state.hand[seat].remove(action - BID)
        state.bid[seat].append(action - BID)
        own = SECRET.audience(state, seat, state.players)
        state.tell("bid", seat, secret=(action - BID,), seen_by=own)

    def ask(self, state: Table, seat: int) -> str:
        return "bid a card"


HAND = core.Zone[Table](
    "hand", MOST + 1, core.owner_only, pool="cards", per_seat=True, own_pool=True
)
SECRET = core.Zone[Table](
    "bid", MOST + 1, core.owner_only, pool="cards", per_seat=True, own_pool=True
)
DECK = core.Zone[Table]("deck", MOST + 1, core.nobody)
PRIZE = core.Zone[Table]("prize", MOST + 1, core.everybody)
PLAYED = core.Zone[Table]("played", MOST + 1, core.everybody, per_seat=True)
ZONES: Final = (HAND, SECRET, DECK, PRIZE, PLAYED)
BID_CARD: Final = BidCard()


def shuffle(table: Table) -> None:
    """The prizes lie face down in a random order (AU-1.2)."""
    table.chance.shuffle(table.deck)
    table.then = turn_up


def turn_up(table: Table) -> None:
    """The next prize, and the question to everybody (AU-2.1, AU-2.2); the end (AU-3.1)."""
    if not table.deck:
        table.over = True
        return
    table.chance.reveal()
    table.prize = [table.deck.pop()]
    table.tell("prize", core.NOBODY, (table.prize[0],))
    for seat in range(table.players):
        table.push(seat, BID_CARD)
    table.then = compare


def compare(table: Table) -> None:
    """The highest bid takes the prize (AU-2.4); of equal ones none does (AU-2.5)."""
    table.chance.reveal()
    bids = [cards.pop() for cards in table.bid]
    for played, card in zip(table.played, bids, strict=True):
        played.append(card)
    table.tell("bids", core.NOBODY, tuple(bids))
    worth, best = table.prize.pop(), max(bids)
    winner = bids.index(best) if bids.count(best) == 1 else core.NOBODY
    if winner != core.NOBODY:
        table.points[winner] += worth
    table.tell("take", winner, (worth,))
    table.then = turn_up


def view(table: Table, viewer: int) -> dict[str, Any]:
    """What a viewer sees; a dict with ``spot`` and ``label`` is a piece that can be picked."""
    prize = table.prize[0] if table.prize else 0
    return {
        "game": table.game.id,
        "viewer": viewer,
        "round": len(table.played[0]) + 1 - table.over,
        "prize": {"spot": "prize", "label": f"prize {prize or 'taken'}", "worth": prize},
        "deck": {"spot": "deck", "label": f"{counted(len(table.deck), 'prize')} face down"},
        "seats": [seen(table, seat, viewer) for seat in range(table.players)],
        "scores": table.points[:],
    }


def seen(table: Table, seat: int, viewer: int) -> dict[str, Any]:
    """What a viewer sees of a seat: the zones say what."""
    hand = HAND.seen(table, seat, viewer) or []
    bid = SECRET.seen(table, seat, viewer) or []
    return {
        "seat": seat,
        "points": table.points[seat],
        "cards": len(table.hand[seat]),
        "hand": [{"spot": f"card/{n}", "label": f"card {n}", "number": n} for n in hand],
        "bid": bid[0] if bid else ("hidden" if table.bid[seat] else None),
        "played": table.played[seat][:],
    }


def observe(table: Table, seat: int, sheet: core.Sheet) -> None:
    """The zones as numbers, and the points: those of the seat first."""
    core.observe(ZONES, table, table.players, seat, sheet)
    sheet.piece("points", "points of every seat, the own first", high=sum(range(MOST + 1)))
    sheet.integers(table.points[seat:] + table.points[:seat])


def choice(table: Table, seat: int, action: int) -> core.Choice:
    """How an action is offered: in words, and on the piece that names it when clicked."""
    words = ACTIONS.words[action]
    spots = [f"card/{action - BID}"]
    return core.Choice(action, ACTIONS.notations[action], words, f"You {words}.", spots, "")


def event_text(event: core.Event, viewer: int, names: Sequence[str]) -> str:
    """The sentence of an event for a viewer."""
    if event.kind == "prize":
        return f"The prize {event.args[0]} is turned up."
    if event.kind == "bids":
        return listed([f"{names[s]} bids {card}" for s, card in enumerate(event.args)]) + "."
    who = names[event.seat] if event.seat != core.NOBODY else "Nobody"
    if event.kind == "take":
        return f"{who} takes {counted(event.args[0], 'point')}."
    return f"{who} bids {event.secret[0] if event.shows_secret_to(viewer) else 'a card'}."


GAME: Final = core.Game(
    id="auction",
    title="Auction",
    tagline="Everybody has the same cards: who guesses best what the others bid?",
    credits=core.Credit(("Merrill Flood",), "public domain", None, "Also known as Goofspiel."),
    rules_version="1",
    min_players=2,
    max_players=4,
    max_length=4 * MOST,
    simultaneous=True,
    options=(core.Option("rounds", "int", 6, "Rounds", "Cards of a hand.", (), 3, MOST, "AU-1.1"),),
    position=Table,
    actions=ACTIONS,
    questions=core.Questions((BID_CARD,)),
    flow=(shuffle, turn_up, compare),
    zones=ZONES,
    view=view,
    observe=observe,
    choice=choice,
    scores=lambda table: table.points[:],
    event_text=event_text,
    package=__name__,
)
