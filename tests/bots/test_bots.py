"""Bots: the registry, what a turn shows, the two bots of the house."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.toy_game import GAME as TOY
from wardround.bots import Bot, BotInfo, Turn, bot_named, bots, make_bot
from wardround.bots.bot import MakeBot
from wardround.bots.greedy_bot import GreedyBot
from wardround.core import Game, NotAsked, State, UnknownBot
from wardround.games.dice_hospital import GAME as DICE_HOSPITAL


def play(game: Game, names: list[str], seed: str, options: dict[str, Any] | None = None) -> State:
    """A whole game between bots; every choice is checked by the engine."""
    state = game.new(len(names), seed, options)
    players = [make_bot(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    while not state.is_over:
        seat = state.asked()[0]
        state.apply(seat, players[seat].choose(Turn(state, seat)))
    return state


def test_registry_offers_the_bots_of_the_house() -> None:
    assert list(bots())[:2] == ["random", "greedy"]
    for id, info in bots().items():
        assert info.id == id
        assert info.title
        assert info.description
        assert isinstance(make_bot(id, 1), Bot)


class Installed:
    """The entry point of a bot that another package brings."""

    def __init__(self, info: BotInfo) -> None:
        self.name = info.id
        self._info = info

    def load(self) -> BotInfo:
        return self._info


def test_bots_of_other_packages_are_found_but_never_replace_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    theirs = BotInfo("first", "First", "The first legal action.", lambda seed: GreedyBot(seed))
    fake = BotInfo("random", "Fake", "Not ours.", lambda seed: GreedyBot(seed))
    ours = list(bots())
    found = {"wardround.bots": [Installed(theirs), Installed(fake)]}
    monkeypatch.setattr("wardround.bots.entry_points", lambda group: found[group])
    bots.cache_clear()
    try:
        assert list(bots()) == [*ours, "first"]
        assert bots()["random"].title == "Random"
        assert isinstance(make_bot("first", 1), GreedyBot)
    finally:
        bots.cache_clear()


def test_unknown_bot_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownBot) as raised:
        make_bot("grandmaster", 1)
    assert "grandmaster" in raised.value.message
    assert "random" in raised.value.expected
    assert "greedy" in raised.value.expected


def every(text: str) -> MakeBot:
    """The parameter of a bot that another package brings: a whole number."""
    if not text.isdecimal():
        raise ValueError(f"{text!r} is no whole number.")
    return lambda seed: GreedyBot(f"{seed} {text}")


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    info = BotInfo("nth", "Nth", "The nth legal action.", GreedyBot, "a whole number", every)
    odd = BotInfo("o:dd", "Odd", "Cannot be named.", GreedyBot)
    found = [Installed(info), Installed(odd)]
    monkeypatch.setattr("wardround.bots.entry_points", lambda group: found)
    bots.cache_clear()
    yield
    bots.cache_clear()


@pytest.mark.usefixtures("theirs")
def test_a_bot_is_named_with_its_parameters() -> None:
    info = bot_named("nth:3")
    assert (info.id, info.title) == ("nth:3", "Nth 3")
    assert isinstance(make_bot("nth:3", 1), GreedyBot)
    assert "o:dd" not in bots()


@pytest.mark.usefixtures("theirs")
@pytest.mark.parametrize(
    ("name", "message", "expected"),
    [
        (
            "nth:x",
            "'nth:x' names no bot: 'x' is no whole number.",
            "nth, or nth: and a whole number",
        ),
        ("nth:", "'nth:' names no bot: '' is no whole number.", "nth, or nth: and a whole number"),
        ("greedy:3", "The bot 'greedy' has no parameters.", "greedy without ':3'"),
        (":3", "No bot '' is installed.", "nth[:...]"),
        ("", "No bot '' is installed.", "greedy"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(name: str, message: str, expected: str) -> None:
    with pytest.raises(UnknownBot) as raised:
        bot_named(name, "seats.1.bot")
    assert raised.value.message == message
    assert expected in raised.value.expected
    assert raised.value.where == "seats.1.bot"


# --- turns ----------------------------------------------------------------------------------


def test_a_turn_shows_what_the_seat_may_know() -> None:
    state = DICE_HOSPITAL.new(3, "turn")
    seat = state.asked()[0]
    turn = Turn(state, seat)
    assert turn.legal == state.legal_actions(seat)
    assert turn.view() == state.view(seat)
    assert turn.observation() == state.observation(seat)
    assert turn.players == 3
    assert turn.game is DICE_HOSPITAL
    assert [turn.parse(turn.notation(action)) for action in turn.legal] == turn.legal
    assert not turn.mid_move


def test_a_turn_hands_out_samples_never_the_true_position() -> None:
    state = TOY.new(3, "turn")
    seat = state.asked()[0]
    turn = Turn(state, seat)
    public = [getattr(turn, name) for name in dir(turn) if not name.startswith("_")]
    assert not any(isinstance(one, State) for one in public)
    samples = [turn.sample(Random(number)) for number in range(10)]
    assert all(sample.view(seat) == state.view(seat) for sample in samples)
    assert len({sample.digest() for sample in samples}) > 1
    assert state.digest() not in {sample.digest() for sample in samples}


def test_samples_are_for_playing_on_without_touching_the_game() -> None:
    state = DICE_HOSPITAL.new(2, "turn")
    before = state.digest()
    seat = state.asked()[0]
    sample = Turn(state, seat).sample(Random(1))
    while not sample.is_over:
        asked = sample.asked()[0]
        sample.apply(asked, sample.legal_actions(asked)[0])
    assert state.digest() == before


def test_a_seat_that_is_not_asked_gets_no_turn() -> None:
    state = DICE_HOSPITAL.new(2, "turn")
    waiting = next(seat for seat in range(2) if seat not in state.asked())
    with pytest.raises(NotAsked):
        Turn(state, waiting)


# --- playing --------------------------------------------------------------------------------


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    assert play(DICE_HOSPITAL, [name] * 2, "x").digest() == (
        play(DICE_HOSPITAL, [name] * 2, "x").digest()
    )


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_choices_do_not_depend_on_what_is_hidden(name: str) -> None:
    state = TOY.new(3, "hidden")
    rng = Random(5)
    number = 0
    while not state.is_over:
        for seat in state.asked():
            other = state.determinize(seat, rng)
            chosen = make_bot(name, number).choose(Turn(state, seat))
            assert make_bot(name, number).choose(Turn(other, seat)) == chosen
            number += 1
        seat = rng.choice(state.asked())
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    assert number > 10


def test_random_chooses_every_legal_action_about_equally_often() -> None:
    turn = Turn(state := DICE_HOSPITAL.new(4, "even"), state.asked()[0])
    bot = make_bot("random", 1)
    chosen = [bot.choose(turn) for _ in range(600)]
    for action in turn.legal:
        assert chosen.count(action) > 0.7 * len(chosen) / len(turn.legal)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", [0, 1])
def test_greedy_plays_legally_with_all_options(players: int, variant: int) -> None:
    options = {
        option.name: option.values[-variant] if option.values else bool(variant)
        for option in DICE_HOSPITAL.options
        if option.kind != "file"
    }
    state = play(DICE_HOSPITAL, ["greedy"] + ["random"] * (players - 1), "all", options)
    assert state.scores()[0] > 10 + max(state.scores()[1:])


@pytest.mark.slow
def test_greedy_wins_and_scores() -> None:
    scores = []
    for number in range(6):
        seats = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        state = play(DICE_HOSPITAL, seats, f"win {number}")
        own = seats.index("greedy")
        assert state.ranking()[0] == [own]
        scores.append(state.scores()[own])
    assert sum(scores) > 20 * len(scores)


def test_greedy_goes_for_points_in_a_game_that_nobody_described() -> None:
    wins = 0.0
    for number in range(40):
        seats = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        wins += play(TOY, seats, f"toy {number}").returns()[seats.index("greedy")]
    assert wins > 22 * TOY.max_return


class Flat:
    """An evaluation that cannot tell any two positions apart."""

    declines: frozenset[int] = frozenset()

    def __init__(self, position: State, seat: int) -> None:
        self._seat = seat

    def worth(self, position: State) -> float:
        return 0.0

    def sensible(self, position: State) -> list[int]:
        return position.legal_actions(self._seat)


def first_choices(monkeypatch: pytest.MonkeyPatch, declines: frozenset[int]) -> set[int]:
    """What greedy chooses first with several seeds, if nothing can be told apart."""

    class Chosen(Flat):
        pass

    Chosen.declines = declines
    monkeypatch.setattr("wardround.bots.greedy_bot.evaluation", Chosen)
    state = TOY.new(2, "flat")
    turn = Turn(state, state.asked()[0])
    return {make_bot("greedy", seed).choose(turn) for seed in range(40)}


def test_what_cannot_be_told_apart_is_declined_not_drawn_by_lot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = TOY.new(2, "flat")
    legal = state.legal_actions(state.asked()[0])
    assert first_choices(monkeypatch, frozenset()) == set(legal)
    for action in legal:
        assert first_choices(monkeypatch, frozenset((action,))) == {action}


# --- plans ----------------------------------------------------------------------------------


class Watched(GreedyBot):
    """Counts how often it had to search."""

    searches = 0

    def choose(self, turn: Turn) -> int:
        planned = bool(turn.mid_move and self._plan and self._plan[0] in turn.legal)
        self.searches += len(turn.legal) > 1 and not planned
        return super().choose(turn)


def activation(seed: str) -> tuple[State, int]:
    """A position in which a seat has a whole move of several choices before it."""
    state = DICE_HOSPITAL.new(2, seed)
    rng = Random(seed)
    while state.view(-1)["phase"] != 3:
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    return state, state.asked()[0]


def test_a_move_of_several_choices_is_planned_once() -> None:
    state, seat = activation("plan")
    bot = Watched(1)
    state.apply(seat, bot.choose(Turn(state, seat)))
    assert state.mid_move(seat)
    while state.mid_move(seat):
        state.apply(seat, bot.choose(Turn(state, seat)))
    assert bot.searches == 1


def test_a_plan_that_does_not_fit_any_more_is_dropped() -> None:
    state, seat = activation("plan")
    bot = Watched(1)
    state.apply(seat, bot.choose(Turn(state, seat)))
    planned = bot._plan[0]
    other = next(action for action in state.legal_actions(seat) if action != planned)
    state.apply(seat, other)
    while state.mid_move(seat):
        chosen = bot.choose(Turn(state, seat))
        assert chosen in state.legal_actions(seat)
        state.apply(seat, chosen)


@pytest.mark.parametrize(
    "games", [pytest.param(10, marks=pytest.mark.slow), pytest.param(80, marks=pytest.mark.long)]
)
def test_greedy_wins_95_percent_beyond_doubt(games: int) -> None:
    wins = 0
    for number in range(games):
        seats = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        state = play(DICE_HOSPITAL, seats, f"sure {number}")
        wins += state.ranking()[0] == [seats.index("greedy")]
    assert wins == games  # of 80, Wilson's 95 % interval then begins at 95.4 %
