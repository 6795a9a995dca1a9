"""The game in the terminal."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.cli.conftest import Run, answers, no_traceback
from tests.cli.terminal import on_terminal
from tests.toy_game import ToyState
from wardround.core import SPECTATOR, Game, Record, commitment, replay
from wardround.games import games
from wardround.games.dice_hospital import GAME

PLAY = ("play", "dice_hospital", "--seed", 5)


def always(line: str) -> Callable[[str], str]:
    """The same answer to every question."""
    return lambda prompt: "" if "Hand over" in prompt else line


def test_a_whole_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    done = run(*PLAY, "--seats", "me,random", "--record", path, answer=always("1"))
    assert done.status == 0
    assert "The game is over" in done.out
    assert "Round 8 of 8" in done.out
    assert "The seed was 5" in done.out
    assert replay(Record.read(path), GAME).state.is_over
    assert run("replay", path, "--check").status == 0


def test_the_seed_is_promised_and_shown(run: Run) -> None:
    done = run(*PLAY, answer=answers([]))
    promised = done.out.split("secret seed: ")[1].split()[0]
    assert promised == commitment("5")
    assert "The seed was" not in done.out


def test_what_the_options_mean_is_said_before_the_game(run: Run) -> None:
    done = run("play", "pyrrameds", "--seats", "random,random", "--set", "row_size=6")
    assert "Starting row: 6 cards." in done.out.splitlines()


def test_without_a_seed_every_game_is_another(run: Run) -> None:
    first, second = (run("play", "dice_hospital", answer=answers([])) for _ in range(2))
    assert first.out.splitlines()[0] != second.out.splitlines()[0]


def test_end_of_input_ends_cleanly(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "left.wrd"
    done = run(*PLAY, "--record", path, answer=answers(["1", "1"]))
    assert done.status == 0
    assert "The game is not finished." in done.out
    assert len(Record.read(path).steps) >= 2
    assert "The game is saved" not in run(*PLAY, answer=answers(["1"])).out


def test_save_quit_and_go_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*PLAY, answer=answers(["1", "1", "q"]))
    assert done.status == 0
    (path,) = tmp_path.glob("dice_hospital-*.wrd")
    assert path.name in done.out
    steps = len(Record.read(path).steps)
    again = run("play", "dice_hospital", "--resume", path, "--record", path, answer=answers(["1"]))
    assert "starts with" in again.out
    assert len(Record.read(path).steps) > steps


def test_what_cannot_go_on_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "left.wrd"
    run(*PLAY, "--record", path, answer=answers(["1"]))
    seats = run("play", "dice_hospital", "--resume", path, "--seats", "me,me,me")
    assert seats.status == 2
    assert "2 seats, not 3" in seats.err
    seed = run("play", "dice_hospital", "--resume", path, "--seed", 1)
    assert seed.status == 2
    assert "--resume" in seed.err
    lines = path.read_text().splitlines()
    header = json.loads(lines[0])
    del header["seed"]
    path.write_text("\n".join([json.dumps(header), *lines[1:]]))
    secret = run("play", "dice_hospital", "--resume", path)
    assert secret.status == 2
    assert "does not hold its seed" in secret.err


def test_bots_alone_play_to_the_end(run: Run) -> None:
    done = run(*PLAY, "--seats", "random,random,random")
    assert done.status == 0
    assert "Round 8 begins." in done.out
    assert "Random 3" in done.out


# --- what is printed ------------------------------------------------------------------------


def test_table_prompt_and_numbered_choices(run: Run) -> None:
    done = run(*PLAY, answer=answers(["1"]))
    assert "Choose the starting patient that gets the value 3." in done.out
    assert "   1  The red die" in done.out
    assert "Player (you): 0 points" in done.out
    assert "Greedy starts with" in done.out
    assert "Round 1 of 8, phase 0: Set-up" in done.out


def test_each_line_of_the_log_is_printed_once(run: Run) -> None:
    done = run(*PLAY, answer=answers(["1", "1", "1"]))
    assert done.out.count("Greedy is first player.") == 1
    assert done.out.count("Player starts with red 3.") == 1


def test_secrets_of_others_are_not_printed(run: Run) -> None:
    done = run(*PLAY, "--seats", "me,random,random", answer=answers(["1"]))
    own = done.out.split("Player is dealt ")[1].split(".")[0].split(" and ")
    assert "(only you see this) Player is dealt" in done.out
    assert "Random 2 is dealt two administrators." in done.out
    names = [row[2] for row in next(t for t in GAME.material() if t.name == "Administrators").rows]
    for name in names:
        assert (name in done.out) == (name in own)


def test_only_the_view_of_the_person_is_ever_asked_for(
    run: Run, toy: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    view = ToyState.view

    def watched(state: ToyState, viewer: int) -> dict[str, object]:
        looked.append(viewer)
        return view(state, viewer)

    monkeypatch.setattr(ToyState, "view", watched)
    done = run("play", toy.id, "--seats", "random,me,random", "--seed", 1, answer=always("1"))
    assert "The game is over" in done.out
    assert set(looked) == {1}


def test_any_game_can_be_played_without_knowing_it(run: Run, toy: Game) -> None:
    rng = Random(3)

    def answer(prompt: str) -> str:
        return str(rng.randint(1, 2))

    done = run("play", toy.id, "--seats", "me,random", "--seed", 2, answer=answer)
    assert done.status == 0
    assert "The game is over" in done.out
    assert "spot" not in done.out


def test_people_at_one_terminal_hand_over(run: Run, toy: Game) -> None:
    shown: list[str] = []

    def answer(prompt: str) -> str:
        shown.append(prompt)
        return "" if "Hand over" in prompt else "1"

    done = run("play", toy.id, "--seats", "me,me", "--seed", 2, answer=answer)
    assert done.status == 0
    assert shown[0] == "Hand over to Player 1, then press Enter. "
    assert "Hand over to Player 2, then press Enter. " in shown
    whose = [one for one in shown if "Hand over" in one]
    assert all(one != other for one, other in pairwise(whose))


# --- commands -------------------------------------------------------------------------------


def lines_after(run: Run, *typed: str) -> str:
    """What the terminal prints for the last of these lines."""
    before = run(*PLAY, answer=answers(list(typed[:-1]))).out
    after = run(*PLAY, answer=answers(list(typed))).out
    common = before.rindex("> ")
    return after[common + 3 :]


def test_undo_takes_the_last_choice_back(run: Run) -> None:
    text = lines_after(run, "1", "u")
    assert "Player takes back" in text
    assert "value 3" in text


def test_undo_is_refused_with_a_reason(run: Run) -> None:
    assert "You have not acted yet." in lines_after(run, "u")


def test_preview_shows_without_doing(run: Run) -> None:
    text = lines_after(run, "p 2")
    assert "starts with yellow 3" in text
    assert "value 4" not in text


def test_preview_stops_where_chance_comes_in(run: Run) -> None:
    assert "chance, or something hidden" in lines_after(run, "1", "1", "p 1")


def test_why_not(run: Run) -> None:
    assert "This is possible." in lines_after(run, "w 1")
    text = lines_after(run, "1", "w die:R")
    assert "DH-2.14" in text
    assert GAME.rules().clause("DH-2.14").text in text
    assert "not one of the answers" in lines_after(run, "w at:oncology")


def test_why_not_for_everything_and_for_an_element(run: Run) -> None:
    everything = lines_after(run, "1", "w")
    assert "(DH-2.14) Not possible: the red die." in everything
    assert "This is possible." in lines_after(run, "w seat/0/waiting/0")
    assert "has nothing to do with this question" in lines_after(run, "w seat/7")


def test_rules_help_log_and_table(run: Run) -> None:
    assert GAME.rules().clause("DH-4.10").text in lines_after(run, "? DH-4.10")
    assert "no clause 'DH-77'" in lines_after(run, "? DH-77")
    assert "# Dice Hospital: the guide" in lines_after(run, "? guide")
    assert "take back your last choice" in lines_after(run, "?")
    assert "Greedy is first player." in lines_after(run, "l")
    assert "Player (you): 0 points" in lines_after(run, "t")


def test_a_hint_names_the_best_choices_and_plays_none(run: Run) -> None:
    told = lines_after(run, "b")
    assert len(re.findall(r"^ +\d{1,3}%  \S", told, re.MULTILINE)) == 3
    assert "50% is level with your best rival" in told
    assert "takes back" not in lines_after(run, "b", "u")


def test_a_notation_does_what_its_number_does(run: Run) -> None:
    assert lines_after(run, "die:Y") == lines_after(run, "2")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "There is no choice 99."),
        ("0", "a number from 1 to 3"),
        ("-1", "'-1' is not a choice."),
        ("dance", "'dance' is not a choice."),
        ("p", "Which choice?"),
        ("p 99", "There is no choice 99."),
        ("", "Type a number from 1 to 3, or ? for help."),
        ("ambulance:1", "That is not one of the answers"),
        ("²", "is not a choice"),
    ],
)
def test_what_was_not_understood_is_asked_again(run: Run, line: str, answer: str) -> None:
    done = run(*PLAY, answer=answers([line, "1"]))
    assert answer in done.out
    assert "gets the value 4" in done.out
    no_traceback(done)


def test_a_spectator_sees_bots_play(run: Run) -> None:
    done = run(*PLAY, "--seats", "random,random")
    assert "(only you see this)" not in done.out
    assert GAME.new(2, "5").view(SPECTATOR)["viewer"] == SPECTATOR


# --- a guided game --------------------------------------------------------------------------


def starred(done_so_far: str) -> str:
    """The number of the choice with the star, of the list that was printed last."""
    lines = [line for line in done_so_far.splitlines() if line.startswith(" *")]
    return lines[-1].removeprefix(" *").split()[0]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_guided_game_is_followed_by_its_actions(run: Run, game: Game) -> None:
    lesson = game.lesson()
    assert lesson is not None
    own = [press.action for step in lesson.steps for press in step.presses]
    done = run("play", game.id, "--lesson", answer=answers(own))
    assert done.status == 0
    for number, step in enumerate(lesson.steps, 1):
        assert f"**Guided game, step {number} of {len(lesson.steps)}.** {step.text}" in done.out
    assert f"**The guided part is over.** {lesson.closing}" in done.out
    assert "The game is not finished." in done.out
    assert done.out.count("\n *") == len(own)


def test_a_guided_game_says_what_is_meant_and_can_be_left(run: Run) -> None:
    done = run("play", "pyrrameds", "--lesson", answer=answers(["swap", "b04", "?"]))
    assert "The guided game is about something else here. Place one of your cards" in done.out
    assert "No open place" not in done.out
    assert "leave the guided game and play on freely" in done.out
    assert starred(done.out) == "1"
    free = run("play", "pyrrameds", "--lesson", answer=answers(["place", "u", "free", "swap"]))
    assert "You play freely from here." in free.out
    assert "You choose the card to reveal" in free.out or "reveal to all" in free.out
    assert free.out.count("Guided game, step 1 of 13") == 1
    table = run("play", "pyrrameds", "--lesson", answer=answers(["t"]))
    assert table.out.count("Guided game, step 1 of 13") == 2


def test_a_guided_game_is_saved_and_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("play", "pyrrameds", "--lesson", answer=answers(["place", "b04", "q"]))
    (path,) = tmp_path.glob("pyrrameds-*.wrd")
    assert f"wardround play pyrrameds --lesson --resume {path.name}" in done.out
    again = run("play", "pyrrameds", "--lesson", "--resume", path, answer=answers(["(9,1)", "q"]))
    assert "Guided game, step 2 of 13" in again.out
    assert "Dr Birch" in again.out
    other = run("play", "pyrrameds", "--resume", path, answer=answers(["swap", "q"]))
    assert "Guided" not in other.out
    gone = run("play", "pyrrameds", "--lesson", "--resume", path, answer=answers(["q"]))
    assert "This game goes on freely" in gone.out
    assert "Guided game" not in gone.out


def test_a_guided_game_has_its_settings_already(run: Run) -> None:
    for words in (("--seed", 1), ("--seats", "me,random"), ("--set", "sets=base")):
        done = run("play", "pyrrameds", "--lesson", *words)
        assert done.status == 2
        assert "A guided game has its seats, seed and options already." in done.err


def test_what_would_be_wasted_is_asked_about_once_more(tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    words = ("play", "dynamite_nurse", "--seed", 5, "--seats", "me,random,random")
    typed = (
        ("> ", "end\r"),
        ("[y/N] ", "\r"),
        ("> ", "end\r"),
        ("[y/N] ", "y\r"),
        ("> ", "q\r"),
    )
    done = on_terminal((*words, "--set", "first_player=1", "--record", path), 100, typed)
    assert done.status == 0
    assert done.text.count("You have not played") == 2
    own = [step.action for step in Record.read(path).steps if step.seat == 0]
    assert own.count("end") == 1


def test_a_script_is_told_what_it_wastes_and_plays_on(run: Run) -> None:
    words = ("play", "dynamite_nurse", "--seed", 5, "--seats", "me,random,random")
    done = run(*words, "--set", "first_player=1", answer=answers(["end"]))
    assert "You have not played" in done.out
    assert "[y/N]" not in done.out
