"""OpenSpiel's DQN learns on the games that are registered there (``make learning``)."""

from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
dqn = pytest.importorskip("open_spiel.python.jax.dqn", reason="see make learning")

import wardround.adapters.openspiel  # noqa: E402, F401


@pytest.mark.parametrize("id", ["dynamite_nurse"])
def test_openspiel_s_dqn_learns(id: str) -> None:
    environments = pytest.importorskip("open_spiel.python.rl_environment")
    table = environments.Environment(f"python_{id}")
    numbers = table.observation_spec()["info_state"][0]
    actions = table.action_spec()["num_actions"]
    agents: list[Any] = [
        dqn.DQN(
            seat,
            numbers,
            actions,
            [32],
            replay_buffer_capacity=1000,
            batch_size=16,
            min_buffer_size_to_learn=32,
            learn_every=16,
        )
        for seat in range(table.num_players)
    ]
    for _ in range(2):
        seen = table.reset()
        while not seen.last():
            agent = agents[seen.observations["current_player"]]
            seen = table.step([agent.step(seen).action])
        for agent in agents:
            agent.step(seen)
    assert all(agent.loss is not None and float(agent.loss) >= 0 for agent in agents)
