"""For every option and each of its values, a position in which it matters."""

from collections.abc import Callable

import pytest

from tests.rules.dice_hospital.table import (
    House,
    claiming,
    hospital,
    neglect,
    opening,
    patients,
    revealing,
    scoring,
    set_up,
    table,
)
from tests.rules.dice_hospital.test_own_material import discharge_tables
from tests.rules.dice_hospital.ward import treat, ward
from wardround.core import Option, OptionValue
from wardround.games.dice_hospital import GAME, round
from wardround.games.dice_hospital.material import EXPERIMENTAL, SPECIALISTS

Shown = Callable[[OptionValue], object]
LAST_ROUND = 8


def _administrators(on: OptionValue) -> object:
    s = set_up(3, {"administrators": on})
    while s.question(s.asked()[0]) == "start_value":
        s.when(s.asked()[0], min(s.legal(s.asked()[0])))
    return s.question(s.asked()[0])


def _asked_in_phase_3(activation: OptionValue) -> object:
    return opening(["R3u", "Y3u"], options={"activation": activation}).asked()


def _event_deck(on: OptionValue) -> object:
    return len(table(set_up(3, {"events": on})).event_deck)


def _starting_patients(on: OptionValue) -> object:
    return len(hospital(set_up(3, {"opening_crisis": on}), 0).waiting)


def _new_patients(on: OptionValue) -> object:
    loads = ["R2 R2 R2", "Y3 Y3 Y3", "G4 G4 G4"]
    s = claiming(loads, options={"nationwide_epidemic": on}).when(0, "ambulance:2")
    return len(s.told("extra_die"))


def _neglected(on: OptionValue) -> object:
    return patients(neglect("R5u", others=["Y3t"], options={"resistant_superbug": on}), 0)


def _after_round_8(on: OptionValue) -> object:
    options = {"final_round_collections": on}
    return scoring(["R3t", "Y5t"], round_number=LAST_ROUND, finish=True, options=options).asked()


def _experimental_cards(on: OptionValue) -> object:
    s = set_up(3, {"experimental_medicine": on})
    return sum(SPECIALISTS[card].box == EXPERIMENTAL for card in table(s).specialist_deck)


def _card_in_the_deck(id: str) -> Shown:
    def cards(on: OptionValue) -> object:
        position = table(set_up(3, {f"promo_{id}": on}))
        deck = position.specialist_deck + position.shown_specialists
        return id in [SPECIALISTS[card].id for card in deck]

    return cards


def _end_of_the_solo_game(option: str) -> Shown:
    def points(on: OptionValue) -> object:
        house = House("R3t", fatalities=1)
        s = scoring([house], round_number=LAST_ROUND, options={option: on})
        position = table(s)
        position.reports = [0, 1, 2, 3, 4, 5]
        s.go_on()
        return s.state.scores()

    return points


def _points_for_four(table: OptionValue) -> object:
    houses = [House("R3t", discharged="R R R R"), House("Y3t")]
    return scoring(houses, options={"discharge_table": table}).state.scores()


def _colours_after_phase_3(scope: OptionValue) -> object:
    """Patients recoloured with a blood bag, and by a Physiotherapist."""
    s = ward(
        "R3u R5u Y2u",
        bags=1,
        specialists=["physiotherapist"],
        options={"colour_change_scope": scope, "experimental_medicine": True},
    )
    treat(s, "pharmacy", "change:G", "R3u")
    s.when(0, "place:physiotherapist", "at:oncology", "use", "change:G", "R5u")
    return patients(s.run(lambda: round.neglect(table(s))), 0)


def _another_patient(different_from: OptionValue) -> object:
    s = ward(
        "R3u R3u R3u",
        departments=["anaesthesia"],
        specialists=["anaesthetist"],
        options={"different_from": different_from},
    )
    treat(s, "anaesthesia", meeple="anaesthetist")
    return "use" in s.legal(0)


def _effect_after_a_flip(is_heal: OptionValue) -> object:
    s = ward(
        "R2u Y3u",
        departments=["experimental_therapy"],
        specialists=["paramedic"],
        options={"raised_by_treatment_is_heal": is_heal, "experimental_medicine": True},
    )
    treat(s, "experimental_therapy", "R2u", meeple="paramedic")
    return s.question(0)


def _tie(most_discharged_tie: OptionValue) -> object:
    houses = [House("R3t", administrator="adm_most", discharged="R"), House("Y3t", discharged="Y")]
    return scoring(houses, options={"most_discharged_tie": most_discharged_tie}).state.scores()


def _seventeenth_bag(token_limits: OptionValue) -> object:
    houses = [House("R3t", bags=16), House("Y3t")]
    return hospital(revealing("E01", houses, options={"token_limits": token_limits}), 0).bags


def _own_points(material: OptionValue) -> object:
    houses = [House("R3t", discharged="R"), House("Y3t")]
    return scoring(houses, options={"material": material}).state.scores()


MATTERS: dict[str, Shown] = {
    "administrators": _administrators,
    "activation": _asked_in_phase_3,
    "events": _event_deck,
    "opening_crisis": _starting_patients,
    "nationwide_epidemic": _new_patients,
    "resistant_superbug": _neglected,
    "final_round_collections": _after_round_8,
    "experimental_medicine": _experimental_cards,
    "promo_consultant": _card_in_the_deck("consultant"),
    "promo_admissions_nurse": _card_in_the_deck("admissions_nurse"),
    "solo_fatality_penalty": _end_of_the_solo_game("solo_fatality_penalty"),
    "solo_report_penalty": _end_of_the_solo_game("solo_report_penalty"),
    "discharge_table": _points_for_four,
    "colour_change_scope": _colours_after_phase_3,
    "different_from": _another_patient,
    "raised_by_treatment_is_heal": _effect_after_a_flip,
    "most_discharged_tie": _tie,
    "token_limits": _seventeenth_bag,
    "material": _own_points,
}
"""For each option what is seen at one position under a value of it."""


def values(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option, or two of them where there are very many."""
    if option.kind == "file":
        return ("", discharge_tables())
    return option.values if option.kind == "choice" else (False, True)


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_value_of_every_option_matters_somewhere(option: Option) -> None:
    seen = [MATTERS[option.name](value) for value in values(option)]
    assert all(one not in seen[:number] for number, one in enumerate(seen)), seen
