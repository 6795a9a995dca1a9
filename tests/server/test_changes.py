"""Messages of changes: what they make of the message before is the whole message."""

import json
from random import Random

import pytest

from tests.server.pages import DEVICE, ME, House, Json
from tests.server.toy import EVERY_GAME
from wardround.core import changed_parts
from wardround.server.shown import Audience, json_text

STEPS = 25


def comparable(state: Json) -> Json:
    """A state without its log: a page that looks again is told the whole of it."""
    return {key: value for key, value in state.items() if not key.startswith("log")}


@pytest.mark.parametrize("game", EVERY_GAME)
def test_changes_make_the_whole_message(full_house: House, game: str) -> None:
    made = full_house.create(ME, DEVICE, DEVICE, game=game)
    token, rng, sent, full = made["token"], Random(game), 0, 0
    with full_house.connect(made["table"]) as page:
        page.hello(token, 0, changes=True)
        for _ in range(STEPS):
            if page.state["over"]:
                break
            seat = page.state["asked"][0]
            if seat != page.state["seat"]:
                page.send(type="look", seat=seat)
                page.until("state")
            if page.state["undo"]["allowed"] and rng.random() < 0.2:
                version = page.state["version"]
                page.send(type="undo", id=f"u{version}", seat=seat, expected=version)
            else:
                page.act(seat, rng.choice(page.state["choices"])["notation"])
            page.until("state")
            sent += len(page.raw[-1])
            with full_house.page(made["table"], token, seat, page.state["version"]) as other:
                full += len(other.raw[-1])
                assert comparable(page.state) == comparable(other.state)
        assert any(json.loads(text)["type"] == "change" for text in page.raw)
    assert sent < full


def test_the_whole_is_sent_first_and_after_looking_elsewhere(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.connect(made["table"]) as page:
        page.hello(made["token"], 0, changes=True)
        assert json.loads(page.raw[-1])["type"] == "state"
        page.send(type="look", seat=1)
        page.until("state")
        assert json.loads(page.raw[-1])["type"] == "state"


def test_who_did_not_ask_is_sent_no_changes(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, page.state["choices"][0]["notation"])
        page.until("state")
        kinds = {json.loads(text)["type"] for text in page.raw}
    assert "change" not in kinds


def test_changes_to_another_message_than_the_last_one_are_not_sent() -> None:
    first = Audience(1, json_text({"version": 1, "words": "a" * 200, "n": [1, 2]}), None)
    second = Audience(2, json_text({"version": 2, "words": "a" * 200, "n": [1, 3]}), first)
    third = Audience(3, json_text({"version": 3, "words": "a" * 200, "n": []}), second)
    assert json.loads(second.text_for(1))["set"] == [[["version"], 2], [["n", 1], 3]]
    assert json.loads(third.text_for(2))["set"] == [[["version"], 3], [["n"], []]]
    for basis in (None, 1, 3, 7):
        assert third.text_for(basis) == third.text
    short = Audience(5, json_text({"version": 5}), third)
    assert short.text_for(3) == short.text


@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        ({"a/b": {"c": 1}}, {"a/b": {"c": 2}}, [[["a/b", "c"], 2]]),
        ({"a": 1}, {"a": None}, [[["a"], None]]),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, [[["a"], {"c": 1}]]),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}, [[["a", 1, "b"], 3]]),
        ({"a": [1]}, {"a": [1]}, []),
        ({"a": None}, {"a": []}, [[["a"], []]]),
    ],
)
def test_parts(before: Json, after: Json, parts: list[object]) -> None:
    assert [[path, value] for path, _, value in changed_parts(before, after)] == parts
