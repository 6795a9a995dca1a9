"""The sentences of the log, in English."""

from collections.abc import Callable, Sequence
from typing import Final

from wardround.core import Event
from wardround.core.words import counted, listed
from wardround.games.pyrrameds.cards import printed
from wardround.games.pyrrameds.material import BOX
from wardround.games.pyrrameds.state import (
    ALL_PASSED,
    DEAD,
    EMPTY_HAND,
    STALLED,
    TURN_CAP,
)
from wardround.games.pyrrameds.words import card_name, place_name

Args = tuple[int, ...]

REASONS: Final = {
    EMPTY_HAND: "The game ends: a hand is empty.",
    ALL_PASSED: "The game is blocked: everybody passed in succession.",
    DEAD: "The game is blocked: nobody could ever place a card again.",
    STALLED: "The game is blocked: nobody placed a card for too long.",
    TURN_CAP: "The game is blocked: the most turns allowed have been played.",
}


def event_text(event: Event, viewer: int, names: Sequence[str]) -> str:
    """The sentence of an event for a viewer; empty if there is nothing to read for them."""
    return SENTENCES[event.kind](event, event.shows_secret_to(viewer), names)


def cards_text(codes: Sequence[int]) -> str:
    """Cards in words."""
    return listed([card_name(printed(code)) for code in codes])


Sentence = Callable[[Event, bool, Sequence[str]], str]


def _row(event: Event, shown: bool, names: Sequence[str]) -> str:
    return f"The starting row: {cards_text(event.args)}."


def _left_over(event: Event, shown: bool, names: Sequence[str]) -> str:
    return f"Left over and shown to all: {cards_text(event.args)}."


def _start(event: Event, shown: bool, names: Sequence[str]) -> str:
    return f"{names[event.seat]} begins."


def _place(event: Event, shown: bool, names: Sequence[str]) -> str:
    code, cell = event.args[:2]
    who = names[event.seat]
    return f"{who} lays {card_name(printed(code))} on {place_name(cell)}{_path(event.args[2:])}."


def _path(codes: Sequence[int]) -> str:
    return f", with the path {cards_text(codes)}" if codes else ""


def _reveal(event: Event, shown: bool, names: Sequence[str]) -> str:
    return f"{names[event.seat]} reveals {cards_text(event.args)} for a swap."


def _swap(event: Event, shown: bool, names: Sequence[str]) -> str:
    one, first, other, second = event.args
    return (
        f"{names[event.seat]} swaps {card_name(printed(one))} on {place_name(first)} "
        f"with {card_name(printed(other))} on {place_name(second)}."
    )


def _pass(event: Event, shown: bool, names: Sequence[str]) -> str:
    return f"{names[event.seat]} can neither place nor swap and passes."


def _name(event: Event, shown: bool, names: Sequence[str]) -> str:
    named, look, looks = event.args
    return f"{names[event.seat]} asks {names[named]} for a card (look {look} of {looks})."


def _show(event: Event, shown: bool, names: Sequence[str]) -> str:
    what = cards_text(event.secret) if shown else "a card"
    asker = names[event.args[0]]
    return f"{names[event.seat]} shows {asker} {what}."


def _stop_reward(event: Event, shown: bool, names: Sequence[str]) -> str:
    return f"{names[event.seat]} forgoes {counted(event.args[0], 'look')}."


def _decline(event: Event, shown: bool, names: Sequence[str]) -> str:
    special = BOX.specials[event.args[0]].name
    return f"{names[event.seat]} does nothing with {special}."


def _lay(event: Event, shown: bool, names: Sequence[str]) -> str:
    effect, code, cell = event.args[:3]
    return (
        f"{BOX.specials[effect].name}: {names[event.seat]} also lays "
        f"{card_name(printed(code))} on {place_name(cell)}{_path(event.args[3:])}."
    )


def _remove(event: Event, shown: bool, names: Sequence[str]) -> str:
    code, cell = event.args
    who = names[event.seat]
    return f"{who} removes {card_name(printed(code))} from {place_name(cell)}."


def _exchange(event: Event, shown: bool, names: Sequence[str]) -> str:
    laid, cell, taken = event.args
    return (
        f"{names[event.seat]} lays {card_name(printed(laid))} on {place_name(cell)} and "
        f"takes {card_name(printed(taken))} into the hand."
    )


def _see_hand(event: Event, shown: bool, names: Sequence[str]) -> str:
    who, named = names[event.seat], names[event.args[0]]
    hand = f": {cards_text(event.secret)}" if shown else ""
    return f"{who} looks at the hand of {named}{hand}."


def _replace(event: Event, shown: bool, names: Sequence[str]) -> str:
    count = event.args[0]
    text = f"{names[event.seat]} exchanges {counted(count, 'card')}"
    if shown:
        put, taken = cards_text(event.secret[:count]), cards_text(event.secret[count:])
        text += f": {put} for {taken}"
    return text + "."


def _hand(event: Event, shown: bool, names: Sequence[str]) -> str:
    return f"{names[event.seat]} still holds {cards_text(event.args)}."


def _end(event: Event, shown: bool, names: Sequence[str]) -> str:
    return REASONS[event.args[0]]


def _winners(event: Event, shown: bool, names: Sequence[str]) -> str:
    winners = listed([names[seat] for seat in event.args])
    return f"{winners} {'wins' if len(event.args) == 1 else 'win together'}."


SENTENCES: Final[dict[str, Sentence]] = {
    "row": _row,
    "left_over": _left_over,
    "start": _start,
    "place": _place,
    "reveal": _reveal,
    "swap": _swap,
    "pass": _pass,
    "name": _name,
    "show": _show,
    "stop_reward": _stop_reward,
    "decline": _decline,
    "lay": _lay,
    "remove": _remove,
    "exchange": _exchange,
    "see_hand": _see_hand,
    "replace": _replace,
    "hand": _hand,
    "end": _end,
    "winners": _winners,
}
