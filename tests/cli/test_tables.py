"""The tables of our games in the terminal: at every position, for everybody, within 80 columns."""

import re
from random import Random

import pytest
from rich.cells import cell_len

from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.cli.terminal import on_terminal
from wardround.cli.render import RENDERERS, show_view
from wardround.cli.render_pyrrameds import pyramid_lines
from wardround.core import SPECTATOR
from wardround.games import OURS, game

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
NAMES = ("Ada", "Ben", "Cora", "Dan", "Eve", "Fay")
EVERYTHING: dict[str, dict[str, object]] = {
    "pyrrameds": {"sets": "base+operations+intensive_care"},
    "dynamite_nurse": {"edition": "village"},
    "clinic": {"board": "3x3"},
}


def test_each_of_our_games_has_a_table_of_its_own() -> None:
    assert set(RENDERERS) == set(OURS)


@pytest.mark.slow
@pytest.mark.parametrize("id", sorted(RENDERERS))
@pytest.mark.parametrize("everything", [False, True])
def test_every_position_is_shown_to_everybody(
    id: str, everything: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    found = game(id)
    options = EVERYTHING.get(id, {}) if everything else {}
    state = found.new(found.max_players, f"tables {everything}", options)
    rng = Random(1)
    number = 0
    while not state.is_over:
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        number += 1
        if number % 40 == 0 or state.is_over:
            for viewer in (SPECTATOR, *range(state.players)):
                show_view(state.view(viewer), NAMES)
                shown = capsys.readouterr().out
                assert len(shown.splitlines()) > 3
                if viewer != SPECTATOR:
                    assert f"{NAMES[viewer]} (you): " in shown
                    assert shown.count("(you)") == 1
                assert "spot" not in shown


def test_a_hand_that_is_hidden_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    state = game("pyrrameds").new(2, "hidden")
    show_view(state.view(1), NAMES)
    shown = capsys.readouterr().out
    other = next(line for line in shown.splitlines() if line.startswith("Ada: "))
    assert other.endswith(" hidden")
    view = state.view(1)
    own = [card["notation"] for card in view["hands"][1]["cards"]]
    line = next(line for line in shown.splitlines() if line.startswith("Ben (you)"))
    assert all(notation in line for notation in own if not notation.startswith("P"))


def test_a_card_lies_above_the_two_that_it_rests_on() -> None:
    def cell(x: int, card: str) -> dict[str, object]:
        return {"x": x, "card": {"notation": card} if card else None, "open": not card}

    layers = [
        {"y": 1, "cells": [cell(1, "P[GOO]4")]},
        {"y": 0, "cells": [cell(0, "R1"), cell(2, "B2"), cell(4, "")]},
        {"y": -1, "cells": []},
    ]
    assert pyramid_lines(layers) == ["     GOO4", "> R1    B2    ."]


@pytest.mark.slow
@pytest.mark.parametrize("id", sorted(RENDERERS))
def test_it_fits_a_terminal_of_80_columns(id: str) -> None:
    seats = ",".join(["me"] + ["random"] * max(1, game(id).min_players - 1))
    # The first choice of Dynamite Nurse would end the phase with cards left, which is asked about.
    choice = "2\n" if id == "dynamite_nurse" else "1\n"
    done = on_terminal(
        ("play", id, "--seats", seats, "--seed", 5), 80, [("> ", choice), ("> ", "q\n")]
    )
    assert "Traceback" not in done.text
    lines = [ESCAPE.sub("", line) for line in done.lines]
    assert max(map(cell_len, lines)) <= 80


def test_without_colour_it_is_the_same_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    done = run("play", "pyrrameds", "--seats", "me,random", "--seed", 5)
    assert "\x1b" not in done.out
    assert "Turn 2: Player" in done.out or "Turn 1: Player" in done.out
