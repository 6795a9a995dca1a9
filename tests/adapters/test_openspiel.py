"""The games in OpenSpiel: its own test, search, and what a seat may not know."""

import copy
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")

from wardround.adapters import AdapterError  # noqa: E402
from wardround.adapters.openspiel import options_of  # noqa: E402
from wardround.adapters.text import describe  # noqa: E402
from wardround.core import SPECTATOR, WardroundError  # noqa: E402
from wardround.games import OURS, game  # noqa: E402

GAMES = sorted(OURS)


def begun(id: str, players: int, moves: int) -> Any:
    """A position after some random moves."""
    state = pyspiel.load_game(f"python_{id}(players={players})").new_initial_state()
    state.apply_action(7)
    rng = Random(1)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.no_cover
@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_openspiel_s_own_test(id: str, most: bool) -> None:
    players = game(id).max_players if most else game(id).min_players
    made = pyspiel.load_game(f"python_{id}(players={players})")
    pyspiel.random_sim_test(made, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("id", GAMES)
def test_a_finished_game_has_the_returns_of_the_engine(id: str) -> None:
    for players in {game(id).min_players, game(id).max_players}:
        state = begun(id, players, 0)
        own = game(id).new(players, 7)
        rng = Random(players)
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            own.apply(own.asked()[0], action)
            state.apply_action(action)
        assert state.returns() == own.returns()
        made = state.get_game()
        assert made.min_utility() <= min(own.returns()) <= max(own.returns()) <= made.max_utility()


@pytest.mark.parametrize("id", GAMES)
def test_a_position_travels_as_its_history_and_as_a_copy(id: str) -> None:
    state = begun(id, max(2, game(id).min_players), 12)
    again = state.get_game().deserialize_state(state.serialize())
    assert str(again) == str(pickle.loads(pickle.dumps(state))) == str(state)  # noqa: S301
    other = copy.deepcopy(state)
    other.apply_action(other.legal_actions()[0])
    assert str(other) != str(state)


@pytest.mark.parametrize("id", GAMES)
def test_a_resampled_position_looks_the_same_to_the_seat_and_is_another(id: str) -> None:
    state = begun(id, max(2, game(id).min_players), 12)
    seat = state.current_player()
    sample = state.resample_from_infostate(seat, Random(1).random)
    assert sample.information_state_string(seat) == state.information_state_string(seat)
    assert sample.observation_tensor(seat) == state.observation_tensor(seat)
    assert sample.legal_actions() == state.legal_actions()
    assert str(sample) != str(state)


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("recall", [False, True])
def test_what_is_public_is_what_who_watches_sees(id: str, recall: bool) -> None:
    observation = pytest.importorskip("open_spiel.python.observation")
    state = begun(id, max(2, game(id).min_players), 12)
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=recall, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = observation.make_observation(state.get_game(), kind)
    seats = range(state.num_players())
    texts = {public.string_from(state, seat) for seat in seats}
    assert len(texts) == 1
    inner = state.held.state
    assert describe(inner.view(SPECTATOR)) in texts.pop()
    for seat in seats:
        sample = state.resample_from_infostate(seat, Random(seat).random)
        assert public.string_from(sample, seat) == public.string_from(state, seat)


@pytest.mark.parametrize(
    "id",
    [
        pytest.param(id, marks=pytest.mark.slow if id == "dice_hospital" else pytest.mark.long)
        for id in GAMES
    ],
)
def test_a_playthrough_is_the_same_again(id: str, tmp_path: Path) -> None:
    playthroughs = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    flags = pytest.importorskip("absl.flags")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    players = max(2, game(id).min_players)
    file = tmp_path / "playthrough.txt"
    text = playthroughs.playthrough(f"python_{id}(players={players})", None, seed=1)
    file.write_text(text, encoding="utf-8")
    assert "IsTerminal() = True" in text
    before, again = playthroughs.replay(str(file))
    assert before == again


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_openspiel_s_regret_minimisation_learns(id: str) -> None:
    numpy = pytest.importorskip("numpy")
    algorithms = pytest.importorskip("open_spiel.python.algorithms.outcome_sampling_mccfr")
    numpy.random.seed(1)
    players = max(2, game(id).min_players)
    made = pyspiel.load_game(f"python_{id}(players={players})")
    solver = algorithms.OutcomeSamplingSolver(made)
    met = solver._infostates
    for _ in range(6):  # whoever loses an episode learns nothing from it: its return is 0
        solver.iteration()
        if any(numpy.any(regrets != regrets[0]) for regrets, _ in met.values()):
            break
    else:
        pytest.fail("nothing was learned")
    policy = solver.average_policy()
    state = made.new_initial_state()
    state.apply_action(3)
    while not state.is_terminal():
        chances = policy.action_probabilities(state)
        assert set(chances) == set(state.legal_actions())
        assert sum(chances.values()) == pytest.approx(1)
        state.apply_action(max(chances, key=chances.__getitem__))


def test_options_reach_the_game() -> None:
    options = "layout:beginner;helipad_max_floor:4"
    made = pyspiel.load_game(f"python_clinic(players=2,options={options})")
    state = made.new_initial_state()
    state.apply_action(3)
    same = game("clinic").new(2, 3, options_of(options))
    assert str(state).endswith(same.digest())
    assert same.digest() != game("clinic").new(2, 3).digest()


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ("players=9", "9"),
        ("options=nothing:1", "nothing"),
        ("options=layout:nothing", "nothing"),
        ("options=layout", "no option"),
    ],
)
def test_what_a_game_does_not_take_is_refused(params: str, told: str) -> None:
    with pytest.raises((WardroundError, AdapterError), match=told):
        pyspiel.load_game(f"python_clinic({params})")


def test_options_are_read() -> None:
    assert options_of("a:1; b:on") == {"a": "1", "b": "on"}
    with pytest.raises(AdapterError, match="no option"):
        options_of("a")


@pytest.mark.parametrize("id", GAMES)
def test_openspiel_s_searching_bots_choose_what_is_legal(id: str) -> None:
    numpy = pytest.importorskip("numpy")
    algorithms = pytest.importorskip("open_spiel.python.algorithms.mcts")
    sampling = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    state = begun(id, max(2, game(id).min_players), 4)
    rng = numpy.random.RandomState(1)
    rollout = algorithms.RandomRolloutEvaluator(1, rng)
    bots = (
        algorithms.MCTSBot(state.get_game(), 2, 3, rollout, random_state=rng),
        sampling.ISMCTSBot(state.get_game(), rollout, 2, 3, random_state=rng),
    )
    for bot in bots:
        assert bot.step(state) in state.legal_actions()
