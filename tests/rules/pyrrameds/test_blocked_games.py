"""PY-17: the shares of blocked games that are told are those that were played."""

from pathlib import Path

import pytest

from scripts import blocked_games as script
from wardround.core import read_toml
from wardround.core.errors import MaterialError
from wardround.games.pyrrameds import GAME
from wardround.games.pyrrameds.options import BLOCKED, percent
from wardround.testing import clause


def told(players: int, **options: object) -> list[str]:
    """What a choice of options is said to mean."""
    return GAME.notes(GAME.check_options(options, players), players)


@clause("PY-0.7")
def test_a_choice_of_options_tells_row_swap_and_shares() -> None:
    row, swap, shares = told(2, sets="base+operations", preset="book")
    assert row == "Starting row: 6 cards."
    assert swap == "Swap by a patient: both cards must be medicine that it wants."
    assert shares.startswith("Games that end blocked: ")
    assert "% between greedy bots (95 % interval " in shares
    assert "% between random bots (95 % interval " in shares
    assert shares.endswith(f", {script.RANDOM_GAMES} games).")
    assert told(2)[1] == "Swap by a patient: one of the two cards must be medicine that it wants."
    assert told(2, row_size="5")[2].endswith("was not measured for this row and this swap.")


@clause("PY-0.7")
def test_the_shares_told_follow_sets_players_and_path_rule() -> None:
    usual = told(4)
    assert told(4, row_size=6) == usual
    for other in (told(4, sets="base+operations"), told(3), told(4, path_rule="strict")):
        assert other[2] != usual[2]


def test_halves_of_a_percent_are_rounded_up() -> None:
    assert [percent(part, 200) for part in (0, 1, 2, 3, 199, 200)] == [0, 1, 1, 2, 100, 100]


@clause("PY-17.3", "PY-17.7")
def test_the_table_holds_every_choice_of_preset_sets_players_and_path_rule() -> None:
    assert [row[:7] for row in BLOCKED] == [
        [bot, *facts, simulation.games] for bot, facts, simulation in script.plans()
    ]
    for bot, *facts, games, blocked, low, high in BLOCKED:
        assert 0 <= low <= 100 * blocked / games <= high <= 100, (bot, facts)


@clause("PY-17.3", "PY-17.7", "R-70")
def test_the_recommended_preset_blocks_few_games() -> None:
    for bot, most in (("greedy", 7), ("random", 12)):
        for sets, preset, path_rule, players, facts in script.choices():
            if (preset, path_rule) == ("recommended", "zigzag"):
                games, blocked = next(row[6:8] for row in BLOCKED if row[:6] == [bot, *facts])
                assert percent(blocked, games) <= most, (bot, sets, players)


@clause("PY-17.3", "PY-17.7")
def test_the_rules_tell_the_shares_of_the_table() -> None:
    rules = Path(script.FOLDER, script.RULES).read_text(encoding="utf-8")
    assert script.told(rules, BLOCKED) == rules
    changed = [[*row[:7], row[6], 100.0, 100.0] for row in BLOCKED]
    assert script.told(rules, changed) != rules
    for (bot, _sets), games in script.GAMES.items():
        assert f"{games} " in GAME.rules().clause(script.CLAUSES[bot]).text
    assert f"{script.RANDOM_GAMES} games" in GAME.rules().clause("PY-17.7").text


def row_of(bot: str, sets: str, players: int) -> list[object]:
    """The first row of the table for this bot, these sets and players."""
    found: list[object] = next(row for row in BLOCKED if row[:3] == [bot, sets, players])
    return found


def played_again(row: list[object]) -> list[object]:
    """The row, its games played again."""
    bot, facts, games = str(row[0]), row[1:6], int(str(row[6]))
    return script.row_of(bot, facts, script.plan(bot, facts, games))


@pytest.mark.no_cover
@clause("PY-17.7")
def test_a_row_of_random_games_is_what_is_played() -> None:
    row = row_of("random", "base", 4)
    assert played_again(row) == row


@pytest.mark.slow
@clause("PY-17.3")
@pytest.mark.parametrize(("sets", "players"), [("base", 4), ("base+intensive_care", 6)])
def test_a_row_of_greedy_games_is_what_is_played(sets: str, players: int) -> None:
    row = row_of("greedy", sets, players)
    assert played_again(row) == row


def test_rows_are_written_as_they_are_read() -> None:
    row = ["greedy", "base", 2, 8, True, "zigzag", 100, 1, 0.2, 5.5]
    text = f"rows = [\n{script.written(row)}]\n"
    assert read_toml(text, "rows", MaterialError, "TOML")["rows"] == [row]


def test_both_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Path(script.FOLDER, script.RULES).read_text(encoding="utf-8")
    Path(tmp_path, script.RULES).write_text(rules, encoding="utf-8")
    monkeypatch.setattr(script, "GAMES", dict.fromkeys(script.GAMES, 1))
    monkeypatch.setattr(script, "RANDOM_GAMES", 1)
    monkeypatch.setattr(
        script, "row_of", lambda bot, facts, plan, jobs: [bot, *facts, plan.games, 0, 0.0, 79.3]
    )
    monkeypatch.setattr("sys.argv", ["blocked_games.py", str(tmp_path)])
    script.main()
    rows = read_toml(Path(tmp_path, script.FILE).read_text(), "", MaterialError, "")["rows"]
    assert len(rows) == len(BLOCKED)
    assert script.told(rules, rows) == Path(tmp_path, script.RULES).read_text(encoding="utf-8")
