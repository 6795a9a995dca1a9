"""How the actions of an open question are shown: label, sentence, elements of the table.

Every action has an answer at every question, also one that the question does not offer: people ask
why that cannot be done.
"""

from typing import Any, Final

from wardround.core import SEAT_NAMES, Choice, Decision
from wardround.core.words import listed, upper_first
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds import decisions, placement, swaps
from wardround.games.pyrrameds.cards import IDS, TYPES
from wardround.games.pyrrameds.geometry import SUPPORTS, Y, cell_name
from wardround.games.pyrrameds.state import Table
from wardround.games.pyrrameds.words import card_name, need_words, place_name, short_name

GROUPS: Final = {
    "place": "Your turn",
    "swap": "Your turn",
    "pass": "Your turn",
    "card": "Cards",
    "cell": "Places",
    "player": "Players",
    "stop": "Go on",
    "type": "Requirements",
}
"""The heading under which lists show each kind of action."""


def card_spot(card: int) -> str:
    """The element of the view that is a card of the viewer's own hand."""
    return f"hand/{IDS[card]}"


def cell_spot(cell: int) -> str:
    """The element of the view that is a place of the pyramid."""
    return f"cell/{cell_name(cell)}"


def hand_spot(seat: int) -> str:
    """The element of the view that is a seat's hand as a whole."""
    return f"seat/{seat}/hand"


def choice(table: Table, seat: int, action: int) -> Choice:
    """How an action is shown at the seat's open question."""
    kind, number = act.ACTIONS.family(action)
    notation, words = act.ACTIONS.notations[action], act.ACTIONS.words[action]
    question = table.stacks[seat][-1]
    label = upper_first(words)
    sentence = f"{label}."
    spots: list[str] = []
    if kind == "place":
        sentence = "Place one of your cards in the pyramid."
        spots = [
            card_spot(card) for card in table.hands[seat] if placement.fits_somewhere(table, card)
        ]
    elif kind == "swap":
        sentence, spots = _swap(table, seat)
    elif kind == "pass":
        sentence = "Pass your turn."
    elif kind == "card":
        name = card_name(table.faces[number])
        label = upper_first(name)
        sentence = CARD_SENTENCES.get(question.name(), "Choose {card}.").format(card=name)
        spots = [card_spot(number)]
    elif kind == "cell":
        label, sentence = _cell(table, question, number)
        spots = [cell_spot(number)]
    elif kind == "player":
        label = table.names[number] if number < table.players else SEAT_NAMES[number]
        sentence = _player(question, label, number == seat)
        spots = [hand_spot(number)]
    elif kind == "stop":
        label, sentence = _stop(question)
    elif kind == "type":
        sentence = f"Leave out one {TYPES[number]} requirement."
    return Choice(action, notation, label, sentence, spots, GROUPS[kind])


def _swap(table: Table, seat: int) -> tuple[str, list[str]]:
    if swaps.silent(table):
        return "Swap two cards of the pyramid; no card is revealed.", []
    spots = [
        card_spot(card) for card in table.hands[seat] if swaps.reveal_objection(table, card) is None
    ]
    return "Reveal a hand card and swap two cards of the pyramid.", spots


CARD_SENTENCES: Final = {
    "place_card": "Place {card}.",
    "reveal_card": "Reveal {card} to everybody; it stays in your hand.",
    "show_card": "Show {card}; it stays in your hand.",
    "add_card": "Lay {card} without a test.",
    "extend_card": "Lay {card} at the end of a layer.",
    "swap_hand_card": "Exchange {card} with a card of the pyramid.",
    "replace_card": "Put {card} into the pile.",
    "easy_card": "Lay {card} without one of its requirements.",
}
"""By the kind of question: what naming a card means."""


def _cell(table: Table, question: Decision[Any], cell: int) -> tuple[str, str]:
    """Label and sentence of naming a cell; for a patient with the path that was found."""
    place = place_name(cell)
    lying = table.cells[cell]
    there = card_name(table.faces[lying]) if lying >= 0 else "the card"
    label = upper_first(place)
    labelled = f"{label}: {there if lying >= 0 else 'empty'}"
    if isinstance(question, decisions.FirstCell):
        return labelled, f"Swap {there} on {place} with another card."
    if isinstance(question, decisions.SecondCell):
        name = card_name(table.faces[table.cells[question.first]])
        return labelled, f"Swap {name} with {there} on {place}."
    if isinstance(question, decisions.RemoveCell):
        return labelled, f"Remove {there} from {place}."
    if isinstance(question, decisions.SwapHandCell):
        name = card_name(table.faces[question.card])
        return labelled, f"Lay {name} on {place} and take {there} into your hand."
    laid = _laid(table, question)
    if not laid:
        return labelled, f"Choose {place}."
    path = [card_name(table.faces[table.cells[one]]) for one in path_shown(table, question, cell)]
    by = f", with the path {listed(path)}" if path else ""
    return _seen_place(table, cell), f"Lay {laid} on {place}{by}."


def _seen_place(table: Table, cell: int) -> str:
    """An open place by the cards that carry it: "Above red 3 and patient 6"."""
    side = "Above" if Y[cell] > 0 else "Below"
    left, right = [table.cells[support] for support in SUPPORTS[cell]]
    carrying = [short_name(table.faces[card]) for card in (left, right) if card >= 0]
    if len(carrying) == 2:
        return f"{side} {listed(carrying)}"
    if carrying:
        return f"{side} {carrying[0]}, to its {'right' if left >= 0 else 'left'}"
    return upper_first(place_name(cell))


def _laid(table: Table, question: Decision[Any]) -> str:
    """What the question lays in a cell; empty if it lays nothing."""
    if isinstance(question, decisions.EasyCell):
        name = card_name(table.faces[question.card])
        return f"{name} for {need_words(question.needs(table).types)}"
    if isinstance(question, (decisions.PlaceCell, decisions.AddCell, decisions.ExtendCell)):
        return card_name(table.faces[question.card])
    return ""


def path_shown(table: Table, question: Decision[Any], cell: int) -> list[int]:
    """The path that lets a patient be laid in a cell; empty where none is needed or found."""
    if isinstance(question, (decisions.PlaceCell, decisions.ExtendCell)):
        needs = table.faces[question.card].requirements
    elif isinstance(question, decisions.EasyCell):
        needs = question.needs(table)
    else:
        return []
    return decisions.path_for(table, needs, cell)


def _player(question: Decision[Any], name: str, oneself: bool) -> str:
    if isinstance(question, decisions.SeeHand):
        return "Look at your own hand." if oneself else f"Look at the hand of {name}."
    if isinstance(question, decisions.NameOpponent):
        return "Show a card to yourself." if oneself else f"{name} must show you a card."
    return f"Name {'yourself' if oneself else name}."


def _stop(question: Decision[Any]) -> tuple[str, str]:
    if isinstance(question, decisions.NameOpponent):
        return "No further look", "Forgo the looks that are left."
    if isinstance(question, decisions.ReplaceCard) and question.chosen:
        return "That is all", "Exchange the cards chosen."
    if isinstance(question, decisions.Effect):
        return "Do nothing", "Decline the effect."
    return "Stop", "Stop."
