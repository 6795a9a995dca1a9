"""Reads what a game says and finds what no person would write: "a orange die", "1 points", "..".

The reader knows no game. It looks at every sentence for the slips that come from putting sentences
together out of pieces: articles, plurals, doubled stops, fields left open, Python's own words, and
a person who does something to herself by name.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from wardround.core import SPECTATOR, Game, Match
from wardround.core.words import article
from wardround.testing.configurations import configurations
from wardround.testing.positions import some_action

READ = 12
"""Candidates of a question that are read at a position, at most."""
NAMES = ("Ada", "Béla", "Cleo", "Dmitri", "Esra", "Fidel")

ARTICLE = re.compile(r"(?:(?<![\w’'-])an?|(?:^|(?<=[.!?:] ))An?) (?=([“\"(]?[\w’'-]+))")
THINGS = (
    "point|card|patient|nurse|token|marker|coin|bed|car|minute|turn|round|place|bag|doctor|look|swap"
    "|seat|player|game|space|module|person|mark|action|choice|meeple|administrator|specialist"
    "|department|row|column|layer|floor|service|requirement|medicine|treatment|purchase|buy"
)
"""Nouns that games count."""
ONE_OF_MANY = re.compile(
    rf"(?<![\w.,/:+–−-])1 (?:\w+ )?(?:(?:{THINGS})s|dice|people)\b(?![’'-])", re.IGNORECASE
)
MANY_OF_ONE = re.compile(
    rf"(?<![\w.,/:+–−-])(?:0|[2-9]|[1-9]\d+) (?:more |other |further )?(?:{THINGS}|die)\b(?![’'-])",
    re.IGNORECASE,
)
PLAIN_FAULTS = (
    (re.compile(r"(?<!\.)\.\.(?!\.)|[!?]\.|,,|;;|::"), "doubled punctuation"),
    (re.compile(r" [,.;:](?!\.)(\s|$)|\( | \)"), "a space before punctuation"),
    (re.compile(r"  |^\s|\s$"), "a space too many"),
    (re.compile(r"\{\w*\}"), "a field that was not filled in"),
    (
        re.compile(r"\bNone\b(?! (?:of|is|are))|\b(?:True|False|nan)\b|<\w+ object|\[\]|\{\}|\(\)"),
        "a word of Python",
    ),
    (re.compile(r"\b(\w+) \1\b(?<!that that)(?<!had had)", re.IGNORECASE), "a word twice"),
    (re.compile(r"\b[A-Z]\[[A-Z]+\]"), "a code"),
)


def faults_in(text: str, names: Sequence[str] = ()) -> list[str]:
    """What is wrong with the wording of a sentence or a label.

    Args:
        text: What people read.
        names: Names of the seats: none of them may stand twice in one sentence.
    """
    found = [
        f"{what}: {match[0]!r}" for pattern, what in PLAIN_FAULTS if (match := pattern.search(text))
    ]
    for match in ARTICLE.finditer(text):
        right = article(match[1]).split(" ", 1)[0]
        if match[0].strip().lower() != right:
            found.append(f"the article in {match[0] + match[1]!r}")
    for pattern, what in ((ONE_OF_MANY, "plural"), (MANY_OF_ONE, "singular")):
        found += [f"the {what} in {match[0]!r}" for match in pattern.finditer(text)]
    for part in re.split(r"(?<=[.!?;])\s", text):
        found += [
            f"{name} acts on {name}"
            for name in names
            if len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", part)) > 1
        ]
    return found


def faults_as_sentence(text: str, names: Sequence[str] = ()) -> list[str]:
    """What is wrong with a text that must be a whole sentence."""
    found = faults_in(text, names)
    if not text:
        return ["nothing is said"]
    if text[:1] != text[:1].upper():
        found.append("no capital at its head")
    if text[-1] not in ".!?…)”":
        found.append("no stop at its end")
    return found


def sentence_faults(game: Game, *, games: int = 0, seed: str = "sentences") -> dict[str, list[str]]:
    """Play random games and read all that people are told: log, prompts, choices, refusals.

    Args:
        game: The game.
        games: How many games to play; 0 for one in each of :func:`configurations`.
        seed: Fixes everything.

    Returns:
        What is wrong, by text. Empty: nothing was found.
    """
    found: dict[str, list[str]] = {}
    for action in range(game.num_actions):
        _read(found, game.action_text(action), whole=False)
    for option in game.options:
        _read(found, option.help, whole=True)
    rows = configurations(game)
    for number in range(games or len(rows)):
        row = rows[number % len(rows)]
        for text, whole in _said(game, row.players, row.options, f"{seed} {number}"):
            _read(found, text, whole)
    return found


def _read(found: dict[str, list[str]], text: str, whole: bool) -> None:
    faults = faults_as_sentence(text, NAMES) if whole else faults_in(text, NAMES)
    if faults:
        found[text] = faults


def _said(
    game: Game, players: int, options: Mapping[str, object], seed: str
) -> Iterator[tuple[str, bool]]:
    """All that is said in one random game, and whether it must be a whole sentence."""
    rng = Random(seed)
    match = Match(game, players, seed, options, NAMES[:players])
    while not match.state.is_over and match.version < game.max_length:
        state = match.state
        yield state.status(), True
        for seat in state.asked():
            yield state.prompt(seat), True
            candidates = state.decision(seat).candidates(state, seat)
            for action in rng.sample(candidates, min(READ, len(candidates))):
                choice = state.choice(seat, action)
                yield choice.label, False
                yield choice.sentence, True
                if choice.warning:
                    yield choice.warning, True
                objection = state.why_not(seat, action)
                if objection is not None:
                    yield objection.text, True
        seat, action = some_action(state, rng)
        match.act(seat, action)
    for viewer in (SPECTATOR, *range(players)):
        for line in match.log(viewer):
            yield line.text, True
