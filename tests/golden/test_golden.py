"""The games are still played as the transcripts in this folder say.

If a change is meant: ``python -m wardround.testing.golden --write tests/golden``, then read what
changed.
"""

from pathlib import Path

import pytest

from wardround.testing import golden

FOLDER = Path(__file__).parent


@pytest.mark.slow
@pytest.mark.golden
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_transcript_is_still_true(path: Path, tmp_path: Path) -> None:
    (tmp_path / path.name).write_bytes(path.read_bytes())
    assert golden.check(tmp_path) == []


def test_every_number_of_players_has_a_transcript() -> None:
    names = {path.name for path in FOLDER.glob("*.txt")}
    assert {f"dice_hospital-{players}p.txt" for players in (2, 3, 4)} <= names
    assert {f"dice_hospital-{players}p-everything.txt" for players in (1, 4)} <= names
    assert {f"clinic-{players}p.txt" for players in (2, 3, 4)} <= names
