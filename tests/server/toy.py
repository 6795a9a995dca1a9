"""A small game that no part of the project names: hidden cards, secret choices, chance, undo.

Everybody holds a hidden card. Each round all seats secretly and simultaneously call a number that
they have not called before; then, in turn, each rolls a die or stays. Points: calls, dice, and the
hidden card at the end.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from wardround.core import (
    SPECTATOR,
    Actions,
    Chance,
    Choice,
    Credit,
    Decision,
    Declaration,
    Event,
    Game,
    Objection,
    Option,
    OptionValue,
    Questions,
    Sheet,
    State,
)
from wardround.games import games

CALLS = 6
ACTIONS = Actions()
CALL = ACTIONS.many("call", [(f"call-{number}", f"call {number}") for number in range(CALLS)])
ROLL = ACTIONS.one("roll", "roll")
STAY = ACTIONS.one("stay", "stay")
REPEATED = Objection("TOY-2.1", "This number was called before.")
RULES = """# Toy

## TOY-1 Set-up

- TOY-1.1 Everybody holds a hidden card.

## TOY-2 Round

- TOY-2.1 Call a number that you have not called before.
- TOY-2.2 Roll a die or stay.
"""


class Call(Decision["Toy"]):
    """Which number do I call?"""

    def candidates(self, state: "Toy", seat: int) -> list[int]:
        return list(range(CALLS))

    def objection(self, state: "Toy", seat: int, action: int) -> Objection | None:
        return REPEATED if action in state.called[seat] else None

    def take(self, state: "Toy", seat: int, action: int) -> None:
        state.calls[seat] = action
        state.tell("called", seat, secret=(action,), seen_by=1 << seat)
        state.pop(seat)

    def ask(self, state: "Toy", seat: int) -> str:
        return "call a number"


class Roll(Decision["Toy"]):
    """Do I roll?"""

    def candidates(self, state: "Toy", seat: int) -> list[int]:
        return [ROLL, STAY]

    def objection(self, state: "Toy", seat: int, action: int) -> Objection | None:
        return None

    def take(self, state: "Toy", seat: int, action: int) -> None:
        state.pop(seat)
        if action == ROLL:
            die = 1 + state.chance.below(6)
            state.points[seat] += die
            state.tell("rolled", seat, (die,))
        else:
            state.tell("stayed", seat)
        state.next_roller = seat + 1

    def ask(self, state: "Toy", seat: int) -> str:
        return "roll or stay"


class Toy(State):
    """A position of the toy game."""

    def __init__(self, game: Declaration, players: int, chance: Chance) -> None:
        super().__init__(game, players, chance)
        self.rounds = 0
        self.round = 0
        self.cards = list(range(1, 10))
        self.calls: list[int | None] = [None] * players
        self.called: list[list[int]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.next_roller = players

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        self.rounds = int(options["rounds"])

    def deal(self) -> None:
        """Everybody gets a card."""
        self.chance.shuffle(self.cards)
        self.then = Toy.play_on

    def play_on(self) -> None:
        """The next call or roll."""
        if self.round and all(call is not None for call in self.calls):
            self.chance.reveal()
            for seat, call in enumerate(self.calls):
                assert call is not None
                self.called[seat].append(call)
                self.points[seat] += call
            self.calls = [None] * self.players
            self.next_roller = 0
        if self.next_roller < self.players:
            self.push(self.next_roller, Roll())
        elif self.round < self.rounds:
            self.round += 1
            for seat in range(self.players):
                self.push(seat, Call())
        else:
            self.chance.reveal()
            self.over = True

    def shown_to(self, viewer: int) -> dict[str, Any]:
        """What the viewer sees."""
        return {
            "round": self.round,
            "scores": self.points[:],
            "called": [numbers[:] for numbers in self.called],
            "deck": {"spot": "deck", "label": "Deck", "count": 9 - self.players},
            "seats": [
                {
                    "card": {
                        "spot": f"seat/{seat}/card",
                        "label": "Card",
                        "value": self.cards[seat] if self.over or seat == viewer else None,
                    },
                    "call": self.calls[seat] if seat == viewer else None,
                }
                for seat in range(self.players)
            ],
        }

    def observed_by(self, seat: int, sheet: Sheet) -> None:
        """What lies open."""
        sheet.piece("points", "points of every seat", 999)
        sheet.integers(self.points)

    def redraw_for(self, seat: int, rng: Random) -> None:
        """Other cards, other calls."""
        mine = self.cards.pop(seat)
        self.cards.sort()  # what comes out must not depend on what was there
        rng.shuffle(self.cards)
        self.cards.insert(seat, mine)
        for other in range(self.players):
            if other != seat and self.calls[other] is not None:
                self.calls[other] = rng.choice(
                    [number for number in range(CALLS) if number not in self.called[other]]
                )

    def totals(self) -> list[int]:
        """Points, and the card."""
        return [points + self.cards[seat] for seat, points in enumerate(self.points)]

    def chosen_by(self, seat: int, action: int) -> Choice:
        """How an action is shown."""
        spots = ["deck"] if action >= ROLL else [f"seat/{seat}/card"]
        text = ACTIONS.words[action]
        return Choice(action, ACTIONS.notations[action], text, text, spots, "Moves")


def event_text(event: Event, viewer: int, names: Sequence[str]) -> str:
    """The sentence of an event."""
    who = names[event.seat]
    match event.kind:
        case "called":
            if event.shows_secret_to(viewer) and viewer != SPECTATOR:
                return f"{who} calls {event.secret[0]}."
            return f"{who} has called."
        case "rolled":
            return f"{who} rolls {event.args[0]}."
    return f"{who} stays."


def toy(rules_version: str = "1") -> Game:
    """The toy game."""
    return Game(
        id="toy",
        title="Toy",
        tagline="Call and roll.",
        credits=Credit(("Nobody",), "Nobody", 2026, ""),
        rules_version=rules_version,
        min_players=2,
        max_players=4,
        position=Toy,
        actions=ACTIONS,
        questions=Questions((Call(), Roll())),
        flow=(Toy.deal, Toy.play_on),
        view=Toy.shown_to,
        observe=Toy.observed_by,
        redraw=Toy.redraw_for,
        choice=Toy.chosen_by,
        scores=Toy.totals,
        round_of=lambda state: state.round,
        returns=lambda state: [float(score) for score in state.totals()],
        event_text=event_text,
        options=[
            Option("rounds", "int", 2, "Rounds", "How many.", low=1, high=4, clause="TOY-2.1"),
            Option("loud", "bool", False, "Loud", "Nothing changes."),
        ],
        max_length=40,
        max_return=100.0,
        package=__name__,
        rules_text=RULES,
    )


GAME = toy()

EVERY_GAME: dict[str, Game] = {GAME.id: GAME, **games()}
"""The toy game, and every game that is installed."""
