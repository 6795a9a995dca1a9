"""Playing a record again, and every way in which it can disagree with what is played."""

import json
import operator
from collections.abc import Callable
from typing import Any, SupportsIndex

from wardround.core.chance import commitment
from wardround.core.errors import RecordError, WardroundError
from wardround.core.game import Game
from wardround.core.match import Match, file_checksums
from wardround.core.pledge import Pledge, deal_text
from wardround.core.reading import read_json
from wardround.core.record import Header, Record, shown_value
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
    if head.pledge is not None:
        _check_pledge(head.pledge, head, first)
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
    match.pledge = head.pledge
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


def _check_pledge(pledge: Pledge, head: Header, where: str) -> None:
    """Hold what was promised to what the record tells; without seed and salt only the deal."""
    now = json.loads(deal_text(head.game, head.rules, head.players, head.options, head.checksums))
    then = read_json(pledge.deal, where, RecordError, "the deal that was promised, as JSON")
    promised = then.get("options") if isinstance(then, dict) else None
    known = now["options"]
    if isinstance(promised, dict):  # options of later versions were not promised
        known = {name: known.get(name) for name in promised}
    if then != {**now, "options": known}:
        raise RecordError(
            f"The pledge was for another deal: {shown_value(then)}.",
            where=where,
            expected=shown_value(now),
        )
    if head.seed and not pledge.salt:
        raise RecordError(
            "The record tells its seed, but not the salt of its pledge.",
            where=where,
            expected="both, or neither",
        )
    if head.seed and not pledge.is_kept_by(head.seed):
        raise RecordError(
            "The pledge was broken: salt, seed and deal do not have the hash that was promised.",
            where=where,
            expected=f"a salt and a seed with SHA-256 {pledge.hash}",
        )


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
