"""Playing a record again, and every way in which it can disagree with what is played."""

import json
import operator
from collections.abc import Callable
from typing import Any, SupportsIndex

from wardround.core.chance import commitment
from wardround.core.errors import RecordError, WardroundError
from wardround.core.game import Game
from wardround.core.match import Match, file_checksums
from wardround.core.record import Record, shown_value
from wardround.core.words import listed


def replay(
    record: Record,
    game: Game,
    to: SupportsIndex | None = None,
    name: str = "record",
    before: Callable[[int], None] | None = None,
) -> Match:
    """Play a record again.

    With the seed in the header chance comes from the seed and must agree with the recorded
    outcomes; without it the recorded outcomes are used.

    Args:
        record: The record.
        game: The game of its header.
        to: Stop after this many actions.
        name: How error messages call the record.
        before: Called before each action with the number of those that were played; what it
            raises ends the replay, for who has only so much time.

    Raises:
        RecordError: It does not belong to this game or version, an action is not legal, chance
            does not agree, or the result differs; ``where`` names the line.
    """
    head = record.header
    steps = record.steps if to is None else record.steps[: operator.index(to)]
    first = f"{name}, line 1"
    if head.game != game.id:
        raise RecordError(
            f"The record is of {head.game!r}.", where=first, expected=f"a game of {game.id!r}"
        )
    if head.rules not in game.rules_versions:
        raise RecordError(
            f"The record was played with version {head.rules} of the rules.",
            where=first,
            expected=f"version {listed(game.rules_versions, 'or')}",
        )
    if head.checksums != file_checksums(game, head.options):
        raise RecordError(
            "The files in the options do not have the checksums of the record.",
            where=first,
            expected=json.dumps(file_checksums(game, head.options)),
        )
    if head.seed and commitment(head.seed) != head.seed_hash:
        raise RecordError(
            "The seed does not have the hash that was promised.",
            where=first,
            expected=f"a seed with SHA-256 {head.seed_hash}",
        )
    scripted = not head.seed
    match: Match = _located(
        first,
        lambda: Match(
            game,
            head.players,
            head.seed,
            head.options,
            head.names,
            script=head.setup if scripted else None,
            rules=head.rules,
        ),
    )
    if scripted:
        match.seed_hash = head.seed_hash
    _same_chance(match.setup_chance(), head.setup, first)
    for number, step in enumerate(steps, start=2):
        if before is not None:
            before(number - 2)
        where = f"{name}, line {number}"
        action: int = _located(where, lambda step=step: game.parse(step.action))  # type: ignore[misc]
        script = step.chance if scripted else None
        _located(
            where,
            lambda step=step, action=action, script=script: match.act(  # type: ignore[misc]
                step.seat, action, script=script
            ),
        )
        _same_chance(match.last_chance(), step.chance, where)
    if len(steps) == len(record.steps):
        _check_result(record, match, f"{name}, line {len(steps) + 2}")
    return match


def _check_result(record: Record, match: Match, where: str) -> None:
    if record.result is None:
        return
    if not match.state.is_over:
        raise RecordError(
            "The record gives a result, but the game is not over.",
            where=where,
            expected="all actions up to the end of the game",
        )
    found = {"scores": match.state.scores(), "ranking": match.state.ranking()}
    if found != record.result:
        raise RecordError(
            f"The result differs from the one played: {shown_value(record.result)}.",
            where=where,
            expected=json.dumps(found),
        )


def _same_chance(drawn: list[int], recorded: list[int], where: str) -> None:
    if drawn != recorded:
        raise RecordError(
            f"The chance outcomes {shown_value(recorded)} are not those that were drawn.",
            where=where,
            expected=shown_value(drawn),
        )


def _located(where: str, run: Callable[[], Any]) -> Any:
    try:
        return run()
    except WardroundError as error:
        raise RecordError(
            error.message, where=where, expected=error.expected, clause=error.clause
        ) from error
    except ValueError as fault:  # a name of its own: compiled, a name has one type
        raise RecordError(
            f"Chance: {fault}.", where=where, expected="the outcomes that the game drew"
        ) from fault
