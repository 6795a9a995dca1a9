"""What people read: whole, right sentences, and an answer for every action at every question."""

from collections import Counter

import pytest

from tests.rules.dice_hospital.play import journey
from tests.rules.dice_hospital.table import EVENT_IDS, House, revealing
from tests.rules.dice_hospital.ward import ward
from wardround.games.dice_hospital import GAME, text
from wardround.games.dice_hospital.state import Table
from wardround.games.dice_hospital.values import RECONSTRUCTED
from wardround.testing import clause
from wardround.testing.configurations import configurations
from wardround.testing.positions import spots
from wardround.testing.sentences import faults_as_sentence, faults_in, sentence_faults

EVERYTHING: dict[str, object] = {
    "events": True,
    "experimental_medicine": True,
    "promo_consultant": True,
    "promo_admissions_nurse": True,
    "final_round_collections": True,
    "nationwide_epidemic": True,
}


def test_a_few_games_have_no_faulty_sentence() -> None:
    assert sentence_faults(GAME, games=4) == {}


@pytest.mark.slow
def test_no_game_has_a_faulty_sentence() -> None:
    assert sentence_faults(GAME, games=len(configurations(GAME))) == {}


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_action_is_shown_and_judged_at_every_question(players: int) -> None:
    """Some positions for each kind of question, each with all actions of the game."""
    read: Counter[str] = Counter()
    for seed in (3, 4):
        for position in journey(players, seed, EVERYTHING):
            for seat in position.asked() if position._settle() else []:
                question = position.stacks[seat][-1].name()
                read[question] += 1
                if read[question] in (1, 5, 25, 125):
                    _read_all(position, seat)
    assert set(read) >= {"activate", "at_department", "pick_patient", "pending"}


def _read_all(position: Table, seat: int) -> None:
    pieces = set(spots(position.view(seat)))
    candidates = position.decision(seat).candidates(position, seat)
    legal = position.legal_actions(seat)
    for action in range(GAME.num_actions):
        choice = position.choice(seat, action)
        where = (position.prompt(seat), choice.notation)
        assert choice.notation == GAME.notation(action)
        assert faults_in(choice.label) == [], where
        assert faults_as_sentence(choice.sentence) == [], where
        assert set(choice.spots) <= pieces, where
        objection = position.why_not(seat, action)
        assert (objection is None) is (action in legal), where
        if objection is not None:
            assert bool(objection.clause) is (action in candidates), where
            assert faults_as_sentence(objection.text) == [], where


@clause("DH-18.1", "DH-18.2", "DH-18.3", "DH-13.10")
@pytest.mark.parametrize(
    ("specialist", "colour"),
    [("surgeon", "red"), ("haematologist", "yellow"), ("pharmacist", "green")],
)
def test_cards_with_an_extra_step_name_the_colour_of_those_patients(
    specialist: str, colour: str
) -> None:
    s = ward("R3u", specialists=[specialist])
    assert s.view(0)["seats"][0]["specialists"][0]["text"] == (
        f"After healing a {colour} patient: heal one of the {colour} patients that were just "
        "healed by 1 step."
    )


SOLO_TEXTS = {
    "E07": "You choose a patient that goes back into the bag; a new one is drawn and rolled.",
    "E09": "You have one more nurse this round.",
    "E10": "When you have kept three of the four dice, one more patient arrives this round.",
    "E11": "A printed department, chosen by lot, may not be used this round.",
}


@clause("DH-21.15", "DH-21.17", "DH-21.18", "DH-21.19")
@pytest.mark.parametrize("event", SOLO_TEXTS)
def test_events_are_told_as_they_are_in_the_solo_game(event: str) -> None:
    s = revealing(event, [House("R3u Y3u")], chance=[0] if event == "E11" else [])
    told = s.told("event")[0]
    assert told.words[1] == s.view(0)["event"]["text"] == SOLO_TEXTS[event]
    material = next(part for part in GAME.material() if part.name == "Events").rows
    row = next(row for row in material if row[1] == event)
    assert row[3].endswith(f"Solo: {SOLO_TEXTS[event][:1].lower()}{SOLO_TEXTS[event][1:]}")


@clause("DH-24.1")
@pytest.mark.parametrize("card", RECONSTRUCTED.events, ids=EVENT_IDS)
def test_no_event_speaks_of_several_players_in_the_solo_game(card: object) -> None:
    said = text.event_card_text(card, solo=True)  # type: ignore[arg-type]
    assert faults_as_sentence(said) == []
    assert not {"player", "players", "ambulance", "nobody", "left"} & set(said.rstrip(".").split())
