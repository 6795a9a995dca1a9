"""The bot that plays by a network: the network, its file, its name, alone and in the search."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.toy_game import GAME as TOY
from wardround import network
from wardround.bots import Turn, bot_for, bot_named, bots, make_bot, offered
from wardround.bots.analysis import analyse_position
from wardround.bots.trained_bot import TrainedBot, TrainedSearchBot, read
from wardround.core import Game, State, UnknownBot
from wardround.games import OURS, game
from wardround.lab import Simulation
from wardround.lab.tournament import Tournament
from wardround.network import Inputs, Network, NetworkError, exponential, network_for

HIDDEN = 12
Shelf = Callable[..., Path]


def chance_network(played: Game, players: int, seed: int = 1, **facts: Any) -> Network:
    """A network with weights by chance: it knows nothing, but it always says the same."""
    inputs = Inputs.of(played.new(players, 1).layout(), played.num_actions)
    rng = np.random.default_rng(seed)
    ends = (len(inputs), HIDDEN, played.num_actions + 1)
    layers = [
        (rng.standard_normal((before, after)) / np.sqrt(before), rng.standard_normal(after) / 9)
        for before, after in pairwise(ends)
    ]
    return Network.rounded({"game": played.id, "players": players, **facts}, layers, inputs)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """A folder with networks of one's own, by name."""
    monkeypatch.setenv(network.FOLDER, str(tmp_path))

    def put(name: str, id: str, players: int, seed: int = 1) -> Path:
        path = tmp_path / f"{name}.npz"
        chance_network(game(id), players, seed).save(path)
        network.stored.cache_clear()
        return path

    return put


def played(id: str, names: list[str], seed: str) -> tuple[list[int], State]:
    """The actions of a game between bots, and how it ended."""
    state = game(id).new(len(names), seed)
    seated = [make_bot(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    actions = []
    while not state.is_over:
        seat = state.asked()[0]
        actions.append(seated[seat].choose(Turn(state, seat)))
        state.apply(seat, actions[-1])
    return actions, state


# --- names ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("200", (200, "")),
        ("mine", (0, "mine")),
        ("my-own_2", (0, "my-own_2")),
        ("200/mine", (200, "mine")),
        ("1000000/7", (1_000_000, "7")),
    ],
)
def test_parameters_are_iterations_and_a_name(text: str, found: tuple[int, str]) -> None:
    assert read(text) == found
    bot = make_bot(f"trained:{text}", 1)
    assert type(bot) is (TrainedSearchBot if found[0] else TrainedBot)


@pytest.mark.parametrize(
    "text",
    ["", "0", "1000001", "9" * 5_000, "200/", "/mine", "../mine", "200/a/b", "a b", "²", "-"],
)
def test_what_is_no_parameter_is_refused(text: str) -> None:
    with pytest.raises(UnknownBot) as raised:
        make_bot(f"trained:{text}", 1)
    assert "names no bot" in raised.value.message
    assert "the name of a network" in raised.value.expected


# --- where there is no network --------------------------------------------------------------


def test_where_none_is_shipped_it_is_said_how_to_make_one() -> None:
    missing = [id for id in OURS if f"{id}-5" not in network.shipped()]
    for id in missing:
        with pytest.raises(UnknownBot) as raised:
            bot_for("trained", id, 5, "seats.1.bot")
        assert raised.value.message == f"No network for {id} with 5 seats comes with Wardround."
        assert raised.value.where == "seats.1.bot"
        assert f"wardround train {id} --players 5 --out FOLDER" in raised.value.expected
    assert len(missing) == len(OURS)


def test_nobody_begins_to_play_without_one(shelf: Shelf) -> None:
    shelf("mine", "pyrrameds", 3)
    for name in ("trained:nobody", "trained:mine"):
        with pytest.raises(UnknownBot):
            Tournament.plan(game("pyrrameds"), ["greedy", name], 2, 1, "t")
        with pytest.raises(UnknownBot):
            Simulation.plan(game("pyrrameds"), ["greedy", name], 1, "t", None)
    plan = Tournament.plan(game("pyrrameds"), ["greedy", "greedy", "trained:mine"], 3, 1, "t")
    assert plan.players == 3


def test_people_are_offered_only_bots_that_play_every_game() -> None:
    assert "trained" in bots()
    assert "trained" not in offered()
    for id in OURS:
        for name in offered():
            assert bot_for(name, id, game(id).max_players) == bot_named(name)


def test_a_name_is_of_a_file_in_the_folder_that_was_named(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf("mine", "clinic", 2)
    assert network_for("clinic", 2, "mine").facts["game"] == "clinic"
    with pytest.raises(NetworkError, match="no network"):
        network_for("clinic", 2, "other")
    with pytest.raises(NetworkError) as raised:
        network_for("clinic", 3, "mine")
    assert "for clinic with 2 seats" in raised.value.message
    with pytest.raises(NetworkError):
        network_for("clinic", 2, "mine", game("pyrrameds").new(2, 1).layout())
    monkeypatch.delenv(network.FOLDER)
    with pytest.raises(NetworkError) as raised:
        network_for("clinic", 2, "mine")
    assert network.FOLDER in raised.value.expected


def test_numpy_is_missed_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError("wardround.network needs NumPy: pip install 'wardround[vector]'")

    monkeypatch.setattr("wardround.bots.trained_bot.import_module", missing)
    with pytest.raises(UnknownBot, match="needs NumPy: pip install"):
        bot_for("trained", "clinic", 2)


# --- the network ----------------------------------------------------------------------------


@pytest.mark.parametrize("id", OURS)
def test_a_network_is_the_same_from_its_file(id: str, tmp_path: Path) -> None:
    players = game(id).max_players
    made = chance_network(game(id), players, seed=3, minutes=1.5)
    path = tmp_path / "network.npz"
    made.save(path)
    assert path.stat().st_size < 2_000_000
    again = Network.load(path)
    assert again.facts["minutes"] == 1.5
    assert again.fits(game(id).new(players, 2).layout())
    state = game(id).new(players, "n")
    seat = state.asked()[0]
    assert again.priors(state, seat) == made.priors(state, seat)
    assert again.values(state) == made.values(state)


def test_priors_and_values_are_chances() -> None:
    made = chance_network(game("clinic"), 3)
    state, rng = game("clinic").new(3, "p"), Random(1)
    for _ in range(40):
        seat = state.asked()[0]
        priors = made.priors(state, seat)
        assert list(priors) == state.legal_actions(seat)
        assert sum(priors.values()) == pytest.approx(1)
        assert min(priors.values()) > 0
        assert all(0 <= value <= 1 for value in made.values(state))
        observed = state.observation(seat)
        if len(set(priors.values())) == len(priors):
            likeliest = max(priors, key=lambda action: priors[action])
            assert made.choice(observed, state.legal_actions(seat)) == likeliest
        state.apply(seat, rng.choice(state.legal_actions(seat)))


def test_what_it_says_does_not_depend_on_the_order_of_sums() -> None:
    made = chance_network(game("pyrrameds"), 2)
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 120, (7, len(made.inputs)), np.uint8)
    order = rng.permutation(len(made.inputs))
    first, bias = made.layers[0]
    other = chance_network(game("pyrrameds"), 2)
    other.layers[0] = (np.ascontiguousarray(first[order]), bias)
    together = made.run(rows)
    assert (together[0] == other.run(np.ascontiguousarray(rows[:, order]))[0]).all()
    for place in range(len(rows)):  # and not on how many rows there are
        alone = made.run(rows[place : place + 1])
        assert (alone[0][0] == together[0][place]).all()
        assert alone[1][0] == together[1][place]


def test_inputs_are_whole_numbers_within_bounds() -> None:
    inputs = Inputs((("a", 3),), np.array([0.0, -10, 0]), np.array([1.0, 10, 9999]), 4)
    row = inputs.row([1, -10, 9999], [2])
    assert row.tolist() == [[63, 0, 255, 0, 0, 63, 0]]
    assert inputs.row([0.5, 0, 40], [0, 3]).tolist() == [[32, 32, 63, 63, 0, 0, 63]]
    assert len(inputs) == 7


def test_the_exponential_is_near_and_never_rises_the_wrong_way() -> None:
    numbers = [0.0, -0.01, -0.5, -1, -3, -9, -50, -2000, -1e9]
    found = [exponential(number) for number in numbers]
    assert found == sorted(found, reverse=True)
    assert found[0] == 1
    assert found[-1] == 0
    for number, value in zip(numbers[:5], found[:5], strict=True):
        assert value == pytest.approx(np.exp(number), rel=0.01)


@pytest.mark.parametrize(
    "content",
    [b"", b"nothing", "array", "archive", "format", "layers", "facts"],
    ids=["empty", "text", "array", "archive", "format", "layers", "facts"],
)
def test_a_file_that_holds_no_network_is_told(tmp_path: Path, content: bytes | str) -> None:
    path = tmp_path / "bad.npz"
    made = chance_network(TOY, 2)
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    elif content == "archive":
        np.savez(path, x=np.zeros(3))
    elif content == "format":
        np.savez(path, format=np.array("wardround network 99"))
    elif content == "layers":
        made.layers[0] = (made.layers[0][0][1:], made.layers[0][1])
        made.save(path)
    else:
        made.facts["actions"] = made.facts["actions"] + 1
        made.save(path)
    with pytest.raises(NetworkError) as raised:
        Network.load(path)
    assert raised.value.where == str(path)
    assert "wardround train" in raised.value.expected


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(NetworkError):
        chance_network(TOY, 2).save(tmp_path / "no" / "network.npz")


# --- play -----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["pyrrameds", "dynamite_nurse"])
def test_it_plays_whole_games_and_the_same_again(id: str, shelf: Shelf) -> None:
    players = game(id).min_players
    shelf("mine", id, players)
    names = ["trained:mine"] + ["trained:4/mine"] + ["random"] * (players - 2)
    actions, state = played(id, names, "same")
    assert state.is_over
    assert played(id, names, "same")[0] == actions


def test_another_network_plays_otherwise(shelf: Shelf) -> None:
    shelf("one", "pyrrameds", 2, 1)
    shelf("two", "pyrrameds", 2, 2)
    names = ["trained:one", "trained:one"], ["trained:two", "trained:two"]
    assert played("pyrrameds", names[0], "x")[0] != played("pyrrameds", names[1], "x")[0]


@pytest.mark.parametrize("name", ["trained:mine", "trained:8/mine"])
def test_it_sees_only_what_its_seat_sees(name: str, shelf: Shelf) -> None:
    """All that a seat cannot know may be otherwise: it chooses the same."""
    shelf("mine", "pyrrameds", 2)
    state, rng = game("pyrrameds").new(2, "hidden"), Random(4)
    for step in range(30):
        seat = state.asked()[0]
        legal = state.legal_actions(seat)
        if step % 5 == 0 and len(legal) > 1:
            chosen = make_bot(name, 1).choose(Turn(state, seat))
            for _ in range(2):
                other = state.determinize(seat, Random(rng.random()))
                assert make_bot(name, 1).choose(Turn(other, seat)) == chosen
        state.apply(seat, rng.choice(legal))


def test_the_network_leads_the_search(shelf: Shelf) -> None:
    """With one iteration there is nothing but the prior; with many, all legal actions compete."""
    made = Network.load(shelf("mine", "pyrrameds", 2))
    state = game("pyrrameds").new(2, "lead")
    seat = state.asked()[0]
    while len(state.legal_actions(seat)) == 1:
        state.apply(seat, state.legal_actions(seat)[0])
        seat = state.asked()[0]
    found = analyse_position(state, seat, bot="trained:40/mine", seed=1)
    assert sorted(one.action for one in found.lines) == state.legal_actions(seat)
    priors = made.priors(state, seat)
    chosen = make_bot("trained:1/mine", 1).choose(Turn(state, seat))
    assert priors[chosen] == max(priors.values())


@pytest.mark.parametrize("name", network.shipped())  # none as long as none beats greedy
def test_a_shipped_network_is_small_and_plays(name: str) -> None:
    id, _, players = name.rpartition("-")
    assert (network.SHIPPED / f"{name}.npz").stat().st_size < 2_000_000
    layout = game(id).new(int(players), 1).layout()
    assert network_for(id, int(players), "", layout).fits(layout)
