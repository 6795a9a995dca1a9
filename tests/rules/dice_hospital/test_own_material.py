"""R-56: reconstructed values, and a player's own file in their place."""

import pytest

from tests.rules.dice_hospital.table import House, collecting, scoring, set_up, table
from wardround.core import Match, MaterialError, OptionError, Record, replay
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital.material import packaged
from wardround.games.dice_hospital.values import OURS, RECONSTRUCTED, Values
from wardround.testing import clause

POINTS = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]


def discharge_tables() -> str:
    """Two tables of one's own, the first with 2 points for each patient."""
    own = ", ".join(['"OWN"'] * 13)
    return "".join(
        f'[[discharge_table]]\nid = "{id}"\npoints = {points}\nabove = 3\nprovenance = [{own}]\n'
        for id, points in (("A", POINTS), ("B", [0] * 13))
    )


def entries(kind: str, count: int) -> str:
    """The first entries of a kind as they stand in our own file."""
    parts = OURS.split(f"[[{kind}]]")[1 : 1 + count]
    return "".join(f"[[{kind}]]{part.partition('[[')[0]}" for part in parts)


@clause("R-56", "DH-14.1")
def test_a_table_of_ones_own_scores() -> None:
    options = {"material": discharge_tables()}
    houses = [House("R3t", discharged="R R R"), House("Y3t")]
    scenario = scoring(houses, options=options)
    assert scenario.state.scores() == [6, 0]
    assert {row["provenance"] for row in scenario.view(0)["discharge_table"]} == {"OWN"}
    assert scenario.view(0)["material"]["own"] is True
    second = scoring(houses, options={**options, "discharge_table": "B"})
    assert second.state.scores() == [0, 0]


@clause("R-56", "DH-14.1")
def test_above_the_table_each_patient_adds_the_same() -> None:
    own = Values(discharge_tables(), "own.toml")
    assert [own.tables[0].points(count) for count in (12, 13, 15)] == [24, 27, 33]


@clause("R-56")
def test_what_the_file_does_not_hold_is_taken_from_ours() -> None:
    own = Values(discharge_tables(), "own.toml")
    assert [card.name for card in own.events] == [card.name for card in RECONSTRUCTED.events]
    assert [card.points for card in own.reports] == [card.points for card in RECONSTRUCTED.reports]
    assert (own.own, RECONSTRUCTED.own) == (True, False)
    assert own.checksum != RECONSTRUCTED.checksum


@clause("R-56", "DH-24.26", "DH-24.27")
def test_reports_of_ones_own() -> None:
    harder = entries("report", 15)
    for old, new in ((5, 6), (4, 5), (3, 4), (2, 3)):
        harder = harder.replace(f"points = {old}\n", f"points = {new}\n")
    own = Values(harder, "own.toml")
    assert sum(card.points for card in own.reports) == 51 + 15
    assert table(set_up(1, {"material": harder})).variant.values.reports[0].points == 3


@clause("R-56", "DH-23.12")
def test_ambulance_backs_of_ones_own() -> None:
    backs = entries("ambulance_back", 5).replace("red = 3", "red = 4").replace("RECON", "OWN")
    scenario = collecting(["R4t R3t", "Y5t Y1t"], options={"material": backs})
    assert scenario.legal(0) == {"pass", "R4t"}
    assert scenario.view(0)["collections"][0]["provenance"] == "OWN"


@clause("R-56", "DH-21.6")
def test_events_of_ones_own() -> None:
    events = entries("event", 15).replace("number = 4\npoints = 2", "number = 2\npoints = 7")
    houses = [House("R3t", discharged="R R"), House("Y3t")]
    plain = scoring(houses, event="E13")
    own = scoring(houses, event="E13", options={"material": events})
    assert own.state.scores()[0] - plain.state.scores()[0] == 7


@clause("R-56")
def test_our_own_file_is_a_material_file() -> None:
    again = Values(OURS, "again.toml")
    assert again.own
    assert [card.name for card in again.events] == [card.name for card in RECONSTRUCTED.events]
    assert again.checksum == RECONSTRUCTED.checksum


@clause("R-56")
def test_everything_reconstructed_stands_in_the_data_and_is_shown() -> None:
    tags = {card.tag for card in RECONSTRUCTED.events}
    tags |= {card.tag for card in RECONSTRUCTED.reports}
    assert tags | {back.tag for back in RECONSTRUCTED.backs} == {"RECON"}
    assert "RECON" not in packaged("material.toml").split("[[department]]")[1]
    rows = next(part for part in GAME.material() if part.name == "Discharge table").rows
    assert [row[3] for row in rows] == ["DERIVED", "FOUND", "FOUND", "DERIVED", *["RECON"] * 9]


BAD = {
    "not TOML": ("[[event", "own.toml", "TOML"),
    "no entries": ("# nothing\n", "own.toml", "entries"),
    "unknown kind": ('[[department]]\nid = "x"\n', "own.toml", "discharge_table, event"),
    "not a list": ('event = "all"\n', "own.toml", "[[event]]"),
    "too few": (entries("event", 14), "own.toml", "15 entries"),
    "points that fall": (
        discharge_tables().replace("[0, 2, 4,", "[0, 4, 2,"),
        "own.toml, discharge_table 1, key points",
        "13 numbers",
    ),
    "points too few": (
        discharge_tables().replace("[0, 2, 4,", "[0, 4,"),
        "own.toml, discharge_table 1, key points",
        "13 numbers",
    ),
    "tables exchanged": (
        discharge_tables().replace('id = "A"', 'id = "C"'),
        "own.toml, discharge_table 1, key id",
        "'A'",
    ),
    "provenance": (
        discharge_tables().replace('"OWN"', '"MINE"', 1),
        "own.toml, discharge_table 1, key provenance",
        "OWN",
    ),
    "unknown effect": (
        entries("event", 15).replace("lose_bag", "burn_bag"),
        "own.toml, event 2, key effect",
        "lose_bag",
    ),
    "no number": (
        entries("event", 15).replace("number = 2\n", ""),
        "own.toml, event 8, key number",
        "1 to 12",
    ),
    "colour": (
        entries("event", 15).replace('colour = "red"', 'colour = "blue"'),
        "own.toml, event 3, key colour",
        "red, yellow, green",
    ),
    "same id": (
        entries("event", 15).replace('"E02"', '"E01"'),
        "own.toml, event 2, key id",
        "once",
    ),
    "patients of a report": (
        entries("report", 15).replace('"R R"', '"R B"'),
        "own.toml, report 1, key patients",
        "R, Y, G",
    ),
    "points of a report": (
        entries("report", 15).replace("points = 4", "points = -4", 1),
        "own.toml, report 10, key points",
        "1 to 99",
    ),
    "value of a back": (
        entries("ambulance_back", 5).replace("yellow = 5", "yellow = 7"),
        "own.toml, ambulance_back 1, key yellow",
        "1 to 6",
    ),
    "number of a back": (
        entries("ambulance_back", 5).replace("number = 2", "number = 3"),
        "own.toml, ambulance_back 2, key number",
        "2",
    ),
}


@clause("R-56")
@pytest.mark.parametrize("name", BAD)
def test_a_faulty_file_is_refused_with_place_and_expectation(name: str) -> None:
    text, where, expected = BAD[name]
    with pytest.raises(MaterialError) as caught:
        Values(text, "own.toml")
    assert caught.value.where == where
    assert expected in caught.value.expected
    assert caught.value.message
    with pytest.raises(MaterialError) as caught:
        GAME.new(2, "x", {"material": text})
    assert caught.value.where.startswith("material file")


@clause("R-56")
def test_a_file_that_is_too_long_is_refused() -> None:
    with pytest.raises(OptionError):
        GAME.new(2, "x", {"material": "#" * 50_001})


@clause("R-56", "DH-29.2")
def test_a_game_with_an_own_file_can_be_replayed() -> None:
    match = Match(GAME, 2, "own", {"material": discharge_tables()})
    for _ in range(60):
        seat = match.state.asked()[0]
        match.act(seat, match.state.legal_actions(seat)[-1])
    record = Record.parse(match.record().to_text())
    again = replay(record, GAME)
    assert again.state.digest() == match.state.digest()
