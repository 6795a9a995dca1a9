"""How the actions of an open question are shown: label, sentence, elements of the table."""

from typing import Any, Final

from wardround.core import Choice, Decision
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds import decisions, placement, swaps
from wardround.games.pyrrameds.cards import IDS, TYPES
from wardround.games.pyrrameds.geometry import NOWHERE
from wardround.games.pyrrameds.state import Table, cell_name
from wardround.games.pyrrameds.words import card_name, join, need_words

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
    """How a candidate of the seat's open question is shown."""
    kind, number = act.family(action)
    notation, words = act.CATALOGUE[action]
    question = table.stacks[seat][-1]
    label = words[0].upper() + words[1:]
    sentence = f"{label}."
    spots: list[str] = []
    if kind == "place":
        sentence = "Place one of your cards in the pyramid."
        spots = [
            card_spot(card)
            for card in table.hands[seat]
            if placement.first_fit(table, card) != NOWHERE
        ]
    elif kind == "swap":
        sentence, spots = _swap(table, seat)
    elif kind == "pass":
        sentence = "Pass: you can neither place nor swap."
    elif kind == "card":
        label = card_name(table.faces[number])
        label = label[0].upper() + label[1:]
        sentence = CARD_SENTENCES[question.name()].format(card=card_name(table.faces[number]))
        spots = [card_spot(number)]
    elif kind == "cell":
        label, sentence = _cell(table, question, number)
        spots = [cell_spot(number)]
    elif kind == "player":
        label = table.names[number]
        sentence = _player(question, label)
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
    place = cell_name(cell)
    lying = table.cells[cell]
    there = card_name(table.faces[lying]) if lying >= 0 else "empty"
    if isinstance(question, decisions.FirstCell):
        return f"{place}: {there}", f"Swap {there} in {place} with another card."
    if isinstance(question, decisions.SecondCell):
        first = table.cells[question.first]
        name = card_name(table.faces[first]) if first >= 0 else "nothing"
        return f"{place}: {there}", f"Swap {name} with {there} in {place}."
    if isinstance(question, decisions.RemoveCell):
        return f"{place}: {there}", f"Remove {there} from {place}."
    if isinstance(question, decisions.SwapHandCell):
        name = card_name(table.faces[question.card])
        return f"{place}: {there}", f"Lay {name} in {place} and take {there} into your hand."
    path = path_shown(table, question, cell)
    by = f" by the path {join([_step(table, one) for one in path])}" if path else ""
    return place, f"Lay {_laid(table, question)} in {place}{by}."


def _laid(table: Table, question: Decision[Any]) -> str:
    if isinstance(question, decisions.EasyCell):
        name = card_name(table.faces[question.card])
        return f"{name} for {need_words(question.needs(table).types)}"
    if isinstance(question, (decisions.PlaceCell, decisions.AddCell, decisions.ExtendCell)):
        return card_name(table.faces[question.card])
    return "the card"


def _step(table: Table, cell: int) -> str:
    return f"{card_name(table.faces[table.cells[cell]])} {cell_name(cell)}"


def path_shown(table: Table, question: Decision[Any], cell: int) -> list[int]:
    """The path that lets a patient be laid in a cell; empty where none is needed or found."""
    if isinstance(question, (decisions.PlaceCell, decisions.ExtendCell)):
        needs = table.faces[question.card].requirements
    elif isinstance(question, decisions.EasyCell):
        needs = question.needs(table)
    else:
        return []
    return decisions.path_for(table, needs, cell)


def _player(question: Decision[Any], name: str) -> str:
    if isinstance(question, decisions.SeeHand):
        return f"Look at the hand of {name}."
    return f"{name} must show you a card."


def _stop(question: Decision[Any]) -> tuple[str, str]:
    if isinstance(question, decisions.NameOpponent):
        return "No further look", "Forgo the looks that are left."
    if isinstance(question, decisions.ReplaceCard) and question.chosen:
        return "That is all", "Exchange the cards chosen."
    return "Do nothing", "Decline the effect."
