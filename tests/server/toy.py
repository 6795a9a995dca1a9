"""A small game that no part of the project names: hidden cards, secret choices, chance, undo.

Everybody holds a hidden card. Each round all seats secretly and simultaneously call a number that
they have not called before; then, in turn, each rolls a die or stays. Points: calls, dice, and the
hidden card at the end.
"""

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from wardround.core import (
    SEAT_NAMES,
    SPECTATOR,
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
)

CALLS = 6
ROLL, STAY = CALLS, CALLS + 1
NOTATIONS = (*(f"call-{number}" for number in range(CALLS)), "roll", "stay")
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

    def name(self) -> str:
        return "call"

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

    def name(self) -> str:
        return "roll"

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

    def __init__(self, game: Game, players: int, chance: Chance, rounds: int) -> None:
        super().__init__(game, players, chance)
        self.rounds = rounds
        self.round = 0
        self.cards = list(range(1, 10))
        self.calls: list[int | None] = [None] * players
        self.called: list[list[int]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.next_roller = players
        self.stacks = [[] for _ in range(players)]
        self._legal = [None] * players

    def copy(self) -> "Toy":
        other = Toy(self.game, self.players, self.chance.copy(), self.rounds)
        other.round = self.round
        other.cards = self.cards[:]
        other.calls = self.calls[:]
        other.called = [numbers[:] for numbers in self.called]
        other.points = self.points[:]
        other.next_roller = self.next_roller
        self.share_base(other)
        return other

    def proceed(self) -> None:
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

    def view(self, viewer: int) -> dict[str, Any]:
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

    def observation(self, seat: int) -> dict[str, list[float]]:
        return {"points": [float(points) for points in self.points]}

    def hide(self, seat: int, rng: Random) -> None:
        mine = self.cards.pop(seat)
        rng.shuffle(self.cards)
        self.cards.insert(seat, mine)
        for other in range(self.players):
            if other != seat and self.calls[other] is not None:
                self.calls[other] = rng.choice(
                    [number for number in range(CALLS) if number not in self.called[other]]
                )

    def scores(self) -> list[int]:
        return [points + self.cards[seat] for seat, points in enumerate(self.points)]

    def returns(self) -> list[float]:
        return [float(score) for score in self.scores()] if self.over else [0.0] * self.players

    def ranking(self) -> list[list[int]]:
        if not self.over:
            return []
        scores = self.scores()
        return [
            [seat for seat in range(self.players) if scores[seat] == score]
            for score in sorted(set(scores), reverse=True)
        ]

    def snapshot(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "cards": self.cards,
            "calls": self.calls,
            "called": self.called,
            "points": self.points,
            "next": self.next_roller,
            "asked": [[decision.name() for decision in stack] for stack in self.stacks],
            "chance": self.chance.save(),
        }

    def choice(self, seat: int, action: int) -> Choice:
        spots = ["deck"] if action >= ROLL else [f"seat/{seat}/card"]
        text = self.game.action_text(action)
        return Choice(action, NOTATIONS[action], text, text, spots, "Moves")


class ToyGame(Game):
    """The toy game."""

    def __init__(self, rules_version: str = "1") -> None:
        super().__init__(
            id="toy",
            title="Toy",
            tagline="Call and roll.",
            credits=Credit(("Nobody",), "Nobody", 2026, ""),
            rules_version=rules_version,
            min_players=2,
            max_players=4,
            options=[
                Option("rounds", "int", 2, "Rounds", "How many.", low=1, high=4, clause="TOY-2.1"),
                Option("loud", "bool", False, "Loud", "Nothing changes."),
            ],
            notations=NOTATIONS,
            max_length=40,
            min_return=0.0,
            max_return=100.0,
            rules_text=RULES,
        )

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> State:
        state = Toy(self, players, Chance(seed), int(options["rounds"]))
        state.chance.shuffle(state.cards)
        return state

    def restore(self, snapshot: Mapping[str, Any]) -> State:
        raise ValueError(f"the toy game cannot restore {json.dumps(snapshot)}")

    def event_text(self, event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
        who = names[event.seat]
        match event.kind:
            case "called":
                if event.shows_secret_to(viewer) and viewer != SPECTATOR:
                    return f"{who} calls {event.secret[0]}."
                return f"{who} has called."
            case "rolled":
                return f"{who} rolls {event.args[0]}."
        return f"{who} stays."

    def action_text(self, action: int) -> str:
        return f"call {action}" if action < CALLS else NOTATIONS[action]

    def material(self) -> list[MaterialTable]:
        return []


GAME = ToyGame()
