"""The public interface, call by call: the same answers and the same errors, plain and compiled.

Every public method of the engine's classes is called for every installed game and the toy game,
with seats, actions, seeds and versions as Python and NumPy give them, and with odd ones. What comes
out is compared with one transcript, so both builds are held to the same. Write it anew with
``python -m tests.games.test_public_interface``.
"""

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.toy_game import GAME as TOY
from wardround.bots import Turn, make_bot, offered
from wardround.core import (
    NOBODY,
    SPECTATOR,
    Chance,
    Declaration,
    Event,
    Game,
    IllegalAction,
    Lesson,
    Match,
    Objection,
    Option,
    Record,
    Rules,
    State,
    WardroundError,
    replay,
)
from wardround.core.fields import field_names
from wardround.games import games

TRANSCRIPT = Path(__file__).parent / "public_interface.txt"
GAMES = {**games(), "toy": TOY}
SEATS: list[Any] = [
    *(0, 1, SPECTATOR, -2, 9, 10**30, True),
    *(np.int64(1), np.int32(0), np.uint8(1), np.int64(-1)),
    *(1.0, np.float64(1), "0", None),
]
ACTIONS: list[Any] = [0, -1, 10**9, np.int64(1), np.uint16(0), 0.0, "0", None]
SEEDS: list[Any] = [7, "7", b"\x07", np.int64(7), -1, 2**70, None, 1.5, "\ud800", [], "é"]
PLAYERS: list[Any] = [2, 3, np.int64(3), 0, -1, 99, 2.0, "2", None, True]

Call = Callable[[], Any]


def named(name: str, call: Callable[[Any], Any], values: list[Any]) -> Iterator[tuple[str, Call]]:
    """One call for each value."""
    for value in values:
        yield f"{name}({type(value).__name__} {value!r})", partial(call, value)


def written(write: Callable[[Any, list[float]], None], length: int, seat: Any) -> list[float]:
    """What is written into a buffer."""
    buffer = [0.5] * length
    write(seat, buffer)
    return buffer


def state_calls(state: State) -> Iterator[tuple[str, Call]]:
    """Every public method of a position, by name."""
    for name in ("view", "observation", "legal_actions", "mask", "prompt", "choices", "mid_move"):
        yield from named(name, getattr(state, name), SEATS)
    yield "layout", lambda: state.layout().to_json()
    for name, write, length in (
        ("observe_into", state.observe_into, len(state.layout())),
        ("mask_into", state.mask_into, state.game.num_actions),
    ):
        yield from named(name, partial(written, write, length), SEATS)
        yield f"{name}, too short", partial(written, write, length - 1, 0)
    yield from named("decision", lambda seat: state.decision(seat).name(), SEATS)
    yield from named("seat", state.seat, SEATS)
    yield from named("viewer", state.viewer, SEATS)

    def imagined(seat: Any) -> State:
        return state.determinize(seat, Random(1))

    def hidden(seat: Any) -> State:
        other = state.copy()
        other.redraw(seat, Random(1))
        return other

    yield from named("determinize", imagined, SEATS)
    yield from named("redraw", hidden, SEATS)
    yield from named("explain", lambda seat: state.explain(seat, "nothing"), SEATS)
    yield "first_asked", state.first_asked
    for seat in (0, 1, NOBODY):
        yield f"steps(1, {seat})", partial(state.steps, 1, seat)
    asked = state.first_asked()
    legal = state.legal_actions(asked)[0]
    for name in ("choice", "why_not", "preview"):
        method = getattr(state, name)
        yield from named(f"{name} by", partial(by_seat, method, legal), SEATS)
        yield from named(name, partial(method, asked), ACTIONS)
    yield from named("apply by", lambda seat: applied(state, seat, legal), SEATS)
    yield from named("apply", lambda action: applied(state, asked, action), ACTIONS)
    yield "apply legal", lambda: applied(state, np.int64(asked), np.int64(legal))
    for name in (
        "asked",
        "status",
        "scores",
        "returns",
        "ranking",
        "ending",
        "round_number",
        "snapshot",
        "digest",
    ):
        yield name, getattr(state, name)
    yield "copy", state.copy
    yield "rollout", lambda: state.copy().rollout(Random(2))
    yield "refusal", lambda: state.refusal(asked, legal + 1)
    yield "is_over", lambda: state.is_over


def by_seat(method: Callable[[Any, Any], Any], action: int, seat: Any) -> Any:
    """A method of seat and action, with the seat last."""
    return method(seat, action)


def applied(state: State, seat: Any, action: Any) -> State:
    """The position after an action, on a copy."""
    after = state.copy()
    after.apply(seat, action)
    return after


def match_calls(match: Match) -> Iterator[tuple[str, Call]]:
    """Every public method of a match."""
    asked = match.state.asked()[0]
    legal = match.state.legal_actions(asked)[0]

    def acted(seat: Any, action: Any, expected: Any = None) -> Match:
        other = pickle.loads(pickle.dumps(match))  # noqa: S301
        other.act(seat, action, expected)
        return other  # type: ignore[no-any-return]

    yield from named("act by", lambda seat: acted(seat, legal), SEATS)
    yield from named("act", lambda action: acted(asked, action), ACTIONS)
    yield from named("act at", lambda version: acted(asked, legal, version), [1, np.int64(4), 4])
    yield from named("can_undo", match.can_undo, SEATS)
    yield from named("undo", lambda seat: copy.deepcopy(match).undo(seat), SEATS)
    yield from named("restart", lambda seat: copy.deepcopy(match).restart(seat), SEATS)
    yield from named(
        "restart by", lambda n: copy.deepcopy(match).restart(0, n), [1, np.int64(1), 0]
    )
    yield from named("rewind", lambda seat: copy.deepcopy(match).rewind(seat), SEATS)
    yield from named("log", match.log, SEATS)
    yield from named("log since", lambda since: match.log(0, since), [0, np.int64(2), 99])
    yield from named("at", match.at, [0, 2, np.int64(3), 99, -1])
    yield from named("rename", lambda names: copy.deepcopy(match).rename(names), [["A"], []])
    yield "players", lambda: match.players
    yield "setup_chance", match.setup_chance
    yield "last_chance", match.last_chance
    yield "standing", match.standing
    yield "place_in", lambda: match.place_in(lesson_of(match.game)) is not None
    yield "meant_instead", lambda: instead(match.game)
    yield "record", lambda: match.record().to_text()
    yield "record without seed", lambda: match.record(with_seed=False).to_text()
    record = Record.parse(match.record().to_text())
    yield from named("replay to", lambda to: replay(record, match.game, to), [0, np.int64(2), 99])


def game_calls(game: Game) -> Iterator[tuple[str, Call]]:
    """Every public method of a game."""
    players = game.min_players
    yield from named("new with", lambda number: game.new(number, "x"), PLAYERS)
    yield from named("new", lambda seed: game.new(players, seed), SEEDS)
    yield from named("begin", lambda seed: game.begin(players, seed, {**defaults(game)}), ["x"])
    yield from named("Match", lambda seed: Match(game, players, seed), SEEDS)
    yield from named("check_options", lambda number: game.check_options(None, number), PLAYERS)
    yield from named("options", lambda raw: game.check_options(raw, players), [{"x": 1}, {}, None])
    yield from named("number_of_seats", game.number_of_seats, PLAYERS)
    for name in ("notation", "action_text", "action"):
        yield from named(name, getattr(game, name), ACTIONS)
    yield from named("parse", game.parse, ["", game.notations[0], game.notations[-1], "é"])
    yield "to_json", game.to_json
    yield "notes", lambda: game.notes(defaults(game), players)
    yield "offered_options", lambda: [option.name for option in game.offered_options()]
    yield (
        "return_bounds",
        lambda: [
            list(game.return_bounds(players))
            for players in range(game.min_players, game.max_players + 1)
        ],
    )
    yield "material", lambda: [list(table.rows) for table in game.material()]
    yield "rules", lambda: game.rules().to_json()
    yield "guide", lambda: game.guide() is not None
    yield "lesson", lambda: [place.action for place in lesson_of(game).places]
    yield "place in its lesson", lambda: str(lesson_match(game).place_in(lesson_of(game)))
    yield "restore", lambda: game.restore(game.new(players, "x").snapshot())
    yield "event_text", lambda: [line.text for line in Match(game, players, "x").log(0)]
    yield "step", lambda: [game.step(step.__name__) is step for step in game.flow]


def lesson_of(game: Game) -> Lesson:
    """The guided game, or one without a step."""
    return game.lesson() or Lesson("x", {}, "random", ["Dr Elm"], [], [], "Go on.")


def lesson_match(game: Game) -> Match:
    """The guided game, before its first action."""
    lesson = lesson_of(game)
    return Match(game, lesson.players, lesson.seed, lesson.options)


def defaults(game: Game) -> dict[str, Any]:
    """All options at their defaults."""
    return game.check_options(None, game.min_players)


def chance_calls() -> Iterator[tuple[str, Call]]:
    """Every public method of a stream of chance."""
    chance = Chance("x")
    yield from named("below", lambda n: chance.copy().below(n), [1, 6, 256, 1000, 0, -1])
    yield from named("below in lane", lambda lane: chance.copy().below(6, lane), [0, 1, 7])

    def shuffled() -> list[int]:
        items = list(range(9))
        chance.copy().shuffle(items)
        return items

    yield "shuffle", shuffled
    yield "save", chance.save
    yield "copy", lambda: chance.copy().save()
    yield "load", lambda: Chance.load(chance.save()).below(100)
    yield "record", lambda: chance.copy().record()
    yield "reveal", lambda: chance.copy().reveal()
    yield "freeze", lambda: frozen(chance).below(2)


def frozen(chance: Chance) -> Chance:
    """A copy that gives nothing away."""
    other = chance.copy()
    other.freeze()
    return other


def described(value: Any) -> str:
    """A value in few letters, the same in both builds."""
    if isinstance(value, State):
        return f"State {value.digest()[:8]}"
    if isinstance(value, Match):
        return f"Match {value.version} {value.state.digest()[:8]}"
    if isinstance(value, Event):
        value = {name: getattr(value, name) for name in field_names(value)}
    if hasattr(value, "to_json"):
        value = value.to_json()
    if isinstance(value, (bytearray, bytes)):
        value = list(value)
    if isinstance(value, list) and value and hasattr(value[0], "to_json"):
        value = [item.to_json() for item in value]
    if isinstance(value, WardroundError):
        value = value.to_json()
    text = json.dumps(value, sort_keys=True, default=repr)
    return text if len(text) <= 60 else f"#{blake2b(text.encode(), digest_size=6).hexdigest()}"


def outcome(call: Call) -> str:
    """What a call gives: its value, or its error (builtin errors differ in words, not in kind)."""
    try:
        return described(call())
    except WardroundError as error:
        return f"{type(error).__name__}: {error}"
    except Exception as error:
        return type(error).__name__


def a_match(game: Game) -> Match:
    """A match in which some actions were carried out."""
    match = Match(game, game.min_players, "interface")
    rng = Random("interface")
    for _ in range(4):
        seat = match.state.asked()[0]
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match


def instead(game: Game) -> str | None:
    """What the guided game says to the first action of the learner that it does not mean."""
    match = lesson_match(game)
    place = match.place_in(lesson_of(game))
    assert place is not None
    others = [one for one in match.state.legal_actions(0) if game.notation(one) != place.action]
    return match.meant_instead(place, 0, others[0]) if others else None


def lines() -> Iterator[str]:
    """The transcript."""
    for name, call in chance_calls():
        yield f"Chance.{name} -> {outcome(call)}"
    for id, game in sorted(GAMES.items()):
        match = a_match(game)
        for kind, calls in (
            ("Game", game_calls(game)),
            ("State", state_calls(match.state)),
            ("Match", match_calls(match)),
        ):
            for name, call in calls:
                yield f"{id} {kind}.{name} -> {outcome(call)}"


def test_every_call_answers_as_it_is_written_down() -> None:
    expected = TRANSCRIPT.read_text(encoding="utf-8").splitlines()
    assert list(lines()) == expected


@pytest.mark.parametrize(
    ("kind", "calls"),
    [
        (State, lambda: state_calls(a_match(TOY).state)),
        (Match, lambda: match_calls(a_match(TOY))),
        (Game, lambda: game_calls(TOY)),
        (Chance, chance_calls),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_no_public_method_is_left_out(
    kind: type, calls: Callable[[], Iterator[tuple[str, Call]]]
) -> None:
    called = " ".join(name for name, _ in calls())
    left = [name for name in public(kind) if name not in called]
    assert left == []


FOR_GAMES = {
    *("push", "pop", "replace", "reconsider", "relist", "tell", "share_base", "open_stacks"),
    *("observe", "written_layout"),
    *("go_on", "proceed", "set_up", "holder", "saved_names", "load", "derived"),
}
"""What positions offer to the rules of a game, not to others."""


def public(kind: type) -> list[str]:
    """The public methods of a class, but for those that only games call; compiled, no fields."""
    left_out = {*FOR_GAMES, *getattr(kind, "__mypyc_attrs__", ())}
    return [name for name in dir(kind) if not name.startswith("_") and name not in left_out]


def values(game: Game) -> dict[str, Any]:
    """Something of everything that the interface gives away."""
    match = a_match(game)
    state = match.state
    seat = state.asked()[0]
    record = match.record()
    return {
        "game": game,
        "state": state,
        "match": match,
        "chance": state.chance,
        "choice": state.choices(seat)[0],
        "decision": state.decision(seat),
        "objection": Objection("X-1", "No."),
        "preview": state.preview(seat, state.legal_actions(seat)[0]),
        "event": Event("a", 0, (1,), (2,), 3, ("b",)),
        "options": game.options,
        "line": match.log(SPECTATOR),
        "undo": match.can_undo(seat),
        "record": record,
        "header": record.header,
        "steps": record.steps,
        "credit": game.credits,
        "rules": game.rules(),
        "clauses": list(game.rules().clauses()),
        "material": game.material(),
        "error": IllegalAction("No.", where="here", expected="yes", clause="X-1"),
    }


WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),  # noqa: S301
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("id", GAMES)
def test_everything_pickles_and_copies(id: str, way: str) -> None:
    for name, value in values(GAMES[id]).items():
        again = WAYS[way](value)
        assert type(again) is type(value), name
        assert described(again) == described(value) or name in {"decision", "chance"}, name
        if isinstance(value, WardroundError):
            assert again.to_json() == value.to_json()
        if isinstance(value, Chance):
            assert again.save() == value.save()
        if isinstance(value, Declaration):
            assert again is value


def test_a_match_goes_on_after_pickling() -> None:
    for game in GAMES.values():
        match = a_match(game)
        again = pickle.loads(pickle.dumps(match))  # noqa: S301
        for one in (match, again):
            seat = one.state.asked()[0]
            one.act(seat, one.state.legal_actions(seat)[0])
        assert again.state.digest() == match.state.digest()
        assert again.can_undo(0).to_json() == match.can_undo(0).to_json()
        assert again.record().to_text() == match.record().to_text()


def end_of(state: State) -> str:
    """A whole game in another process."""
    state.rollout(Random(5))
    return state.digest()


def test_positions_go_to_other_processes() -> None:
    positions = [game.new(game.min_players, "pool") for game in GAMES.values()]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = list(pool.map(end_of, positions))
    assert there == [end_of(state) for state in positions]


SLOW = ("search", "consultant", "professor")


@pytest.mark.parametrize("bot", dict.fromkeys("search:9" if b in SLOW else b for b in offered()))
def test_bots_choose_the_same(bot: str) -> None:
    for game in GAMES.values():
        state = a_match(game).state
        seat = state.asked()[0]
        first = make_bot(bot, 3).choose(Turn(state, seat))
        assert first in state.legal_actions(seat)
        assert make_bot(bot, 3).choose(Turn(pickle.loads(pickle.dumps(state)), seat)) == first  # noqa: S301


def test_options_take_numbers_of_any_kind() -> None:
    option = Option("n", "int", 2, "N", "How many.", low=1, high=3)
    value = option.check(np.int64(3))
    assert (value, type(value)) == (3, int)


def test_rules_are_read_again() -> None:
    assert isinstance(pickle.loads(pickle.dumps(TOY.rules())), Rules)  # noqa: S301


if __name__ == "__main__":
    TRANSCRIPT.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
