"""Records of every released version replay for ever: the folders hold what that version wrote."""

from pathlib import Path

import pytest

from wardround.core import Record, replay
from wardround.games import game

RECORDS = sorted(Path(__file__).parent.glob("*/*.wrd"))


def test_every_game_has_records() -> None:
    assert {path.name.rsplit("-", 1)[0] for path in RECORDS} >= {
        "clinic",
        "dice_hospital",
        "dynamite_nurse",
        "pyrrameds",
    }


@pytest.mark.no_cover
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_replays_with_the_seed_and_without(path: Path) -> None:
    record = Record.read(path)
    match = replay(record, game(record.header.game))
    assert match.state.is_over == (record.result is not None)
    record.header.seed = ""
    blind = replay(record, game(record.header.game))
    assert blind.state.scores() == match.state.scores()
