"""Zones and who sees them; the view of a seat; the observation for programs.

Hidden are the hands, but for the cards that a viewer was shown and that have not left the hand,
and the pile, but for the cards that a viewer knows to lie there. Both are declared here alone.
"""

from random import Random
from typing import Any, Final

from wardround.core import Places, Sheet, Zone, nobody, reshuffle
from wardround.core import observe as observe_zones
from wardround.core.words import counted, upper_first
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds import decisions, endings, placement
from wardround.games.pyrrameds.cards import (
    CARDS,
    EFFECTS,
    FIRST,
    IDS,
    KINDS,
    LETTERS,
    MASKED,
    MEDICINE,
    ONE_TIME,
    SIZES,
    SPECIAL,
    TYPES,
    Deck,
)
from wardround.games.pyrrameds.choices import card_spot, cell_spot, hand_spot, path_shown
from wardround.games.pyrrameds.geometry import SUPPORTS, X, Y
from wardround.games.pyrrameds.material import BOX, PATIENTS
from wardround.games.pyrrameds.paths import RULES
from wardround.games.pyrrameds.state import ENDINGS, Table, layers
from wardround.games.pyrrameds.words import card_name, place_name

MOST_TURNS: Final = 9999
"""More turns no game can have."""
PATIENT_PLACES: Final = Places(
    [
        card
        for one, patients in PATIENTS.items()
        for card in range(FIRST[one] + SIZES[one] - patients, FIRST[one] + SIZES[one])
    ],
    CARDS,
)
"""Where observations tell what patients need: they are the last cards of their set (PY-1.26)."""

# --- who sees what ------------------------------------------------------------------------------


def viewer_index(table: Table, viewer: int) -> int:
    """Where the knowledge of a viewer is kept: spectators come after the last seat."""
    return viewer if viewer >= 0 else table.players


def _hand_shown(table: Table, owner: int, viewer: int) -> bool:
    """A hand is seen by its owner, and by all at the end (PY-11.2, PY-10.21)."""
    return viewer == owner or table.over


def _known_in_hand(table: Table, owner: int, viewer: int) -> int:
    return table.known[viewer_index(table, viewer) * table.players + owner]


def _known_in_pile(table: Table, owner: int, viewer: int) -> int:
    return table.pile_known[viewer_index(table, viewer)]


HAND: Final = Zone[Table](
    "hand",
    CARDS,
    _hand_shown,
    pool="cards",
    per_seat=True,
    ascending=True,
    field="hands",
    known=_known_in_hand,
)
PILE: Final = Zone[Table]("pile", CARDS, nobody, pool="cards", ascending=True, known=_known_in_pile)
ZONES: Final = (HAND, PILE)
"""Every zone with something to hide. All else lies open (PY-11.1)."""


def redraw(table: Table, viewer: int, rng: Random) -> None:
    """Exchange the cards that the viewer cannot know; choices not shown yet are undone.

    As many of the cards that come to a place are known to others as of those that lay there, and to
    the same others: which cards those are is a part of what is drawn.
    """
    for (zone, owner), pairs in reshuffle(ZONES, table, table.players, viewer, rng).items():
        in_hand = zone == HAND.name
        knowledge = _knowledge(table, owner) if in_hand else table.pile_known
        known = 0
        for cards in knowledge:
            known |= cards
        keyed = [
            (_knowers(knowledge, before), before) for before, _ in pairs if (known >> before) & 1
        ]
        if keyed:
            keyed.sort()
            changed = [(before, pairs[place][1]) for place, (_, before) in enumerate(keyed)]
            renamed = [_renamed(cards, changed) for cards in knowledge]
            if in_hand:
                _know(table, owner, renamed)
            else:
                table.pile_known = renamed
    for seat, stack in enumerate(table.stacks):
        if seat != viewer and stack:
            question = stack[-1]
            if isinstance(question, decisions.Question):
                stack[-1] = question.seen_as()


def _knowledge(table: Table, owner: int) -> list[int]:
    """By viewer the cards, as bits, that are known to be in a hand; at the end those just shown."""
    viewers = table.players + 1
    known = [table.known[viewer * table.players + owner] for viewer in range(viewers)]
    return [*known, table.shown[owner]]


def _know(table: Table, owner: int, knowledge: list[int]) -> None:
    """The other way round."""
    table.shown[owner] = knowledge[-1]
    for viewer in range(table.players + 1):
        table.known[viewer * table.players + owner] = knowledge[viewer]


def _knowers(knowledge: list[int], card: int) -> int:
    """Who knows the card, as bits."""
    knowers = 0
    for viewer, cards in enumerate(knowledge):
        knowers |= ((cards >> card) & 1) << viewer
    return knowers


def _renamed(cards: int, changed: list[tuple[int, int]]) -> int:
    """A set of cards, as bits, in which each card stands for the one that took its place."""
    kept = cards
    new = 0
    for before, now in changed:
        if (cards >> before) & 1:
            kept &= ~(1 << before)
            new |= 1 << now
    return kept | new


# --- the view -----------------------------------------------------------------------------------


def view(table: Table, viewer: int) -> dict[str, Any]:
    """The table as the viewer sees it."""
    question = table.stacks[viewer][-1] if viewer >= 0 and table.stacks[viewer] else None
    data: dict[str, Any] = {
        "game": table.game.id,
        "viewer": viewer,
        "turn": table.turns + (0 if table.over else 1),
        "active": None if table.over else table.active,
        "start_player": table.start_player,
        "row_size": table.terms.row,
        "path_rule": RULES[table.terms.path_rule],
        "loose_patient_swap": table.terms.loose,
        "blocked_after": {
            "passes": [table.passes, table.players],
            "turns_without_place": [table.idle, table.terms.stall_rounds * table.players],
            "turns": [table.turns, table.terms.turn_cap],
        },
        "pyramid": [_layer(table, y) for y in layers(table.belonging)],
        "ends": _ends(table),
        "effects": [
            effect_piece(effect)
            for effect in range(ONE_TIME + 1, len(EFFECTS))
            if table.openings().acts(effect)
        ],
        "hands": [_hand(table, seat, viewer) for seat in range(table.players)],
        "pile": _pile(table, viewer) if table.terms.operations else None,
        "out": [card_data(table, card) for card in table.out],
        "unseen": [
            {"id": IDS[card], "name": card_name(table.faces[card])}
            for card in unseen(table, viewer)
        ],
        "deck": {IDS[card]: table.faces[card].notation() for card in table.deck.in_use},
        "reward": None,
        "effect": None,
        "revealed": None,
        "chosen": None,
        "question": _question(table, question) if question is not None else None,
        "over": table.over,
        "ending": ENDINGS[table.ended_by],
        "ranking": table.ranking() or None,
    }
    _add_open_parts(table, data)
    return data


def _add_open_parts(table: Table, data: dict[str, Any]) -> None:
    """What all can see of the question that is open."""
    for seat, stack in enumerate(table.stacks):
        if not stack:
            continue
        question = stack[-1]
        if isinstance(question, (decisions.NameOpponent, decisions.ShowCard)):
            named = isinstance(question, decisions.ShowCard)
            data["reward"] = {
                "seat": question.asker if isinstance(question, decisions.ShowCard) else seat,
                "named": seat if named else None,
                "look": question.look + 1,
                "needs": [LETTERS[type] for type in question.needs],
            }
        elif isinstance(question, decisions.Effect):
            data["effect"] = effect_piece(question.effect)
        elif isinstance(question, decisions.FirstCell) and question.card >= 0:
            data["revealed"] = card_data(table, question.card)
        elif isinstance(question, decisions.SecondCell):
            data["chosen"] = cell_spot(question.first)
            if question.card >= 0:
                data["revealed"] = card_data(table, question.card)


def _question(table: Table, question: Any) -> dict[str, Any]:
    """What the viewer's own question holds, with the paths found for a patient."""
    paths: dict[str, list[str]] = {}
    card = -1
    if isinstance(question, (decisions.PlaceCell, decisions.ExtendCell, decisions.EasyCell)):
        card = question.card
        for action in question.candidates(table, 0):
            cell = action - act.CELL
            if table.cells[cell] < 0 and question.objection(table, 0, action) is None:
                path = path_shown(table, question, cell)
                if path:
                    paths[cell_spot(cell)] = [cell_spot(one) for one in path]
    elif isinstance(
        question,
        (
            decisions.AddCell,
            decisions.SwapHandCell,
            decisions.EasyType,
            decisions.FirstCell,
            decisions.SecondCell,
        ),
    ):
        card = question.card
    chosen = question.chosen if isinstance(question, decisions.ReplaceCard) else []
    return {
        "kind": question.name(),
        "card": card_spot(card) if card >= 0 else None,
        "put_back": [card_spot(one) for one in chosen],
        "paths": paths,
    }


def card_data(table: Table, number: int) -> dict[str, Any]:
    """What is printed on a card."""
    card = table.faces[number]
    return {
        "id": IDS[number],
        "name": card_name(card),
        "kind": KINDS[card.kind],
        "notation": card.notation(),
        "number": None if card.number == MASKED else card.number,
        "type": LETTERS[card.type] if card.kind == MEDICINE else None,
        "needs": [LETTERS[type] for type in card.needs],
        "animal": card.animal or None,
        "effect": effect_piece(card.effect) if card.kind == SPECIAL else None,
    }


def card_piece(table: Table, number: int, spot: str) -> dict[str, Any]:
    """A card as a piece of the table."""
    card = table.faces[number]
    label = upper_first(card_name(card))
    if card.kind == SPECIAL:
        label += f". {BOX.specials[card.effect].text}"
    return {"spot": spot, "label": label, **card_data(table, number)}


def effect_piece(effect: int) -> dict[str, Any]:
    """What a special does."""
    special = BOX.specials[effect]
    return {
        "id": special.id,
        "name": special.name,
        "text": special.text,
        "clause": special.clause,
        "standing": effect > ONE_TIME,
    }


def _layer(table: Table, y: int) -> dict[str, Any]:
    cells = [cell for cell in table.belonging if Y[cell] == y]
    return {"y": y, "cells": [_cell(table, cell) for cell in cells]}


def _cell(table: Table, cell: int) -> dict[str, Any]:
    lying = table.cells[cell]
    supports = [support for support in SUPPORTS[cell] if table.cells[support] >= 0]
    open_ = lying < 0 and bool(supports)
    takes = placement.allowed_numbers(table, cell) if open_ else None
    label = f"{upper_first(place_name(cell))}: "
    if lying >= 0:
        label += card_name(table.faces[lying])
    else:
        label += f"open, takes {takes}" if open_ else "empty, rests on nothing yet"
    return {
        "spot": cell_spot(cell),
        "label": label,
        "x": X[cell],
        "y": Y[cell],
        "card": card_data(table, lying) if lying >= 0 else None,
        "open": open_,
        "supports": [cell_spot(support) for support in supports],
        "numbers": placement.standing_numbers(table, cell),
        "takes": takes,
    }


def _ends(table: Table) -> list[dict[str, Any]]:
    """The places beyond the ends of the layers, while a card may be laid there."""
    for stack in table.stacks:
        if stack and isinstance(stack[-1], (decisions.ExtendCard, decisions.ExtendCell)):
            return [_cell(table, cell) for cell in placement.extension_cells(table)]
    return []


def _hand(table: Table, seat: int, viewer: int) -> dict[str, Any]:
    seen = HAND.sees(table, seat, viewer)
    known = HAND.known_items(table, seat, viewer) if seen or table.terms.show_memory else []
    count = len(table.hands[seat])
    own = seat == viewer
    pieces = []
    for card in known:
        piece = card_piece(table, card, card_spot(card) if own else f"seat/{seat}/{IDS[card]}")
        if table.terms.show_memory:
            piece["known_to"] = _known_to(table, seat, card, viewer)
        pieces.append(piece)
    return {
        "spot": hand_spot(seat),
        "label": f"Hand of {table.names[seat]}: {counted(count, 'card')}",
        "seat": seat,
        "count": count,
        "cards": pieces,
        "hidden": count - len(pieces),
        "sheet": _sheet(table, seat) if table.over else None,
    }


def _sheet(table: Table, seat: int) -> dict[str, int]:
    """How a seat's points came together, and what breaks ties (PY-10.15, PY-10.16)."""
    lines = endings.sheet(table, seat)
    return {
        **dict(zip(endings.LINES, lines, strict=True)),
        "total": sum(lines),
        "icons": endings.icons(table, seat),
    }


def _known_to(table: Table, seat: int, card: int, viewer: int) -> list[int]:
    """The other seats that know a card of the hand, as far as the viewer knows that."""
    if table.knows(table.players, seat, card):
        return [other for other in range(table.players) if other != seat]
    if viewer == seat:
        return [
            other
            for other in range(table.players)
            if other != seat and table.knows(other, seat, card)
        ]
    return [viewer] if viewer >= 0 and table.knows(viewer, seat, card) else []


def _pile(table: Table, viewer: int) -> dict[str, Any]:
    known = PILE.known_items(table, -1, viewer) if table.terms.show_memory else []
    count = len(table.pile)
    return {
        "spot": "pile",
        "label": f"Pile: {counted(count, 'card')}",
        "count": count,
        "cards": [card_data(table, card) for card in known],
    }


def unseen(table: Table, viewer: int) -> list[int]:
    """The cards of the deck whose place the viewer does not see or remember (PY-11.18)."""
    seen = set(table.cells) | set(table.out)
    for seat in range(table.players):
        if HAND.sees(table, seat, viewer) or table.terms.show_memory:
            seen.update(HAND.known_items(table, seat, viewer))
    if table.terms.show_memory:
        seen.update(PILE.known_items(table, -1, viewer))
    return [card for card in table.deck.in_use if card not in seen]


# --- the observation ----------------------------------------------------------------------------


def observe(table: Table, viewer: int, sheet: Sheet) -> None:
    """Write what a seat sees as numbers; seats from the viewer clockwise.

    The cells of a piece are those that can ever belong to the pyramid, in cell order. Type and
    effect of a card follow from its number in every deck; its number and needs do not.
    """
    players = table.players
    observe_zones(ZONES, table, players, viewer, sheet)
    for step in range(1, players):
        other = (viewer + step) % players
        sheet.piece("known_to", "own cards that the other seat knows", step=step)
        sheet.bits(table.known[other * players + viewer], CARDS)
    _observe_pyramid(table, sheet)
    _observe_deck(table.deck, sheet)
    sheet.piece("out", "cards out of the game")
    sheet.counts(table.out, CARDS)
    sheet.piece("turns", "turns so far, and after how many the game ends", MOST_TURNS)
    sheet.integer(table.turns)
    sheet.integer(table.terms.turn_cap)
    sheet.piece("passes", "passes in a row", MOST_TURNS)
    sheet.integer(table.passes)
    sheet.piece("idle", "rounds without a card laid, and after how many the game ends", MOST_TURNS)
    sheet.integer(table.idle)
    sheet.integer(table.terms.stall_rounds)
    sheet.piece("active", "whose turn it is")
    sheet.one_hot(table.steps(viewer, table.active), players)
    sheet.piece("path_rule", "the path rule in force")
    sheet.one_hot(table.terms.path_rule, len(RULES))
    sheet.piece("loose", "whether one of two swapped cards must be wanted, not both")
    sheet.flag(table.terms.loose)
    _observe_question(table, viewer, sheet)


def _observe_pyramid(table: Table, sheet: Sheet) -> None:
    """What lies in every cell."""
    places = table.terms.places
    cells = len(places)
    for cell in table.belonging:
        number = table.cells[cell]
        if number >= 0:
            card = table.faces[number]
            place = places.of(cell)
            if card.kind == MEDICINE:
                sheet.count(card.type * cells + place)
            elif card.kind == SPECIAL:
                sheet.count((len(TYPES) + 1) * cells + place)
            else:
                sheet.count(len(TYPES) * cells + place)
            sheet.count((len(TYPES) + 2) * cells + place, float(card.number))
    for name in TYPES:
        sheet.piece(name, "cells with a medicine of the type")
        sheet.skip(cells)
    sheet.piece("patients", "cells with a patient")
    sheet.skip(cells)
    sheet.piece("specials", "cells with a special")
    sheet.skip(cells)
    sheet.piece("numbers", "the number of the card in each cell; 0 where none is shown", 9)
    sheet.skip(cells)
    sheet.piece("belonging", "cells that belong to the pyramid")
    sheet.counts_at(table.belonging, places)
    openings = table.openings()
    sheet.piece("open", "open cells")
    sheet.counts_at(openings.cells, places)
    sheet.piece("effects", "specials of each effect in the pyramid", CARDS)
    sheet.integers(openings.effects())


def _observe_deck(deck: Deck, sheet: Sheet) -> None:
    """What is printed on the cards of the deck and does not follow from their numbers (PY-1.23)."""
    if not deck.printed:
        deck.printed = _printed(deck)
    printed = deck.printed
    sheet.piece("card_numbers", "the number on each card; 0 if masked or not in use", 9)
    sheet.integers(printed[:CARDS])
    sheet.piece("needs", "what each patient card needs, by type", 9)
    sheet.integers(printed[CARDS:])


def _printed(deck: Deck) -> list[int]:
    numbers = [0] * (CARDS + len(PATIENT_PLACES) * len(TYPES))
    for number in deck.in_use:
        numbers[number] = deck.faces[number].number
        patient = PATIENT_PLACES.of(number)
        if patient >= 0:
            for need in deck.faces[number].needs:
                numbers[CARDS + patient * len(TYPES) + need] += 1
    return numbers


def _observe_question(table: Table, seat: int, sheet: Sheet) -> None:
    """The cards and the cells that the open question holds, looks and requirements.

    The cards are those chosen before, or those shown already where one is to be shown.
    """
    stack = table.stacks[seat]
    question = stack[-1] if stack else None
    cards, cells = ([], []) if question is None else _held(table, seat, question)
    sheet.piece("question_cards", "cards that the open question holds")
    sheet.counts(cards, CARDS)
    sheet.piece("question_cells", "cells that the open question holds")
    sheet.counts_at(cells, table.terms.places)
    sheet.piece("look", "which look it is, and of how many", CARDS)
    if isinstance(question, (decisions.NameOpponent, decisions.ShowCard)):
        sheet.integer(question.look)
        sheet.integer(len(question.needs))
        sheet.piece("look_for", "the type that is looked for")
        sheet.one_hot(question.needs[question.look], len(TYPES))
    else:
        sheet.skip(2)
        sheet.piece("look_for", "the type that is looked for")
        sheet.skip(len(TYPES))


def _held(table: Table, seat: int, question: Any) -> tuple[list[int], list[int]]:
    """The cards and the cells that a question holds."""
    data = question.data()
    if isinstance(question, decisions.ShowCard):
        return [card for card in table.hands[seat] if (table.shown[seat] >> card) & 1], []
    if isinstance(question, decisions.NameOpponent):
        return [], []
    if isinstance(question, decisions.ReplaceCard):
        return question.chosen, []
    if isinstance(question, decisions.SecondCell):
        return [question.card] if question.card >= 0 else [], [question.first]
    if isinstance(question, decisions.SwapHandCell):
        return [question.card], [question.own]
    if isinstance(question, (decisions.RemoveCell, decisions.SwapHandCard)):
        return [], [question.own]
    return [card for card in data[:1] if card >= 0], []
