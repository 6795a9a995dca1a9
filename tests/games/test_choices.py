"""Whoever asks why gets an answer: every action of a game is shown and judged at every question."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import DEVICE, ME, House, Json
from wardround.core import Game, State
from wardround.games import OURS, game
from wardround.games.dice_hospital import GAME as DICE_HOSPITAL
from wardround.server import Settings, create_app
from wardround.testing import Configuration, configurations
from wardround.testing.hidden import answers
from wardround.testing.positions import check_shown, some_action


def positions(
    game: Game, chosen: Configuration, seed: str, number: int, every: int
) -> Iterator[State]:
    """Positions of a random game, one in so many."""
    rng = Random(f"{seed} {chosen}")
    state = game.new(chosen.players, seed, chosen.options)
    step = 0
    while not state.is_over and number:
        if step % every == 0:
            yield state
            number -= 1
        state.apply(*some_action(state, rng))
        step += 1


def ask_all(game: Game, state: State) -> set[str]:
    """Ask every open question about every action, and whether the answers tell a secret.

    Returns:
        The names of the questions.
    """
    asked = set()
    for seat in state.asked():
        asked.add(state.decision(seat).name())
        for action in range(game.num_actions):
            check_shown(game, state, seat, action)
        every = range(game.num_actions)
        world = state.determinize(seat, Random(seat))
        assert answers(world, seat, every) == answers(state, seat, every)
    return asked


@pytest.mark.no_cover
@pytest.mark.parametrize("id", OURS)
def test_every_action_is_answered_at_every_question(id: str) -> None:
    chosen = game(id)
    settings = configurations(chosen)
    asked = set()
    for number in range(4):
        where = settings[number * len(settings) // 4]
        for state in positions(chosen, where, f"why {number}", 8, 19):
            asked |= ask_all(chosen, state)
    assert len(asked) > 2


@pytest.mark.parametrize("id", OURS)
@pytest.mark.parametrize(
    "most",
    [pytest.param(40, marks=pytest.mark.slow), pytest.param(None, marks=pytest.mark.long)],
    ids=["many", "all"],
)
def test_every_action_is_answered_in_every_configuration(id: str, most: int | None) -> None:
    chosen = game(id)
    for where in configurations(chosen)[:most]:
        for state in positions(chosen, where, "why", 8, 37):
            ask_all(chosen, state)


@pytest.mark.no_cover
@pytest.mark.parametrize("id", OURS)
@pytest.mark.parametrize(
    "share", [0.1, pytest.param(1.0, marks=pytest.mark.long)], ids=["a tenth", "all"]
)
def test_every_action_is_answered_at_a_table(tmp_path: Path, id: str, share: float) -> None:
    """Tables ask the game, which answers every action above: a sample shows that they do."""
    chosen = game(id)
    settings = Settings(
        database=f"sqlite:///{tmp_path}/t.sqlite3", static=tmp_path, allowed_hosts=("testserver",)
    )
    with TestClient(create_app(settings, {id: chosen})) as client:
        house = House(client)
        players = max(2, chosen.min_players)
        made = house.create(ME, *[DEVICE] * (players - 1), game=id)
        rng = Random(id)
        with house.page(made["table"], made["token"], 0) as page:
            for _ in range(3):
                for _ in range(5):
                    seat = rng.choice(page.state["asked"])
                    page.send(type="look", seat=seat)
                    page.until("state")
                    choice = rng.choice(page.state["choices"])
                    assert page.act(seat, choice["notation"])["type"] == "ack"
                    page.until_version(page.state["version"] + 1)
                seat = page.state["asked"][0]
                for notation in rng.sample(chosen.notations, round(share * chosen.num_actions)):
                    page.send(type="why", id=notation, seat=seat, action=notation)
                    answer: Json = {}
                    while answer.get("id") != notation:
                        answer = page.receive()
                    assert answer["type"] == "why", answer
                    assert answer["reasons"][0]["sentence"]


# --- what an answer would leave unused ----------------------------------------------------------

WASTES: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {
    "dice_hospital": {("activate", "done"): ("place:",)},
    "dynamite_nurse": {("main", "end"): ("play:", "operate:{seat}.")},
    "clinic": {
        ("hire", "end"): ("hire:",),
        ("admit", "end"): ("take:", "ec:"),
        ("care", "end"): ("in:",),
    },
    "pyrrameds": {},
}
"""The answers, with their question, that can leave something unused, and how what would use it
begins. Not seen in what is legal is whether a Build or Hire action has done something before."""
DYING = "without upkeep will die"


@pytest.mark.no_cover
@pytest.mark.parametrize("id", OURS)
def test_an_answer_that_wastes_something_says_so_and_no_other_does(id: str) -> None:
    chosen = game(id)
    settings = configurations(chosen)
    for number in range(6):
        where = settings[number * len(settings) // 6]
        for state in positions(chosen, where, f"waste {number}", 60, 3):
            for seat in state.asked():
                hold_warnings(state, seat)


def hold_warnings(state: State, seat: int) -> None:
    question = state.decision(seat).name()
    choices = state.choices(seat)
    for choice in choices:
        uses = WASTES[state.game.id].get((question, choice.notation))
        if uses is None:
            nothing_built = (question, choice.notation) == ("component", "end")
            assert nothing_built or not choice.warning, (question, choice.notation)
            continue
        beginnings = tuple(use.format(seat=seat + 1) for use in uses)
        usable = any(other.notation.startswith(beginnings) for other in choices)
        assert usable or not choice.warning or DYING in choice.warning, choice.warning
        assert choice.warning or not usable or question == "hire", choice.notation


def test_what_is_left_unused_is_named() -> None:
    state = DICE_HOSPITAL.new(2, "5")
    while state.decision(state.first_asked()).name() != "activate":
        state.apply(*some_action(state, Random(1)))
    done = state.game.parse("done")
    assert state.choice(state.first_asked(), done).warning == (
        "3 Nurses could still be placed this round."
    )
