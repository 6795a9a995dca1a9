"""Programs that read and write text against bots: what they are asked, and what is counted."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.toy_game import GAME as TOY
from wardround.adapters.program import ProgramError
from wardround.adapters.text import question
from wardround.bots import Bot, Turn, make_bot
from wardround.core import Match, SeatError, State, UnknownBot
from wardround.games import OURS, game
from wardround.lab import LabError, harness
from wardround.lab.harness import (
    PROGRAM,
    Counts,
    Manner,
    Question,
    Transcript,
    duel,
    play_bot,
    play_duel,
    score,
)
from wardround.lab.tournament import Result, Tournament

PLAN = duel(TOY, "random", 2, 2, "h")
CHOICE = re.compile(r"^(\d+)\. \[(.+?)\]", re.MULTILINE)


def first(_prompt: str) -> str:
    return "1"


def nonsense(_prompt: str) -> str:
    return "I would rather not."


def played(plan: Tournament, answer: Any, manner: Manner) -> tuple[list[Result], list[Question]]:
    """The games of a duel and the questions in them."""
    heard: list[Question] = []
    return list(play_duel(plan, answer, manner, heard.append)), heard


# --- games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", sorted(OURS))
def test_every_game_can_be_played_from_every_seat(id: str) -> None:
    players = game(id).min_players + 1
    plan = duel(game(id), "random", players, 1, 1)
    results, heard = played(plan, first, Manner())
    assert [one.entrants.index(0) for one in results] == list(range(players))
    assert {one.deal for one in heard} == {"1/0"}
    assert [one.number for one in results] == list(range(players))
    assert not any(one.refused or one.failed for one in heard)


def test_a_program_that_plays_like_a_bot_plays_the_tournament_of_that_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The deals, the seats, the other bots and the results are those of ``tournament``."""
    plan = duel(game("pyrrameds"), "random", 3, 1, "same")
    bots = Tournament.plan(game("pyrrameds"), ["greedy", "random", "random"], 3, 1, "same")
    position: list[tuple[State, int]] = []

    def watched(state: State, seat: int, *rest: Any) -> str:
        position.append((state, seat))
        return question(state, seat, *rest)

    monkeypatch.setattr(harness, "question", watched)
    seated: dict[int, Any] = {}

    def greedy(_prompt: str) -> str:
        state, seat = position[-1]
        bot = seated.setdefault(seat, make_bot("greedy", "same/0/bot 0"))
        return state.game.notation(bot.choose(Turn(state, seat)))

    found = {tuple(one.entrants): one for one in played(plan, greedy, Manner())[0]}
    expected = [bots.play(number) for number in range(bots.games)]
    assert len(expected) == 3
    for one in expected:
        assert found[tuple(one.entrants)].scores == one.scores
        assert found[tuple(one.entrants)].ranks == one.ranks


def test_the_same_seed_gives_the_same_games() -> None:
    def told(plan: Tournament) -> list[tuple[object, ...]]:
        _, heard = played(plan, nonsense, Manner(retries=0))
        return [(one.prompt, one.action) for one in heard]

    assert told(PLAN) == told(PLAN)
    assert told(PLAN) != told(duel(TOY, "random", 2, 2, "other"))


def test_plans_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(UnknownBot):
        duel(TOY, "nobody", 2, 1, 1)
    with pytest.raises(SeatError):
        duel(TOY, "random", 99, 1, 1)
    with pytest.raises(LabError):
        duel(game("dice_hospital"), "random", 1, 1, 1)
    with pytest.raises(LabError):
        duel(TOY, "random", 2, 0, 1)
    with pytest.raises(LabError, match="asked again -1 times"):
        next(play_duel(PLAN, first, Manner(retries=-1)))


# --- what is asked --------------------------------------------------------------------------


@pytest.mark.parametrize("test_game", [TOY, *map(game, sorted(OURS))], ids=lambda one: one.id)
def test_nothing_hidden_is_told(test_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is the same wherever the seat cannot tell positions apart; news are its log's."""
    matches: list[Match] = []

    class Watched(Match):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            matches.append(self)

    def checked(state: State, seat: int, news: Sequence[str], *rest: Any) -> str:
        prompt = question(state, seat, news, *rest)
        if len(prompts) % 5 == 0:
            other = state.determinize(seat, Random(len(prompts)))
            assert prompt == question(other, seat, news, *rest)
        prompts.append(prompt)
        told.extend(news)
        return prompt

    monkeypatch.setattr(harness, "Match", Watched)
    monkeypatch.setattr(harness, "question", checked)
    plan = duel(test_game, "random", max(2, test_game.min_players), 1, "hidden")
    rng = Random(1)

    def any_choice(prompt: str) -> str:
        return str(rng.choice(CHOICE.findall(prompt))[0])

    prompts: list[str] = []
    told: list[str] = []
    for number, _ in enumerate(play_duel(plan, any_choice, Manner())):
        match, seat = matches[-1], plan.order(number).index(0)
        own = [line.text for line in match.log(seat)]
        assert told == own[: len(told)]
        assert told
        others = {
            line.text
            for other in range(plan.players)
            for line in match.log(other)
            if line.private and other != seat
        } - set(own)
        assert not others & {line for prompt in prompts for line in prompt.split("\n")}
        assert not any(match.seed in prompt for prompt in prompts)
        told.clear()
        prompts.clear()


@pytest.mark.parametrize("rules", ["never", "first", "always"])
def test_the_rules_stand_where_they_are_wanted(rules: Any) -> None:
    _, heard = played(PLAN, first, Manner(rules))
    head = f"RULES OF {TOY.title.upper()}\n"
    with_rules = [one.choice for one in heard if one.prompt.startswith(head)]
    every = [one.choice for one in heard]
    assert with_rules == {"never": [], "first": [1] * 4, "always": every}[rules]


def test_a_refused_question_is_asked_again_with_the_reason_and_then_left_to_chance() -> None:
    _, heard = played(PLAN, nonsense, Manner("first", retries=2))
    assert [one.attempt for one in heard[:6]] == [1, 2, 3, 1, 2, 3]
    for one in heard:
        assert one.refused.startswith("'I would rather not.' is no choice.")
        assert one.by_chance == (one.attempt == 3) == bool(one.action)
        again = f"YOUR LAST ANSWER WAS NOT ACCEPTED\n{one.refused}"
        assert (again in one.prompt) == (one.attempt > 1)
    bare = [re.sub(r"YOUR LAST.*\n.*\n\n", "", one.prompt) for one in heard]
    assert bare[::3] == bare[1::3] == bare[2::3]
    assert {one.action for one in heard if one.by_chance} > {"draw"}


def test_a_forbidden_choice_is_refused_with_its_rule() -> None:
    def wrong(prompt: str) -> str:
        if "NOT ACCEPTED" in prompt:
            return "1"
        legal = {notation for _, notation in CHOICE.findall(prompt)}
        return next(one for one in TOY.notations if one not in legal)

    _, heard = played(PLAN, wrong, Manner(retries=1))
    assert all(bool(one.refused) == (one.attempt == 1) for one in heard)
    assert not any(one.by_chance for one in heard)


def test_a_program_that_fails_is_told_with_the_place() -> None:
    answers = iter(["1", "nonsense"])

    def dies(_prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise ProgramError("The command ended with status 1.") from None

    heard: list[Question] = []
    with pytest.raises(ProgramError) as told:
        list(play_duel(PLAN, dies, Manner(), heard.append))
    assert told.value.where == "game 1 against random, choice 2, attempt 2"
    assert [bool(one.failed) for one in heard] == [False, False, True]
    assert heard[-1].failed == str(told.value)
    assert heard[-1].action == heard[-1].answer == ""


# --- bots that are not installed --------------------------------------------------------------


def test_a_bot_of_one_s_own_plays_as_an_installed_one_would() -> None:
    seeds: list[int | str] = []

    def make(seed: int | str) -> Bot:
        seeds.append(seed)
        return make_bot("greedy", seed)

    plan = duel(game("pyrrameds"), "random", 2, 2, "own")
    results = list(play_bot(plan, make))
    named = Tournament.plan(game("pyrrameds"), ["greedy", "random"], 2, 2, "own")
    assert results == [named.play(number) for number in range(plan.games)]
    assert seeds == ["own/0/bot 0"] * 2 + ["own/1/bot 0"] * 2


# --- what is counted ------------------------------------------------------------------------


def test_scores_are_those_of_whole_rounds() -> None:
    counts = Counts()
    results = list(play_duel(PLAN, nonsense, Manner(retries=1), counts.add))
    found = score(PLAN, results, counts)
    assert (found.against, found.planned_games, found.played_games, found.games) == (
        "random",
        4,
        4,
        4,
    )
    assert found.wins is not None
    assert found.points is not None
    ours = [one.scores[one.entrants.index(0)] for one in results]
    theirs = [one.scores[one.entrants.index(1)] for one in results]
    assert found.points.value == sum(ours) / 4
    assert found.points_of_others == sum(theirs) / 4
    won = [one.ranks[one.entrants.index(0)] for one in results]
    ties = [one.ranks.count(1) for one in results]
    shares = [1 / tie if rank == 1 else 0 for rank, tie in zip(won, ties, strict=True)]
    assert found.wins.value == sum(shares) / 4
    assert found.wins.low is not None
    assert counts.refused == counts.questions == 2 * counts.left_to_chance
    assert counts.answer_characters == counts.questions * len(nonsense(""))
    assert score(PLAN, results[:3], counts).games == 2
    none = score(PLAN, results[:1], Counts())
    assert (none.games, none.wins, none.counts.seconds_per_answer) == (0, None, 0.0)
    assert json.loads(json.dumps(none.to_json()))["points"] is None
    assert PLAN.entrants == (PROGRAM, "random")


# --- transcripts ----------------------------------------------------------------------------


def test_a_transcript_holds_every_line_as_soon_as_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Transcript(path) as transcript:
        for number in (1, 2):
            transcript.add({"text": "two\nlines\u2028 \ud800", "number": number})
            lines = path.read_text().splitlines()
            assert len(lines) == number
            assert json.loads(lines[-1])["number"] == number
    with pytest.raises(LabError, match="exists already"):
        Transcript(path)
    assert len(path.read_text().splitlines()) == 2
    with pytest.raises(LabError, match="cannot be written: No such file"):
        Transcript(tmp_path / "no" / "games.jsonl")
    with pytest.raises(LabError, match="cannot be written: embedded null"):
        Transcript(Path("\0"))


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    with Transcript(tmp_path / "games.jsonl") as transcript:
        transcript._file.close()
        transcript._file = Path("/dev/full").open("wb", buffering=0)  # noqa: SIM115
        with pytest.raises(LabError, match="No space left on device"):
            transcript.add({"text": "x"})
