"""Write into a guided first game what the rivals do in it: their bot plays, the learner as written.

    python -m wardround.testing.fill_lesson clinic src/wardround/games/clinic/lesson.toml

Every list ``before`` and ``then`` of the file is written anew; the texts and all else stay.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from wardround.bots import Turn, make_bot
from wardround.core import Game, Match, WardroundError
from wardround.core.lesson import LEARNER, lesson_of
from wardround.games import game

LIST = re.compile(r"^(before|then) = \[[^\]]*\]$", re.MULTILINE)
WIDTH = 100


def deeds(chosen: Game, text: str) -> Iterator[list[str]]:
    """What the rivals do before the first step, and after each one: seat and notation.

    Args:
        chosen: The game.
        text: Its lesson in TOML; what stands there of the rivals does not matter.

    Raises:
        WardroundError: It is no lesson, or what the learner does in it is not possible.
        ValueError: Rivals are asked in the middle of a step.
    """
    lesson = lesson_of(LIST.sub(r"\1 = []", text), chosen.id)
    names = ["Learner", *lesson.rivals]
    match = Match(chosen, lesson.players, lesson.seed, lesson.options, names)
    bots = {
        seat: make_bot(lesson.bot, f"{lesson.seed}/bot {seat}") for seat in range(1, match.players)
    }

    def others() -> list[str]:
        done = []
        while LEARNER not in match.state.asked() and not match.state.is_over:
            seat = match.state.asked()[0]
            action = bots[seat].choose(Turn(match.state, seat))
            done.append(f"{seat} {chosen.notation(action)}")
            match.act(seat, action)
        return done

    yield others()
    for number, step in enumerate(lesson.steps, 1):
        for place, press in enumerate(step.presses, 1):
            match.act(LEARNER, chosen.parse(press.action))
            done = others()
            if done and place < len(step.presses):
                raise ValueError(
                    f"step {number}: rivals are asked in the middle of it; make it two steps"
                )
        yield done


def written(key: str, done: list[str]) -> str:
    """A list of actions in TOML."""
    quoted = [f'"{one}"' for one in done]
    short = f"{key} = [{', '.join(quoted)}]"
    if len(short) <= WIDTH:
        return short
    return "\n".join([f"{key} = [", *(f"  {one}," for one in quoted), "]"])


def filled(chosen: Game, text: str) -> str:
    """A lesson with what its rivals do.

    Raises:
        WardroundError, ValueError: See :func:`deeds`.
    """
    found = deeds(chosen, text)
    return LIST.sub(lambda one: written(one[1], next(found)), text)


def main(words: list[str]) -> int:
    """Fill a file; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="id of an installed game")
    parser.add_argument("file", type=Path, help="its lesson.toml")
    given = parser.parse_args(words)
    try:
        text = given.file.read_text(encoding="utf-8")
        given.file.write_text(filled(game(given.game), text), encoding="utf-8")
    except (WardroundError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
