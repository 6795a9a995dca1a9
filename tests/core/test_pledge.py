"""What was promised before the first move: written into records, and held to what they tell."""

import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from typing import Any

import pytest

from tests.core.test_record import finished
from tests.toy_game import GAME
from wardround.core import (
    Match,
    Pledge,
    Record,
    RecordError,
    deal_text,
    new_salt,
    pledge_hash,
    replay,
)

DEAL = (
    '{"game":"toy","options":{"demands":true,"rounds":1,"winner":"high"},"players":3,"rules":"1"}'
)


def promised(salt: str = "5a17") -> Match:
    """A finished game whose deal was promised."""
    match = finished()
    deal = deal_text("toy", "1", match.players, match.options, {})
    match.pledge = Pledge(deal, pledge_hash(salt, match.seed, deal), salt)
    return match


def test_the_hash_is_that_of_three_lines() -> None:
    pledge = promised().pledge
    assert pledge is not None
    assert pledge.deal == DEAL
    assert pledge.hash == sha256(f"5a17\ntoy\n{DEAL}".encode()).hexdigest()
    assert pledge.is_kept_by("toy")
    assert not pledge.is_kept_by("toys")
    assert deepcopy(pledge) == pledge


def test_a_file_stands_in_the_deal_as_its_checksum() -> None:
    assert '"pack":"c0ffee"' in deal_text("toy", "1", 2, {"pack": "x" * 9999}, {"pack": "c0ffee"})


def test_salts_differ_and_nobody_guesses_them() -> None:
    assert len({new_salt() for _ in range(9)}) == 9
    assert len(bytes.fromhex(new_salt())) * 8 >= 128


@pytest.mark.parametrize("with_seed", [True, False])
def test_a_record_holds_the_pledge_and_tells_the_salt_with_the_seed(with_seed: bool) -> None:
    match = promised()
    text = match.record(with_seed).to_text()
    header = json.loads(text.split("\n")[0])
    assert ("salt" in header["pledge"]) == ("seed" in header) == with_seed
    again = replay(Record.parse(text), GAME)
    assert again.record(with_seed).to_text() == text
    assert again.at(1).pledge == again.pledge


def test_a_record_without_a_pledge_is_read_as_before() -> None:
    text = finished().record().to_text()
    assert "pledge" not in text
    assert replay(Record.parse(text), GAME).pledge is None


def test_options_of_later_versions_were_not_promised() -> None:
    match = finished()
    deal = json.dumps({**json.loads(DEAL), "options": {"rounds": 1}})
    match.pledge = Pledge(deal, pledge_hash("5a17", "toy", deal), "5a17")
    assert replay(match.record(), GAME).pledge == match.pledge


def deal(**changes: Any) -> Callable[[dict[str, Any]], None]:
    """Another deal was promised, with the hash that it has."""

    def change(header: dict[str, Any]) -> None:
        text = json.dumps({**json.loads(DEAL), **changes})
        hash = pledge_hash("5a17", "toy", text)
        header["pledge"] = {"deal": text, "hash": hash, "salt": "5a17"}

    return change


def pledge(**changes: Any) -> Callable[[dict[str, Any]], None]:
    """Something else stands in the pledge."""

    def change(header: dict[str, Any]) -> None:
        told = {**header["pledge"], **changes}
        header["pledge"] = {key: value for key, value in told.items() if value is not None}

    return change


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (deal(players=4), "for another deal"),
        (deal(game="other"), "for another deal"),
        (deal(rules="2"), "for another deal"),
        (deal(options={"rounds": 2}), "for another deal"),
        (deal(options={"pocket": 1}), "for another deal"),
        (deal(options=None), "for another deal"),
        (deal(more=1), "for another deal"),
        (pledge(hash="0" * 64), "was broken"),
        (pledge(salt="5a18"), "was broken"),
        (pledge(salt=None), "not the salt"),
        (pledge(deal="{"), "JSON"),
        (pledge(deal="[]"), "for another deal"),
        (pledge(deal=DEAL + "\n"), "end of line"),
        (pledge(hash="\x1b[2J"), "The hash of the pledge"),
        (pledge(salt=5), "The pledge is"),
        (pledge(pepper="x"), "The pledge is"),
        (lambda header: header.update(pledge="kept"), "The value of 'pledge'"),
    ],
)
def test_every_damage_is_answered(damage: Callable[[dict[str, Any]], None], message: str) -> None:
    first, *rest = promised().record().to_text().split("\n")
    header = json.loads(first)
    damage(header)
    with pytest.raises(RecordError, match=message) as refused:
        replay(
            Record.parse("\n".join([json.dumps(header), *rest]), "game.wrd"), GAME, name="game.wrd"
        )
    assert refused.value.where == "game.wrd, line 1"
    assert refused.value.expected
