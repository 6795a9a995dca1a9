"""Ready-made choices of options: named, legal, and told with the game."""

import pytest

from tests.toy_game import toy
from wardround.core import Option, OptionError, Preset
from wardround.core.options import check_presets
from wardround.games import games

OPTIONS = [Option("loud", "bool", False, "Loud", "Sounds."), Option("n", "int", 2, "N", "", high=9)]


def test_presets_of_our_games_are_games_that_begin() -> None:
    for game in games().values():
        for preset in game.presets:
            for players in range(game.min_players, game.max_players + 1):
                game.new(players, seed=1, options=dict(preset.options))


def test_our_games_say_which_choices_matter() -> None:
    ours = [game for game in games().values() if game.presets]
    assert len(ours) >= 4
    for game in ours:
        assert 2 <= sum(option.main for option in game.offered_options()) <= 5
        assert 3 <= len(game.presets) <= 5
        assert game.presets[0].options == ()


@pytest.mark.parametrize(
    ("presets", "error", "words"),
    [
        ([Preset("a", "A", ""), Preset("a", "B", "")], ValueError, "the same name"),
        ([Preset("a", "A", "", (("loud", False),))], ValueError, "a repeats the default of loud"),
        ([Preset("a", "A", "", (("quiet", True),))], OptionError, "no option 'quiet'"),
        ([Preset("a", "A", "", (("n", 10),))], OptionError, "n"),
    ],
)
def test_what_does_not_fit_is_refused(
    presets: list[Preset], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        check_presets(presets, OPTIONS)


def test_a_game_tells_its_presets() -> None:
    loud = Preset("loud", "Loud", "With sound.", (("loud", True),))
    assert loud.to_json() == {
        "name": "loud",
        "title": "Loud",
        "help": "With sound.",
        "options": {"loud": True},
    }
    assert toy().to_json()["presets"] == []
