"""A program that reads and writes text plays against bots: a language model, or anything else.

    program = Program("python3 first.py", timeout=60)
    plan = duel(game("clinic"), "greedy", players=2, rounds=10, seed=1)
    for result in play_duel(plan, program.answer, Manner()):
        ...

The program holds one seat and a bot all others; every deal is played once from every seat. A
refused answer is asked for again with the reason; after the last retry a legal action drawn by
chance is played, and counted apart.
"""

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, Literal, Self

from wardround.adapters.program import ProgramError
from wardround.adapters.text import AnswerError, question, read_answer
from wardround.bots.bot import MakeBot
from wardround.core import Game, IllegalAction, Match
from wardround.lab.errors import LabError
from wardround.lab.simulate import play_match
from wardround.lab.tournament import Estimate, Result, Tournament, standings
from wardround.pool import uninterrupted

FORMAT: Final = "wardround text 1"
"""The last line of a transcript names it."""
PROGRAM: Final = "the program"
"""Its name among the entrants, which no bot has; it is the first of them."""
MOST_RETRIES: Final = 100

Answer = Callable[[str], str]
"""Answers a question: :meth:`wardround.adapters.program.Program.answer`, or any function."""


@dataclass(frozen=True)
class Manner:
    """How the program is asked.

    Args:
        rules: Before which questions the rules of the game stand.
        retries: How often a question is asked again after an answer that was refused.
    """

    rules: Literal["never", "first", "always"] = "never"
    retries: int = 3


@dataclass(frozen=True)
class Question:
    """A question that was put to the program, and what came of it.

    Args:
        against: The bot at the other seats.
        game: The number of the game against it, from 1 on.
        deal: The seed of the game.
        seat: The seat of the program, from 0 on.
        choice: The number of the choice in the game, from 1 on.
        attempt: How often this choice was asked for, from 1 on.
        prompt: The question.
        answer: The answer; empty if there is none.
        action: The notation of the action that was played; empty if none was.
        refused: Why the answer was not accepted; empty if it was.
        by_chance: Whether the action was drawn by chance.
        failed: How the program failed; empty if it did not.
        seconds: How long the answer took.
    """

    against: str
    game: int
    deal: str
    seat: int
    choice: int
    attempt: int
    prompt: str
    answer: str
    action: str
    refused: str
    by_chance: bool
    failed: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The question as plain data: a line of a transcript."""
        return {
            "kind": "question",
            "against": self.against,
            "game": self.game,
            "deal": self.deal,
            "seat": self.seat,
            "choice": self.choice,
            "attempt": self.attempt,
            "prompt": self.prompt,
            "answer": self.answer,
            "action": self.action,
            "refused": self.refused,
            "by_chance": self.by_chance,
            "failed": self.failed,
            "seconds": round(self.seconds, 3),
            "prompt_characters": len(self.prompt),
            "answer_characters": len(self.answer),
        }


Hear = Callable[[Question], None]
"""Takes each question as soon as it is answered, or refused, or failed."""


def duel(
    game: Game,
    against: str,
    players: int,
    rounds: int,
    seed: int | str,
    options: Mapping[str, object] | None = None,
) -> Tournament:
    """The games of the program, which is the first entrant, against a bot at all other seats.

    Args:
        game: The game.
        against: The name of the bot.
        players: Seats of the table, at least 2.
        rounds: Deals, at least 1; each is played once from every seat.
        seed: Fixes everything but the program.
        options: Values by option name.

    Raises:
        SeatError, OptionError: The game is not for so many players or these options.
        UnknownBot: The bot is not installed.
        LabError: There are too few players or rounds.
    """
    seats = game.number_of_seats(players)
    plan = Tournament.plan(game, [against] * seats, seats, rounds, seed, options)
    return replace(plan, entrants=(PROGRAM, *plan.entrants[1:]))


def play_duel(
    plan: Tournament, answer: Answer, manner: Manner, hear: Hear = lambda _: None
) -> Generator[Result]:
    """Play the games of a duel, in order.

    Args:
        plan: What is played (:func:`duel`).
        answer: Answers the questions.
        manner: How they are asked.
        hear: Takes each of them.

    Raises:
        ProgramError: The program failed; ``where`` names the game and the choice.
        LabError: The number of retries is none.
    """
    if not 0 <= manner.retries <= MOST_RETRIES:
        raise LabError(
            f"A question cannot be asked again {manner.retries} times.",
            where="retries",
            expected=f"a whole number from 0 to {MOST_RETRIES}",
        )
    for number in range(plan.games):
        asking = _Asking(plan, number, answer, manner, hear)
        match = Match(plan.game, plan.players, plan.deal(number), plan.options)
        bots = {seat: plan.bot(number, seat) for seat in range(plan.players) if seat != asking.seat}
        play_match(match, bots)
        while not match.state.is_over:
            match.act(asking.seat, asking.choose(match))
            play_match(match, bots)
        yield plan.result(number, match.state)


def play_bot(plan: Tournament, make: MakeBot) -> Generator[Result]:
    """Play the games of a duel, in order, with a bot that need not be installed.

    Args:
        plan: What is played (:func:`duel`).
        make: Makes the bot for a game from the seed of its own chance.
    """
    for number in range(plan.games):
        yield play_bot_game(plan, make, number)


def play_bot_game(plan: Tournament, make: MakeBot, number: int) -> Result:
    """Play one game of a duel with a bot that need not be installed.

    Args:
        plan: What is played (:func:`duel`).
        make: See :func:`play_bot`.
        number: The game's number, from 0.
    """
    own = plan.order(number).index(0)
    bots = {seat: plan.bot(number, seat) for seat in range(plan.players) if seat != own}
    bots[own] = make(f"{plan.deal(number)}/bot 0")
    match = Match(plan.game, plan.players, plan.deal(number), plan.options)
    play_match(match, bots)
    return plan.result(number, match.state)


class _Asking:
    """The program at its seat in one game."""

    def __init__(
        self, plan: Tournament, number: int, answer: Answer, manner: Manner, hear: Hear
    ) -> None:
        self.seat = plan.order(number).index(0)
        self.against = plan.entrants[1]
        self.number = number
        self.deal = plan.deal(number)
        self.answer = answer
        self.manner = manner
        self.hear = hear
        self.rng = Random(f"{self.deal}/program {self.seat}")
        self.choices = 0
        self.read = 0

    def choose(self, match: Match) -> int:
        """The action that the program chooses, or chance if it chooses none."""
        news = [line.text for line in match.log(self.seat, self.read)]
        self.read = match.version + 1
        self.choices += 1
        rules = self.manner.rules == "always" or (
            self.manner.rules == "first" and self.choices == 1
        )
        refused = ""
        for attempt in range(1, self.manner.retries + 2):
            prompt = question(match.state, self.seat, news, rules, refused)
            action, refused = self._ask(match, prompt, attempt)
            if action is not None:
                return action
        raise AssertionError("the last attempt is answered by chance")

    def _ask(self, match: Match, prompt: str, attempt: int) -> tuple[int | None, str]:
        """The action of an attempt, or why there is none."""
        began = perf_counter()
        text = refused = failed = ""
        action: int | None = None
        by_chance = False
        try:
            text = self.answer(prompt)
            action = read_answer(text, match.state, self.seat)
        except (AnswerError, IllegalAction) as error:
            refused = str(error)
            if attempt > self.manner.retries:
                by_chance = True
                action = self.rng.choice(match.state.legal_actions(self.seat))
        except ProgramError as error:
            error.where = (
                f"game {self.number + 1} against {self.against}, choice {self.choices}, "
                f"attempt {attempt}"
            )
            failed = str(error)
            raise
        finally:
            if action is not None or refused or failed:
                self.hear(
                    Question(
                        against=self.against,
                        game=self.number + 1,
                        deal=self.deal,
                        seat=self.seat,
                        choice=self.choices,
                        attempt=attempt,
                        prompt=prompt,
                        answer=text,
                        action="" if action is None else match.game.notation(action),
                        refused=refused,
                        by_chance=by_chance,
                        failed=failed,
                        seconds=perf_counter() - began,
                    )
                )
        return action, refused


# --- what it shows --------------------------------------------------------------------------


@dataclass
class Counts:
    """What was asked and answered, added up."""

    questions: int = 0
    refused: int = 0
    left_to_chance: int = 0
    prompt_characters: int = 0
    answer_characters: int = 0
    seconds: float = 0.0

    def add(self, one: Question) -> None:
        """Take one more question."""
        self.questions += 1
        self.refused += bool(one.refused)
        self.left_to_chance += one.by_chance
        self.prompt_characters += len(one.prompt)
        self.answer_characters += len(one.answer)
        self.seconds += one.seconds

    @property
    def seconds_per_answer(self) -> float:
        """The mean; 0 if nothing was asked."""
        return self.seconds / self.questions if self.questions else 0.0


@dataclass(frozen=True)
class Score:
    """How the program did against a bot.

    Args:
        against: The bot.
        planned_games: Games that were to be played.
        played_games: Games that were.
        games: Those of them that belong to whole rounds: wins and points are of these.
        wins: Share of games won, a shared win counting in part; None without a whole round.
        points: The program's mean points; None without a whole round.
        points_of_others: Mean points of the bots; None without a whole round.
        counts: Of all questions.
    """

    against: str
    planned_games: int
    played_games: int
    games: int
    wins: Estimate | None
    points: Estimate | None
    points_of_others: float | None
    counts: Counts

    def to_json(self) -> dict[str, Any]:
        """The score as plain data."""
        counts = self.counts
        return {
            "against": self.against,
            "planned_games": self.planned_games,
            "played_games": self.played_games,
            "games": self.games,
            "wins": None if self.wins is None else self.wins.to_json(),
            "points": None if self.points is None else self.points.to_json(),
            "points_of_others": self.points_of_others,
            "questions": counts.questions,
            "answers_refused": counts.refused,
            "left_to_chance": counts.left_to_chance,
            "prompt_characters": counts.prompt_characters,
            "answer_characters": counts.answer_characters,
            "seconds_per_answer": round(counts.seconds_per_answer, 3),
        }


def score(plan: Tournament, results: list[Result], counts: Counts) -> Score:
    """What the games of a duel show, those of a round that is not whole left out.

    Args:
        plan: The duel.
        results: Of the games that were played.
        counts: Of all questions.
    """
    against, planned, played = plan.entrants[1], plan.games, len(results)
    if played < len(plan.tables):
        return Score(against, planned, played, 0, None, None, None, counts)
    found = standings(plan, results)
    ours = next(one for one in found.entrants if one.number == 0)
    theirs = [one.score.value for one in found.entrants if one.number != 0]
    return Score(
        against,
        planned,
        played,
        found.rounds * len(plan.tables),
        ours.wins,
        ours.score,
        sum(theirs) / len(theirs),
        counts,
    )


class Transcript:
    """A file of JSON Lines: each question as soon as it is answered, in the end a summary.

    Args:
        path: The file, which must not exist.

    Raises:
        LabError: It exists, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("xb", buffering=0)
        except FileExistsError as error:
            raise LabError(
                "The file exists already.", where=str(path), expected="another name"
            ) from error
        except (OSError, ValueError) as error:
            raise self._fault(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, line: Mapping[str, Any]) -> None:
        """Write a line, whole even if a signal comes meanwhile.

        Raises:
            LabError: The file cannot be written.
        """
        left = memoryview(json.dumps(line).encode() + b"\n")
        try:
            with uninterrupted():
                while left:
                    left = left[self._file.write(left) :]
        except OSError as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> LabError:
        reason = error.strerror if isinstance(error, OSError) else error
        return LabError(
            f"The transcript cannot be written: {reason}.",
            where=str(self.path),
            expected="a new file in a folder that may be written",
        )
