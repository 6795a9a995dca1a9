"""The game in the terminal: the table as the player sees it, and numbered choices."""

import contextlib
import secrets
import shlex
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from wardround.bots import Bot, bot_for, bot_named, make_bot
from wardround.bots.analysis import analyse_position
from wardround.cli.files import Output
from wardround.cli.output import (
    InputError,
    clause_text,
    clean,
    error_lines,
    grid,
    markdown,
    out,
    say,
    tell_error,
)
from wardround.cli.render import show_view
from wardround.cli.seats import PERSON
from wardround.cli.streams import OutputLost
from wardround.core import (
    SPECTATOR,
    Choice,
    Game,
    Lesson,
    LessonPlace,
    Match,
    Record,
    RecordError,
    UnknownAction,
    WardroundError,
    free_name,
    replay,
    shown,
)
from wardround.core.lesson import LEARNER
from wardround.lab import play_match

FREE = "free"
"""The command that leaves a guided game."""
GUIDED = f"  {FREE}          leave the guided game and play on freely"
HINT = "search:1000ms"
"""Who is asked for a hint."""
HINTS = 3
"""Choices that a hint names at most."""
YES = ("y", "yes")
"""What is taken for a yes."""
LONGEST_NUMBER = 9
"""Digits of the largest number that is understood."""
HELP = """\
  NUMBER        make that choice (its notation does the same)
  p NUMBER      preview: what would it change?
  w             what is not possible now, and which rule forbids it
  w NOTATION    why is this not possible? (an action's notation, or an element of the table)
  b             what is best? the search thinks for a second about what you see
  ? CLAUSE      read a rule, e.g. ? {clause}
  ? guide       read what the game is about
  u             take back your last choice
  t             show the table again
  l             show the whole log
  q             save and quit"""


class Leave(Exception):
    """The player wants to stop; whether the game shall be saved."""

    def __init__(self, save: bool) -> None:
        super().__init__()
        self.save = save


def begin(
    game: Game,
    seats: Sequence[str],
    seed: str | None,
    options: Mapping[str, object],
    record: Path | None,
    resume: Path | None,
    force: bool = False,
) -> None:
    """Play a game in the terminal, from the start or from a saved record.

    Args:
        game: The game.
        seats: ``me`` or a bot's id for each seat.
        seed: Fixes all chance; a secret one if None.
        options: Options of the game.
        record: Write the game to this file when it ends; the one that it goes on with if None.
        resume: Go on with this record.
        force: Whether another game that stands in the file may be replaced.

    Raises:
        SeatError, OptionError, UnknownBot, RecordError, InputError: The input is not possible.
    """
    target = _target(record, resume, force)
    names = seat_names(seats)
    match = (
        Match(game, len(seats), seed or secrets.token_hex(8), options, names)
        if resume is None
        else _resumed(game, names, resume, seed, options)
    )
    if resume is None:
        for note in game.notes(match.options, match.players):
            say(note)
    Session(match, seats, _players(match, seats), target, resume).play()


def begin_lesson(game: Game, record: Path | None, resume: Path | None, force: bool = False) -> None:
    """Play the guided first game in the terminal, from the start or from a saved record.

    Args:
        game: The game.
        record: Write the game to this file when it ends; the one that it goes on with if None.
        resume: Go on with this record.
        force: Whether another game that stands in the file may be replaced.

    Raises:
        UnknownBot, RecordError, MaterialError, InputError: The input is not possible.
    """
    lesson = game.lesson()
    if lesson is None:
        raise InputError(
            f"{game.title} has no guided game.",
            where="--lesson",
            expected=f"wardround play {game.id}",
        )
    target = _target(record, resume, force)
    seats = [PERSON, *[lesson.bot] * len(lesson.rivals)]
    names = [seat_names([PERSON])[0], *lesson.rivals]
    match = (
        Match(game, lesson.players, lesson.seed, lesson.options, names)
        if resume is None
        else _resumed(game, names, resume, None, {})
    )
    if match.place_in(lesson) is None:
        say("This game goes on freely: it went another way than the guided one.")
    Session(match, seats, _players(match, seats), target, resume, lesson).play()


def _target(record: Path | None, resume: Path | None, force: bool) -> Output | None:
    return None if record is None else Output(record, force or _is_same_file(record, resume))


def _players(match: Match, seats: Sequence[str]) -> dict[int, Bot]:
    """The bots by their seats."""
    found: dict[int, Bot] = {}
    for seat, name in enumerate(seats):
        if name != PERSON:
            bot_for(name, match.game.id, match.players)
            found[seat] = make_bot(name, f"{match.seed}/bot {seat}")
    return found


def _is_same_file(one: Path, other: Path | None) -> bool:
    return other is not None and one.exists() and other.exists() and one.samefile(other)


def seat_names(seats: Sequence[str]) -> list[str]:
    """Names of the seats: "Player", or "Player 1" ... where several people play, and the bots'.

    Raises:
        UnknownBot: A seat names no bot that is installed.
    """
    people = seats.count(PERSON)
    names: list[str] = []
    for number, seat in enumerate(seats, 1):
        if seat == PERSON:
            names.append("Player" if people == 1 else f"Player {number}")
        else:
            title = bot_named(seat).title
            names.append(title if seats.count(seat) == 1 else f"{title} {number}")
    return names


def _resumed(
    game: Game, names: Sequence[str], path: Path, seed: str | None, options: Mapping[str, object]
) -> Match:
    if seed is not None or options:
        raise InputError(
            "A saved game has its seed and options already.",
            where="--seed, --set",
            expected="neither of them with --resume",
        )
    record = Record.read(path)
    match = replay(record, game, name=str(path))
    if match.players != len(names):
        raise InputError(
            f"The saved game has {match.players} seats, not {len(names)}.",
            where="--seats",
            expected=f"{match.players} seats",
        )
    if not match.seed:
        raise InputError(
            "The record does not hold its seed: it cannot go on.",
            where=str(path),
            expected="a record that was saved by `wardround play`",
        )
    match.rename(names)
    return match


class Session:
    """One sitting at one table.

    Args:
        match: The game being played.
        seats: ``me`` or a bot's id for each seat.
        bots: Bots by their seats; the other seats are people at this terminal.
        record: Where the game is written when the sitting ends; None: only if asked for.
        resumed: The file with which the game goes on, if it does: where it is saved if asked for.
        lesson: The guided game that this is, as long as nobody leaves it.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[str],
        bots: Mapping[int, Bot],
        record: Output | None,
        resumed: Path | None = None,
        lesson: Lesson | None = None,
    ) -> None:
        self.match = match
        self.seats = seats
        self.bots = bots
        self.record = record
        self.resumed = resumed
        self.lesson = lesson
        self.taught = -1
        self.acted = False
        self.people = [seat for seat in range(match.players) if seat not in bots]
        self.read = {SPECTATOR: 0, **dict.fromkeys(self.people, 0)}
        self.seat = self.people[0] if self.people else SPECTATOR
        self.handed = len(self.people) < 2

    def play(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            self._play()
        except Leave as leave:
            self._leave(leave.save)
        except BaseException:  # a signal, a terminal that is gone, a fault of the game
            self._rescue()
            raise

    def _play(self) -> None:
        say(f"{self.match.game.title}. SHA-256 of the secret seed: {self.match.seed_hash}")
        while True:
            self._others()
            if self.match.state.is_over:
                break
            self._turn()
        self._end()

    # --- a guided game ----------------------------------------------------------------------

    def _lesson_place(self) -> LessonPlace | None:
        """How far the guided game has come; None where one plays freely."""
        return None if self.lesson is None else self.match.place_in(self.lesson)

    def _others(self) -> None:
        """Let the bots act: as the guided game intends, else by themselves."""
        while (place := self._lesson_place()) is not None and place.seat > LEARNER:
            self.match.act(place.seat, self.match.game.parse(place.action))
        if place is None or place.is_over:
            play_match(self.match, self.bots)

    def _teach(self) -> int | None:
        """Say what the step is about, when it is new; the action that it asks for."""
        place = self._lesson_place()
        if self.lesson is None or place is None:
            return None
        if place.is_over:
            markdown(f"**The guided part is over.** {self.lesson.closing}")
            self.lesson = None
            return None
        if place.step != self.taught:
            self.taught = place.step
            steps = self.lesson.steps
            head = f"**Guided game, step {place.step + 1} of {len(steps)}.**"
            markdown(f"{head} {steps[place.step].text}")
        return self.match.game.parse(place.action)

    def _check_guided(self, action: int) -> None:
        """Refuse what the guided game is not about, unless the rules have a reason of their own.

        Raises:
            InputError: It is possible, but something else is meant.
        """
        place = self._lesson_place()
        if place is None or place.is_over:
            return
        meant = self.match.meant_instead(place, self.seat, action)
        if meant is not None:
            raise InputError(
                f"The guided game is about something else here. {meant}",
                expected=f"the choice with the star, or {FREE!r} to leave the guided game",
            )

    # --- a turn -----------------------------------------------------------------------------

    def _turn(self) -> None:
        asked = [seat for seat in self.match.state.asked() if seat in self.people]
        if self.seat not in asked:
            self._hand_over(asked[0])
        elif not self.handed:
            self._hand_over(self.seat)
        self._news()
        if not self.match.state.mid_move(self.seat):
            self._table()
        choices = self.match.state.choices(self.seat)
        self._offer(choices, self._teach())
        while not self._obey(self._line("> "), choices):
            pass

    def _hand_over(self, seat: int) -> None:
        if len(self.people) > 1:
            wipe()
            self._line(f"Hand over to {self.match.names[seat]}, then press Enter. ")
            wipe()
        self.seat = seat
        self.handed = True

    def _news(self) -> None:
        """What the player has not read yet."""
        for line in self.match.log(self.seat, self.read[self.seat]):
            secret = "(only you see this) " if line.private and line.seat == self.seat else ""
            say(secret + line.text, "dim")
        self.read[self.seat] = self.match.version + 1

    def _table(self) -> None:
        say()
        show_view(self.match.state.view(self.seat), self.match.names)
        say()

    def _offer(self, choices: Sequence[Choice], meant: int | None = None) -> None:
        say(self.match.state.prompt(self.seat), "bold")
        group = ""
        for number, choice in enumerate(choices, 1):
            if choice.group != group:
                group = choice.group
                say(f" {group}")
            star = "*" if choice.action == meant else " "
            say(f" {star}{number:2}  {choice.sentence}")

    def _line(self, prompt: str) -> str:
        try:
            return input(clean(prompt)).strip()
        except EOFError:
            say()
            raise Leave(save=sys.stdin.isatty()) from None

    # --- commands ---------------------------------------------------------------------------

    def _obey(self, line: str, choices: Sequence[Choice]) -> bool:
        """Carry out a line of input; whether the position has changed."""
        word, _, rest = line.partition(" ")
        try:
            return self._command(word.lower(), rest.strip(), line, choices)
        except WardroundError as error:
            for text in error_lines(error):
                say(text, "red")
            return False

    def _command(self, word: str, rest: str, line: str, choices: Sequence[Choice]) -> bool:
        if word == "q":
            raise Leave(save=True)
        if word == "u":
            self.match.undo(self.seat)
            return True
        if word == FREE and self.lesson is not None:
            self.lesson = None
            say("You play freely from here.")
            return True
        if word == "t":
            self._table()
            self.taught = -1
            self._offer(choices, self._teach())
        elif word == "l":
            for one in self.match.log(self.seat):
                say(f"{one.version:5}  {one.text}")
        elif word == "p":
            self._preview(self._action(rest, choices))
        elif word == "w":
            self._why_not(rest, choices)
        elif word == "b":
            self._hint()
        elif word in ("?", "h", "help"):
            self._help(rest)
        elif line:
            return self._act(self._action(line, choices), choices)
        else:
            say(f"Type a number from 1 to {len(choices)}, or ? for help.")
        return False

    def _action(self, text: str, choices: Sequence[Choice]) -> int:
        """The action of a number of the list, or of a notation."""
        if text.isascii() and text.isdecimal():
            number = int(text) if len(text) <= LONGEST_NUMBER else 0
            if not 1 <= number <= len(choices):
                raise InputError(
                    f"There is no choice {shown(text)}.",
                    expected=f"a number from 1 to {len(choices)}",
                )
            return choices[number - 1].action
        try:
            return self.match.game.parse(text)
        except UnknownAction as error:
            raise InputError(
                f"{shown(text)!r} is not a choice." if text else "Which choice?",
                expected=f"a number from 1 to {len(choices)}, a notation, or ? for help",
            ) from error

    def _act(self, action: int, choices: Sequence[Choice]) -> bool:
        self._check_guided(action)
        if not self._sure(action, choices):
            return False
        self.match.act(self.seat, action, self.match.version)
        self.acted = True
        return True

    def _sure(self, action: int, choices: Sequence[Choice]) -> bool:
        """Whether the player wants it even though something of use would be left unused.

        Asked of people only: where a script plays, the warning is said and the choice stands.
        """
        warning = next((choice.warning for choice in choices if choice.action == action), "")
        if not warning or self.lesson is not None:
            return True
        say(warning, "yellow")
        return not sys.stdin.isatty() or self._line("Do it all the same? [y/N] ").lower() in YES

    def _preview(self, action: int) -> None:
        preview = self.match.state.preview(self.seat, action)
        for sentence in preview.sentences:
            say(f"  {sentence}")
        if preview.chance:
            say("  Then chance, or something hidden, comes in.")
        elif not preview.sentences:
            changes = [f"{path}: {before} -> {after}" for path, before, after in preview.changes]
            for text in changes or ["Nothing changes yet: a further choice follows."]:
                say(f"  {text}")

    def _hint(self) -> None:
        """The best choices by the search, which sees what the seat sees."""
        found = analyse_position(self.match.state, self.seat, HINT, secrets.token_hex(4))
        for line in found.lines[:HINTS]:
            say(f"  {line.value:4.0%}  {line.sentence}")
        if self.match.players > 1:
            say("  (50% is level with your best rival)", "dim")

    def _why_not(self, text: str, choices: Sequence[Choice]) -> None:
        """Reasons against one action or element of the table, or against all that is not legal."""
        state, seat = self.match.state, self.seat
        if text.isascii() and text.isdecimal():
            self._objection(self._action(text, choices))
            return
        if not text:
            self._forbidden()
            return
        try:
            self._objection(self.match.game.parse(text))
        except UnknownAction:
            reasons = state.explain(seat, text)
            if not reasons:
                raise InputError(
                    f"{shown(text)!r} has nothing to do with this question.",
                    expected="an action's notation, or an element such as "
                    + (" or ".join(choices[0].spots[:1]) or "seat/0"),
                ) from None
            for sentence, objection in reasons:
                answer = "This is possible."
                if objection is not None:
                    answer = _because(objection.clause, objection.text)
                say(f"  {sentence} {answer}")

    def _forbidden(self) -> None:
        """Everything that could be tried now but is not legal, by the rule that forbids it."""
        state, seat = self.match.state, self.seat
        reasons: dict[str, list[str]] = {}
        for action in state.decision(seat).candidates(state, seat):
            objection = state.why_not(seat, action)
            if objection is not None:
                reason = f"{objection.text} ({objection.clause})"
                reasons.setdefault(reason, []).append(self.match.game.action_text(action))
        for reason, actions in reasons.items():
            say(f"  {reason} Not possible: {', '.join(actions)}.")
        if not reasons:
            say("  Nothing that this question asks for is forbidden.")

    def _objection(self, action: int) -> None:
        """Whether one action is possible, or why not."""
        objection = self.match.state.why_not(self.seat, action)
        answer = "This is possible."
        if objection is not None:
            answer = _because(objection.clause, objection.text)
        say(f"  {self.match.game.action_text(action)}: {answer}")

    def _help(self, clause: str) -> None:
        rules, guide = self.match.game.rules(), self.match.game.guide()
        if clause.casefold() == "guide":
            title = self.match.game.title
            markdown(guide.without_pictures() if guide else f"{title} has no guide.")
        elif clause:
            found = rules.clause(clause)
            markdown(f"**{found.id}** {found.text}")
        else:
            say(HELP.format(clause=next(rules.clauses()).id))
            if self.lesson is not None:
                say(GUIDED)

    # --- the end ----------------------------------------------------------------------------

    def _leave(self, save: bool) -> None:
        path = self._save() if save or self.record is not None else None
        say("The game is not finished.")
        if path is not None:
            self._tell_how_to_go_on(path)

    def _rescue(self) -> None:
        """Save a game that ends against the player's will, if anything in it is theirs."""
        if self.record is None and not self.acted:
            return
        path = self._save()
        with contextlib.suppress(OutputLost):
            if not self.match.state.is_over:
                self._tell_how_to_go_on(path)

    def _tell_how_to_go_on(self, path: Path) -> None:
        who = ["--seats", ",".join(self.seats)] if self.lesson is None else ["--lesson"]
        words = ("wardround", "play", self.match.game.id, *who, "--resume", str(path))
        say(f"Go on with: {shlex.join(words)}")

    def _end(self) -> None:
        match = self.match
        path = None if self.record is None else self._written()
        self._news()
        say()
        show_view(match.state.view(self.seat), match.names)
        scores = match.state.scores()
        rank = 1
        rows: list[tuple[str, str, str]] = []
        for group in match.state.ranking():
            rows += [(str(rank), match.names[seat], str(scores[seat])) for seat in group]
            rank += len(group)
        grid(("rank#", "", "points#"), rows, "The game is over")
        say(f"The seed was {match.seed}")
        if path is not None:
            say(f"The game is saved in {path}.")

    def _save(self) -> Path:
        path = self._written()
        with contextlib.suppress(OutputLost):
            say(f"The game is saved in {path}.")
        return path

    def _written(self) -> Path:
        """Write the game where it belongs, or where the player says if that is not possible.

        Raises:
            RecordError: It was not possible, and nobody is there to say; the message names the
                temporary file in which the game is.
        """
        record = self.match.record()
        path = self._place()
        while True:
            try:
                record.write(path)
            except RecordError as error:
                path = self._another_place(record, error)
            else:
                return path

    def _place(self) -> Path:
        if self.record is not None:
            return self.record.place()
        if self.resumed is not None:
            return self.resumed
        return free_name(f"{self.match.game.id}-{self.match.seed_hash[:8]}.wrd")

    def _another_place(self, record: Record, error: RecordError) -> Path:
        if sys.stdin.isatty():
            tell_error(error)
            with contextlib.suppress(EOFError):
                name = input("Save the game in which other file? ").strip()
                if name:
                    return free_name(Path(name).expanduser())
        path = free_name(Path(tempfile.gettempdir()) / self._place().name)
        record.write(path)
        raise RecordError(
            f"{error.message} The game is saved in {path} instead.",
            where=error.where,
            expected=error.expected,
        ) from error


def wipe() -> None:
    """Clear the terminal with everything that can be scrolled back to: others shall not read it."""
    if out.file.isatty():
        out.file.write("\x1b[2J\x1b[3J\x1b[H")
        out.file.flush()


def _because(clause: str, text: str) -> str:
    return f"{text} {clause}:{clause_text(clause)}" if clause else text
