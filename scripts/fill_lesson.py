"""Write into a guided first game what the rivals do in it: their bot plays, the learner as written.

    python scripts/fill_lesson.py src/wardround/games/clinic/lesson.toml

Every list ``before`` and ``then`` of the file is written anew; the texts and all else stay.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from wardround.bots import Turn, make_bot
from wardround.core import Match
from wardround.core.lesson import LEARNER, lesson_of
from wardround.games import game

LIST = re.compile(r"^(before|then) = \[[^\]]*\]$", re.MULTILINE)
WIDTH = 100


def deeds(name: str, text: str) -> Iterator[list[str]]:
    """What the rivals do before the first step, and after each one."""
    lesson = lesson_of(text, name)
    chosen = game(name)
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
                sys.exit(f"step {number}: rivals are asked in the middle of it; make it two steps")
        yield done


def written(key: str, done: list[str]) -> str:
    """A list of actions in TOML."""
    quoted = [f'"{one}"' for one in done]
    short = f"{key} = [{', '.join(quoted)}]"
    if len(short) <= WIDTH:
        return short
    return "\n".join([f"{key} = [", *(f"  {one}," for one in quoted), "]"])


def main(path: Path) -> None:
    """Fill a file."""
    text = path.read_text(encoding="utf-8")
    found = deeds(path.parent.name, LIST.sub(r"\1 = []", text))
    path.write_text(LIST.sub(lambda one: written(one[1], next(found)), text), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
