"""The commands besides ``play``: output, status, answers to bad input."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.cli.conftest import Done, Run, no_traceback
from tests.toy_game import GAME as TOY
from wardround import __version__
from wardround.bots import make_bot
from wardround.core import Match, deal_text, pledge_hash
from wardround.games.dice_hospital import GAME
from wardround.lab import play_match

COMMANDS = [
    "games",
    "rules",
    "bots",
    "play",
    "serve",
    "replay",
    "analyse",
    "simulate",
    "endings",
    "strength",
    "tune",
    "train",
    "text",
    "check",
    "clauses",
    "bench",
    "loadtest",
]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game as a file."""
    match = Match(GAME, 2, "record", names=["Ann", "Bob"])
    play_match(match, {seat: make_bot("random", seat) for seat in range(2)})
    path = tmp_path / "game.wrd"
    match.record().write(path)
    return path


# --- help -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert done.status == 0
    assert "Examples" in done.out
    assert f"wardround {command}" in done.out.split("Examples")[1]


def test_the_list_of_commands_is_complete(run: Run) -> None:
    done = run("--help")
    assert done.status == 0
    for command in COMMANDS:
        assert f" {command} " in done.out
    assert run("--version").out == f"wardround {__version__}\n"


def test_the_program_can_be_started() -> None:
    code = "from wardround.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "bots", "--json"], capture_output=True, text=True, check=True
    )
    assert [one["id"] for one in json.loads(done.stdout)][:2] == ["random", "greedy"]
    assert done.stderr == ""


# --- what there is --------------------------------------------------------------------------


def test_games_are_listed(run: Run) -> None:
    assert "dice_hospital" in run("games").out
    data = json.loads(run("games", "--json").out)
    assert data[0]["id"] == "dice_hospital"
    assert data[0]["options"][0]["name"] == "administrators"


def test_a_games_options_are_explained(run: Run) -> None:
    done = run("games", "dice_hospital")
    assert "activation: one of simultaneous, sequential (default simultaneous; rule DH-27.1)" in (
        done.out
    )
    assert json.loads(run("games", "dice_hospital", "--json").out)["id"] == "dice_hospital"


def test_what_a_choice_of_options_means_is_told(run: Run) -> None:
    words = ("games", "pyrrameds", "--players", 2, "--set", "row_size=7")
    assert "Starting row: 7 cards." in run(*words).out.splitlines()
    assert "Starting row: 7 cards." in json.loads(run(*words, "--json").out)["notes"]
    assert "notes" not in json.loads(run("games", "pyrrameds", "--json").out)
    assert run("games", "--players", 2).status == 2
    assert run("games", "pyrrameds", "--players", 7).status == 2


@pytest.mark.parametrize("number", ["DH-4.10", "dh-4.10"])
def test_a_clause_is_shown(run: Run, number: str) -> None:
    done = run("rules", "dice_hospital", number)
    assert done.status == 0
    assert done.out == f"**DH-4.10** {GAME.rules().clause('DH-4.10').text}\n"
    assert json.loads(run("rules", "dice_hospital", number, "--json").out)["id"] == "DH-4.10"


def test_chapters_contents_and_everything_are_shown(run: Run) -> None:
    contents = run("rules", "dice_hospital").out
    assert "Patient Intake" in contents
    chapter = run("rules", "dice_hospital", "DH-4").out
    assert chapter.startswith("## DH-4 ")
    assert "- DH-4.28" in chapter
    everything = run("rules", "dice_hospital", "all").out
    assert all(clause.text in everything for clause in GAME.rules().clauses())
    data = json.loads(run("rules", "dice_hospital", "--json").out)
    assert [one["id"] for one in data["chapters"]] == [one.id for one in GAME.rules().chapters]
    assert json.loads(run("rules", "dice_hospital", "DH-4", "--json").out)["clauses"]


def test_the_guide_is_shown_without_its_pictures(run: Run) -> None:
    assert "wardround rules dice_hospital --guide" in run("rules", "dice_hospital").out
    done = run("rules", "dice_hospital", "--guide")
    assert done.out.startswith("# Dice Hospital: the guide\n")
    assert ".svg" not in done.out
    assert "**blood bag** (blood bags): Spend it" in done.out
    data = json.loads(run("rules", "dice_hospital", "--guide", "--json").out)
    assert data["pictures"]["red.svg"].startswith("<svg")
    refused = run("rules", "dice_hospital", "DH-4", "--guide")
    assert refused.status == 2
    assert "wardround rules dice_hospital --guide" in refused.err


def test_a_game_without_a_guide_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardround.cli.commands.the_game", lambda id: TOY)
    done = run("rules", "toy", "--guide")
    assert done.status == 2
    assert f"{TOY.title} has no guide." in done.err
    assert "--guide" not in run("rules", "toy").out


def test_the_material_is_shown_with_its_provenance(run: Run) -> None:
    done = run("rules", "dice_hospital", "material")
    assert "Oncology" in done.out
    assert "RECON" in done.out
    tables = json.loads(run("rules", "dice_hospital", "material", "--json").out)
    assert "Specialists" in [one["name"] for one in tables]


def test_bots_are_listed(run: Run) -> None:
    assert "greedy" in run("bots").out


# --- replay ---------------------------------------------------------------------------------


def test_a_record_is_shown(run: Run, record: Path) -> None:
    done = run("replay", record)
    assert done.status == 0
    assert "Ann" in done.out
    assert "Round 8 begins." in done.out
    assert "result: " in done.out


def test_a_record_is_shown_up_to_an_action(run: Run, record: Path) -> None:
    data = json.loads(run("replay", record, "--to", 30, "--json").out)
    assert data["actions"] == 30
    assert data["recorded_actions"] > 30
    assert not data["over"]
    assert data["view"]["viewer"] == -1
    assert "Round 8 begins." not in run("replay", record, "--to", 30).out


def test_a_record_is_checked(run: Run, record: Path) -> None:
    done = run("replay", record, "--check")
    assert done.status == 0
    assert "right" in done.out
    assert "Pledge: none in this record." in done.out


def test_the_pledge_of_a_record_is_checked(run: Run, record: Path) -> None:
    head, *steps = record.read_text().splitlines()
    header = json.loads(head)
    game, rules, players = header["game"], header["rules"], header["players"]
    deal = deal_text(game, rules, players, header["options"], {})

    def checked(salt: str, **others: str) -> Done:
        hash = pledge_hash("5a17", header["seed"], deal)
        pledge = {"deal": deal, "hash": hash, "salt": salt}
        record.write_text("\n".join([json.dumps({**header, "pledge": pledge, **others}), *steps]))
        return run("replay", record, "--check")

    done = checked("5a17")
    assert done.status == 0
    assert f"Pledge: kept. {pledge_hash('5a17', header['seed'], deal)} is" in done.out
    broken = checked("5a18")
    assert broken.status == 1
    assert "The pledge was broken" in broken.err
    assert "line 1" in broken.err
    no_traceback(broken)


def test_a_damaged_record_is_refused_with_its_line(run: Run, record: Path) -> None:
    lines = record.read_text().splitlines()
    lines[7] = lines[7].replace('"do":"', '"do":"x')
    record.write_text("\n".join(lines))
    for words, status in (((record,), 2), ((record, "--check"), 1)):
        done = run("replay", *words)
        assert done.status == status
        assert f"{record}, line 8" in done.err
        assert "expected:" in done.err
        no_traceback(done)


def test_an_illegal_action_in_a_record_is_answered_with_the_rule(run: Run, record: Path) -> None:
    lines = record.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if '"do":"ambulance:' in line)
    taken = json.loads(lines[number])
    following = json.loads(lines[number + 1])
    lines[number + 1] = json.dumps({"seat": following["seat"], "do": taken["do"]})
    record.write_text("\n".join(lines))
    done = run("replay", record)
    assert done.status == 2
    assert f"rule:     DH-4.10 {GAME.rules().clause('DH-4.10').text}" in done.err


def test_files_and_numbers_that_do_not_exist(run: Run, record: Path, tmp_path: Path) -> None:
    missing = run("replay", tmp_path / "none.wrd")
    assert missing.status == 2
    assert "none.wrd" in missing.err
    far = run("replay", record, "--to", 99999)
    assert far.status == 2
    assert "a number from 0 to" in far.err
    (tmp_path / "noise.wrd").write_bytes(b"\xff\xfe\x00")
    noise = run("replay", tmp_path / "noise.wrd")
    assert noise.status == 2
    no_traceback(noise)


# --- simulate -------------------------------------------------------------------------------

SIMULATE = ("simulate", "dice_hospital", "--seats", "random,random", "--games", 4)


def test_a_simulation_is_reported(run: Run) -> None:
    done = run(*SIMULATE, "--rotate")
    assert done.status == 0
    assert "4 games of Dice Hospital, seed 1" in done.out
    assert "decisions in" in done.out
    assert done.err == ""


def test_json_is_the_same_bytes_again(run: Run) -> None:
    first = run(*SIMULATE, "--seed", 7, "--set", "administrators=off", "--json")
    assert first.out == run(*SIMULATE, "--seed", 7, "--set", "administrators=off", "--json").out
    assert first.out == (
        run(*SIMULATE, "--seed", 7, "--set", "administrators=off", "--json", "--jobs", 2).out
    )
    data = json.loads(first.out)
    assert data["options"]["administrators"] is False
    assert data["seed"] == "7"
    assert first.out != run(*SIMULATE, "--seed", 8, "--set", "administrators=off", "--json").out


def test_rows_are_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    done = run(*SIMULATE, "--out", path)
    assert "8 rows written" in done.out
    assert pl.read_csv(path).height == 8


def test_endings_by_players_and_option(run: Run) -> None:
    words = ("endings", "pyrrameds", "--players", "2,3", "--each", "path_rule", "--games", 5)
    done = run(*words, "--set", "preset=book")
    assert done.status == 0
    assert "How games of Pyrrameds end" in done.out
    assert done.out.count("zigzag") == done.out.count("strict") == 2
    assert "empty_hand" in done.out
    data = json.loads(run(*words, "--set", "preset=book", "--json").out)
    assert [(len(one["seats"]), one["options"]["path_rule"]) for one in data] == [
        (players, rule) for players in (2, 3) for rule in ("zigzag", "reference", "strict")
    ]
    for one in data:
        assert sum(ending["games"] for ending in one["endings"]) == 5
    everyone = json.loads(run("endings", "pyrrameds", "--games", 1, "--json").out)
    assert [len(one["seats"]) for one in everyone] == [2, 3, 4, 5, 6]


BAD: list[tuple[tuple[object, ...], str, str]] = [
    (("simulate", "chess", "--seats", "random"), "No game 'chess'", "dice_hospital"),
    (("simulate", "dice_hospital", "--seats", ",".join(["random"] * 5)), "not for 5", "1 to 4"),
    (("simulate", "dice_hospital", "--seats", "random,alpha"), "No bot 'alpha'", "greedy"),
    ((*SIMULATE, "--set", "weather=fine"), "no option 'weather'", "activation"),
    ((*SIMULATE, "--set", "activation=never"), "'never' is not possible", "sequential"),
    ((*SIMULATE, "--set", "activation"), "'activation' sets nothing", "NAME=VALUE"),
    ((*SIMULATE, "--set", "=x"), "'=x' sets nothing", "NAME=VALUE"),
    (
        (*SIMULATE, "--set", "token_limits=none", "--set", "token_limits=none"),
        "set twice",
        "at most once",
    ),
    ((*SIMULATE, "--out", "games.xlsx"), "'games.xlsx' is not known", ".parquet"),
    ((*SIMULATE, "--out", "no/such/games.csv"), "folder does not exist", "an existing folder"),
    (("endings", "pyrrameds", "--each", "turn_cap"), "no list of values", "path_rule"),
    (("endings", "pyrrameds", "--players", "two"), "no number of players", "2,3"),
    (("endings", "pyrrameds", "--players", "9"), "not for 9 players", "2 to 6"),
    (("rules", "dice_hospital", "DH-99.1"), "no clause 'DH-99.1'", "DH-1.1"),
    (("rules", "chess"), "No game 'chess'", "dice_hospital"),
    (("games", "chess"), "No game 'chess'", "dice_hospital"),
    (("bench", "dice_hospital", "--players", 9), "not for 9 players", "1 to 4"),
    (("check", "dice_hospital", "--players", 9), "not for 9 players", "1 to 4"),
    (("check", "dice_hospital", "--set", "weather=fine"), "no option 'weather'", "activation"),
    (("loadtest", "--at", "nowhere"), "'nowhere' is no address", "http://HOST:PORT"),
    (("loadtest", "--at", "http://127.0.0.1:9"), "does not answer", "wardround serve"),
    (("loadtest", "--database", "mysql://a/b"), "address is not usable", "sqlite:///FILE"),
    (("loadtest", "--at", "http://a", "--database", "x"), "its database already", "one of --at"),
    (("loadtest", "--tables", 0, "--saturated", 0, "--cold", 0), "Nothing is to be", "above 0"),
    (("clauses", "dice_hospital", "--tests", "no/such"), "no such folder", "--tests DIR"),
    (("play", "dice_hospital", "--seats", "me,alpha"), "No bot 'alpha'", "greedy"),
    (("play", "dice_hospital", "--seats", "me,me,me,me,me"), "not for 5", "1 to 4 players"),
    (("play", "dice_hospital", "--set", "activation=x"), "'x' is not possible", "sequential"),
    (("play", "dice_hospital", "--record", "no/such/a.wrd"), "folder does not", "existing folder"),
    (("play", "dice_hospital", "--resume", "no.wrd"), "cannot be read", ".wrd"),
]


@pytest.mark.parametrize(("words", "message", "expected"), BAD)
def test_bad_input_is_answered(
    run: Run, words: tuple[object, ...], message: str, expected: str
) -> None:
    done = run(*words)
    assert done.status == 2
    assert done.err.startswith("Error: ")
    assert message in done.err
    assert "expected: " in done.err
    assert expected in done.err
    assert done.out == ""
    no_traceback(done)


def test_an_option_out_of_range_names_its_rule(run: Run) -> None:
    done = run(*SIMULATE, "--set", "activation=never")
    assert f"rule:     DH-27.1 {GAME.rules().clause('DH-27.1').text}" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "dice_hospital"),
        (*SIMULATE, "--games", "many"),
        (*SIMULATE, "--games", 0),
        ("simulate",),
        ("dance",),
        ("play", "dice_hospital", "--loud"),
        ("serve", "--port", 99999),
    ],
)
def test_misuse_has_status_2(run: Run, words: tuple[object, ...]) -> None:
    done = run(*words)
    assert done.status == 2
    assert done.err
    no_traceback(done)


# --- check, clauses, bench, serve -----------------------------------------------------------


def test_a_right_game_passes_the_check(run: Run) -> None:
    done = run("check", "dice_hospital", "--games", 2, "--players", 2)
    assert done.status == 0
    assert "2 games" in done.out
    data = json.loads(run("check", "dice_hospital", "--games", 1, "--json").out)
    assert data["ok"] is True
    assert data["games"] == 1


def test_a_broken_game_fails_the_check(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: object, **given: Any) -> None:
        raise CheckFailure("dice_hospital", "s", 2, {}, 17, "a patient was lost")

    from wardround.testing import CheckFailure

    monkeypatch.setattr("wardround.testing.check_game", broken)
    done = run("check", "dice_hospital", "--games", 1)
    assert done.status == 1
    assert "after 17 actions: a patient was lost" in done.err
    no_traceback(done)
    data = json.loads(run("check", "dice_hospital", "--json").out)
    assert data["ok"] is False
    assert data["what"] == "a patient was lost"


@pytest.fixture
def tested(tmp_path: Path) -> Path:
    """A folder with a test that proves two clauses."""
    text = '@clause("DH-4.10", "DH-4.11")\ndef test_intake() -> None: ...\n'
    (tmp_path / "test_intake.py").write_text(text)
    return tmp_path


def test_clauses_and_their_tests(run: Run, tested: Path) -> None:
    done = run("clauses", "dice_hospital", "--tests", tested)
    assert done.status == 0
    assert "2 clauses with a test" in done.out
    data = json.loads(run("clauses", "dice_hospital", "--tests", tested, "--json").out)
    found = {one["clause"]: one["tests"] for one in data}
    assert found["DH-4.10"] == ["test_intake.py::test_intake"]
    assert found["DH-4.12"] == []


def test_clauses_without_a_test_have_status_1(run: Run, tested: Path) -> None:
    done = run("clauses", "dice_hospital", "--missing", "--tests", tested)
    assert done.status == 1
    lines = done.out.splitlines()
    assert any(line.startswith("DH-4.12 ") for line in lines)
    assert not any(line.startswith("DH-4.10 ") for line in lines)
    number = len(
        json.loads(run("clauses", "dice_hospital", "--missing", "--tests", tested, "--json").out)
    )
    assert number == len(lines)


def test_no_clause_missing_prints_nothing(run: Run, tmp_path: Path) -> None:
    ids = ", ".join(f'"{clause.id}"' for clause in GAME.rules().clauses())
    (tmp_path / "test_all.py").write_text(f"@clause({ids})\ndef test_all() -> None: ...\n")
    done = run("clauses", "dice_hospital", "--missing", "--tests", tmp_path)
    assert (done.status, done.out, done.err) == (0, "", "")


@pytest.mark.parametrize(
    "text",
    [
        "def test_x(:\n",
        "@clause(NAME)\ndef test_x(): ...\n",
        '@clause("DH-99.9")\ndef test_x(): ...\n',
    ],
)
def test_tests_that_cannot_be_read_are_named(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "test_bad.py").write_text(text)
    done = run("clauses", "dice_hospital", "--tests", tmp_path)
    assert done.status == 2
    assert "test_bad.py" in done.err
    no_traceback(done)


@pytest.mark.slow
def test_bench_prints_what_it_measured(run: Run) -> None:
    data = json.loads(run("bench", "dice_hospital", "--runs", 1, "--seconds", 0.05, "--json").out)
    assert data["game"] == "dice_hospital"
    assert data["players"] == 4
    assert data["decisions_per_second"] > 0
    done = run("bench", "--runs", 1, "--seconds", 0.05, "--players", 3)
    assert "decisions/s" in done.out
    assert data["processor"] in done.out


@pytest.mark.slow
def test_bench_measures_every_interface(run: Run) -> None:
    pytest.importorskip("pettingzoo")
    words = ("bench", "pyrrameds", "--interfaces", "--runs", 1, "--seconds", 0.05)
    data = json.loads(run(*words, "--json").out)
    assert (data["game"], data["players"], data["rates"][0]["share"]) == ("pyrrameds", 6, 1.0)
    assert all(rate["median"] > 0 for rate in data["rates"])
    done = run(*words, "--players", 2)
    for name in ("PettingZoo, raw", "vector, 16 games", "Gymnasium, one seat", "OpenSpiel"):
        assert name in done.out
    assert data["processor"] in done.out


def test_serve_passes_its_settings_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[Any, bool]] = []

    def serve(settings: Any, open_browser: bool = False) -> None:
        served.append((settings, open_browser))

    monkeypatch.setattr("wardround.server.serve", serve)
    words = ("--host", "0.0.0.0", "--port", 0, "--database", "sqlite:///x", "--open")  # noqa: S104
    assert run("serve", *words).status == 0
    settings, opened = served[0]
    assert (settings.host, settings.port) == ("0.0.0.0", 0)  # noqa: S104
    assert settings.database == "sqlite:///x"
    assert opened
    assert run("serve").status == 0
    assert served[1][0].database.startswith("sqlite:///")
    assert not served[1][1]


def test_an_occupied_port_is_told(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--port", port, "--database", f"sqlite:///{tmp_path / 't.sqlite3'}")
    assert done.status == 2
    assert str(port) in done.err
    no_traceback(done)


OWN_BACKS = "\n".join(
    f'[[ambulance_back]]\nnumber = {number}\nred = 1\nyellow = 2\ngreen = 3\nprovenance = "OWN"'
    for number in range(1, 6)
)


def test_the_values_of_an_own_copy_are_played_with(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN_BACKS)
    done = run(*SIMULATE, "--set", "final_round_collections=on", "--material", file, "--json")
    assert done.status == 0
    assert json.loads(done.out)["options"]["material"] == OWN_BACKS
    record = tmp_path / "game.wrd"
    words = ("play", "dice_hospital", "--seats", "random,random", "--seed", "1")
    assert run(*words, "--material", file, "--record", record).status == 0
    assert '"checksums":{"material":"' in record.read_text()
    assert run("replay", record, "--check").status == 0


def test_a_bad_material_file_is_refused_with_its_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN_BACKS.replace("red = 1", "red = 7", 1))
    done = run(*SIMULATE, "--material", file)
    assert done.status == 2
    assert "ambulance_back 1, key red" in done.err
    assert "a whole number from 1 to 6" in done.err
    gone = run(*SIMULATE, "--material", tmp_path / "nothing.toml")
    assert gone.status == 2
    assert "cannot be read" in gone.err


def test_strength_has_a_row_for_every_number_of_players(run: Run) -> None:
    done = run("strength", "dice_hospital", "--games", 2, "--bot", "random", "--json")
    assert [len(row["seats"]) for row in json.loads(done.out)] == [1, 2, 3, 4]
    assert "players" in run("strength", "dice_hospital", "--games", 1, "--bot", "random").out
