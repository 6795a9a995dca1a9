"""What the views of a game hold: learned from play, written as a JSON Schema, held against play.

A client reads keys of views. So that none is read that no view holds, the types of the client are
made from what the engine sends: ``python -m wardround.testing.views`` plays games in every
configuration and writes down which keys there are, which may be missing or null, and which words a
text takes; a test holds later views against that.
"""

import argparse
import json
import re
import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from wardround.core import SPECTATOR, Game, State
from wardround.games import game as game_of
from wardround.games import games
from wardround.testing.configurations import Configuration, configurations

MOST_WORDS: Final = 8
"""A text that takes more values than this is any text."""

GAMES_FOR_A_WORD: Final = 4
"""In so many games a value must have been seen before the list of values is trusted."""

LONGEST_TUPLE: Final = 4
DEEPEST: Final = 20
MOST_CONFIGURATIONS: Final = 60
READ_BY_PEOPLE: Final = frozenset(
    ["author", "checksum", "clause", "id", "label", "name", "notation", "spot", "text", "title"]
)
"""Keys whose values are texts or names of things, never one of a few words."""

WORD: Final = re.compile(r"[a-z]+(_[a-z]+)*|[A-Z?]")
NAME: Final = re.compile(r"[A-Za-z]+([_ ]([A-Za-z]+|\d+))*")
"""A key that is a name; an object with other keys maps things to things."""

TYPES: Final = {bool: "boolean", int: "integer", float: "number", str: "string"}
SINGULAR: Final = {"dice": "die", "people": "person"}
COMMON: Final = {
    frozenset(["spot", "label"]): "Spot",
    frozenset(["spot", "label", "count"]): "Counted",
}
Schema = dict[str, Any]
FOLDER: Final = Path("web/src/games")
FILE: Final = "view.schema.json"


class Shape:
    """What was seen in one place of the views.

    Attributes:
        types: JSON Schema's names of the types that were there.
        words: For each text in how many games it was; too many are not counted further.
        keys: What lies under the keys of its objects.
        rare: Those of the keys that were missing at times.
        items: What lies in its lists, and ``lengths``, how long they were.
    """

    def __init__(self) -> None:
        self.types: set[str] = set()
        self.words: Counter[str] = Counter()
        self.keys: dict[str, Shape] = {}
        self.rare: set[str] = set()
        self.items: Shape | None = None
        self.lengths: set[int] = set()
        self._fresh: set[str] = set()

    def learn(self, value: object) -> None:
        """Take in one more value."""
        if value is None:
            self.types.add("null")
        elif isinstance(value, dict):
            if "object" in self.types:
                self.rare |= self.keys.keys() ^ value.keys()
            self.types.add("object")
            for key, one in value.items():
                self.keys.setdefault(key, Shape()).learn(one)
        elif isinstance(value, list):
            self.types.add("array")
            self.lengths.add(len(value))
            self.items = self.items or Shape()
            for one in value:
                self.items.learn(one)
        else:
            self.types.add(TYPES[type(value)])
            if isinstance(value, str) and len(self.words) <= MOST_WORDS:
                self._fresh.add(value)

    def end_game(self) -> None:
        """Note that what comes now is of another game."""
        self.words.update(self._fresh)
        self._fresh.clear()
        for child in self.children():
            child.end_game()

    def children(self) -> list["Shape"]:
        """The shapes of what lies inside."""
        return [*self.keys.values(), *([self.items] if self.items else [])]

    def is_map(self) -> bool:
        """Whether its objects have no fixed keys."""
        return any(not NAME.fullmatch(key) for key in self.keys)

    def merge(self, other: "Shape") -> None:
        """Take in all that another place showed."""
        if other is self:
            return
        if "object" in self.types & other.types:
            self.rare |= other.rare | (self.keys.keys() ^ other.keys.keys())
        elif "object" in other.types:
            self.rare = set(other.rare)
        self.types |= other.types
        self.words.update(other.words)
        self.lengths |= other.lengths
        for key, shape in other.keys.items():
            self.keys.setdefault(key, Shape()).merge(shape)
        if other.items:
            self.items = self.items or Shape()
            self.items.merge(other.items)


def recalled(schema: Schema, part: Schema, depth: int = 0) -> Shape:
    """The shape that a schema was written for, so that what was seen once is not forgotten.

    Args:
        schema: As :func:`schema_of` writes it.
        part: The part of it to read.
        depth: How deep the part lies; what holds itself is read to :data:`DEEPEST`.
    """
    shape = Shape()
    for one in part.get("anyOf", [part]):
        one = schema["$defs"][one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
        if "enum" in one:
            shape.types.add("string")
            shape.words.update(dict.fromkeys(one["enum"], GAMES_FOR_A_WORD))
            continue
        if "type" not in one:
            continue
        shape.types.add(one["type"])
        if one["type"] == "string":
            shape.words.update(dict.fromkeys(map(str, range(MOST_WORDS + 1)), 1))
        elif one["type"] == "array" and depth < DEEPEST:
            shape.items = recalled(schema, one["items"], depth + 1)
            shape.lengths = {one["minItems"]} if "minItems" in one else {0, 1}
        elif "properties" in one and depth < DEEPEST:
            shape.rare = one["properties"].keys() - set(one["required"])
            for key, inner in one["properties"].items():
                shape.keys[key] = recalled(schema, inner, depth + 1)
        elif one["type"] == "object" and depth < DEEPEST:
            shape.keys["*"] = recalled(schema, one["additionalProperties"], depth + 1)
    return shape


def remember(shape: Shape, earlier: Shape) -> None:
    """Add what was seen earlier; keys that were always there and are gone stay forgotten."""
    if "object" in shape.types and not shape.is_map():
        for key in earlier.keys.keys() - shape.keys.keys() - earlier.rare:
            del earlier.keys[key]
        for key in shape.keys.keys() - earlier.keys.keys():
            earlier.keys[key] = Shape()
    for key, inner in shape.keys.items():
        if key in earlier.keys:
            remember(inner, earlier.keys[key])
    if shape.items and earlier.items:
        remember(shape.items, earlier.items)
    shape.merge(earlier)


# --- playing --------------------------------------------------------------------------------


def positions(game: Game, where: Configuration, seed: str) -> Iterator[tuple[int, State]]:
    """The positions of a game that tries what it tried least, each with a number."""
    state = game.new(where.players, seed, where.options)
    rng = Random(f"views {seed}")
    used: Counter[int] = Counter()
    for number in range(game.max_length + 1):
        yield number, state
        if state.is_over:
            return
        seat = rng.choice(state.asked())
        legal = state.legal_actions(seat)
        rng.shuffle(legal)
        action = min(legal, key=lambda one: used[one]) if number % 2 else legal[0]
        used[action] += 1
        state.apply(seat, action)


def spacing(game: Game) -> int:
    """One configuration in so many makes at most :data:`MOST_CONFIGURATIONS`."""
    return -(-len(configurations(game)) // MOST_CONFIGURATIONS)


def sampled(game: Game, every: int = 1, rounds: int = 1) -> Iterator[list[dict[str, Any]]]:
    """Views of games in the pairwise configurations, a list a game.

    In every position one viewer looks, in the first and the last everybody does.

    Args:
        game: The game.
        every: One configuration in so many.
        rounds: Games in each.
    """
    for number, where in enumerate(configurations(game)):
        for turn in range(rounds if number % every == 0 else 0):
            views = []
            for step, state in positions(game, where, f"{number} {turn}"):
                viewers = [SPECTATOR, *range(state.players)]
                if not state.is_over and step:
                    viewers = [viewers[step % len(viewers)]]
                views += [state.view(viewer) for viewer in viewers]
            yield views


def learned(samples: Iterator[list[dict[str, Any]]]) -> Shape:
    """The shape of the views of some games."""
    shape = Shape()
    for views in samples:
        for view in views:
            shape.learn(view)
        shape.end_game()
    return shape


# --- the schema -----------------------------------------------------------------------------


def schema_of(shape: Shape, title: str) -> Schema:
    """The JSON Schema of what was seen; objects with equal keys are one definition."""
    _pool(shape)
    names = _named(shape, title)
    written = _Writer(names)
    definitions = {names[id(one)]: written.object(one) for one in _objects(shape).values()}
    root = definitions.pop(title)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def _objects(root: Shape) -> dict[int, Shape]:
    """All shapes with fixed keys by their identity, the outermost first."""
    found: dict[int, Shape] = {}
    queue = deque([root])
    seen: set[int] = set()
    while queue:
        shape = queue.popleft()
        if id(shape) in seen:
            continue
        seen.add(id(shape))
        if "object" in shape.types and not shape.is_map():
            found[id(shape)] = shape
        queue.extend(shape.children())
    return found


def _pool(root: Shape) -> None:
    """Make shapes with the same keys one, as often as that makes others equal."""
    again = True
    while again:
        again = False
        first: dict[tuple[frozenset[str], frozenset[str]], Shape] = {}
        for shape in _objects(root).values():
            one = first.setdefault((frozenset(shape.keys), frozenset(shape.rare)), shape)
            if one is not shape and one.keys is not shape.keys:
                for key, inner in shape.keys.items():
                    one.keys[key].merge(inner)
                # Whether there may be null instead differs from place to place.
                shape.keys, shape.rare = one.keys, one.rare
                again = True


def _named(root: Shape, title: str) -> dict[int, str]:
    """A name for every shape with fixed keys, equal for equal keys; from the key it lies under."""
    names: dict[int, str] = {}
    by_keys: dict[int, str] = {}
    queue: deque[tuple[Shape, str, str]] = deque([(root, title, "")])
    while queue:
        shape, hint, parent = queue.popleft()
        if id(shape) in names:
            continue
        within = parent
        if "object" in shape.types and not shape.is_map():
            within = names[id(shape)] = by_keys.get(id(shape.keys)) or _free(
                COMMON.get(frozenset(shape.keys), hint), parent, set(by_keys.values())
            )
            by_keys[id(shape.keys)] = within
        else:
            names[id(shape)] = ""
        many = shape.is_map()
        for key, child in shape.keys.items():
            queue.append((child, _pascal(hint if many else key), within))
        if shape.items:
            queue.append((shape.items, _singular(hint), within))
    return names


def _free(name: str, parent: str, taken: set[str]) -> str:
    """The name, with the parent's before it where another thing has it."""
    return name if name not in taken else _free(f"{parent}{name}", parent, taken)


def _pascal(key: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", key))


def _singular(name: str) -> str:
    for many, one in SINGULAR.items():
        if name.lower().endswith(many):
            return name[: -len(many)] + (one.title() if name.lower() == many else one)
    for ending, short in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ss", "ss"), ("s", "")):
        if name.endswith(ending):
            return name[: -len(ending)] + short
    return name


class _Writer:
    """Writes shapes as schemas.

    Args:
        names: The names of the definitions, by the identity of the shape.
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def object(self, shape: Shape) -> Schema:
        """An object with fixed keys."""
        return {
            "type": "object",
            "properties": {key: self.value(one, key) for key, one in shape.keys.items()},
            "required": [key for key in shape.keys if key not in shape.rare],
            "additionalProperties": False,
        }

    def value(self, shape: Shape, key: str) -> Schema:
        """Whatever may lie in one place."""
        kinds = [self._kind(shape, kind, key) for kind in sorted(shape.types, key=_order)]
        if len(kinds) < 2:
            return kinds[0] if kinds else {"not": {}}
        return {"anyOf": kinds}

    def _kind(self, shape: Shape, kind: str, key: str) -> Schema:
        if kind == "array":
            return self._array(shape, key)
        if kind == "string" and (words := _words(shape, key)):
            return {"enum": words}
        if kind != "object":
            return {"type": kind}
        if not shape.is_map():
            return {"$ref": f"#/$defs/{self.names[id(shape)]}"}
        inside = Shape()
        for one in shape.keys.values():
            inside.merge(one)
        return {"type": "object", "additionalProperties": self.value(inside, key)}

    def _array(self, shape: Shape, key: str) -> Schema:
        items = shape.items or Shape()
        schema: Schema = {"type": "array", "items": self.value(items, key)}
        if len(shape.lengths) == 1 and not items.types & {"array", "object"}:
            length = min(shape.lengths)
            if 2 <= length <= LONGEST_TUPLE:
                schema |= {"minItems": length, "maxItems": length}
        return schema


def _order(kind: str) -> tuple[bool, str]:
    return kind == "null", kind


def _words(shape: Shape, key: str) -> list[str]:
    """The values of a text that takes one of a few words; none where it may be any text."""
    few = 2 <= len(shape.words) <= MOST_WORDS
    seen = few and min(shape.words.values()) >= GAMES_FOR_A_WORD
    if not seen or key in READ_BY_PEOPLE:
        return []
    return sorted(shape.words) if all(map(WORD.fullmatch, shape.words)) else []


# --- holding views against a schema ---------------------------------------------------------


def misfit(schema: Schema, view: object) -> str:
    """Where a view is not what the schema says, and why; empty if it fits.

    Args:
        schema: As :func:`schema_of` writes it.
        view: A view.
    """
    return _misfit(schema, schema, view, "view")


def _misfit(schema: Schema, part: Schema, value: object, path: str) -> str:
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        return _misfit(schema, schema["$defs"][name], value, path)
    if "anyOf" in part:
        options = [_misfit(schema, option, value, path) for option in part["anyOf"]]
        # The option of the right type has gone deepest: it tells most.
        return (
            ""
            if "" in options
            else max(options, key=lambda text: text.partition(" ")[0].count("."))
        )
    if "enum" in part:
        return "" if value in part["enum"] else f"{path} is {value!r}, not one of {part['enum']}"
    kind = part.get("type", "nothing")
    if not _is(value, kind):
        return f"{path} is {value!r:.80}, not {kind}"
    if isinstance(value, dict):
        return _object_misfit(schema, part, value, path)
    if isinstance(value, list):
        if not part.get("minItems", 0) <= len(value) <= part.get("maxItems", len(value)):
            return f"{path} has {len(value)} items, not {part['minItems']}"
        for number, item in enumerate(value):
            if text := _misfit(schema, part["items"], item, f"{path}.{number}"):
                return text
    return ""


def _depth(text: str) -> int:
    """How deep a misfit lies: the option of the right type goes deepest, and tells most."""
    return text.partition(" ")[0].count(".")


def _object_misfit(schema: Schema, part: Schema, value: dict[str, Any], path: str) -> str:
    properties = part.get("properties", {})
    for key in part.get("required", []):
        if key not in value:
            return f"{path}.{key} is missing"
    for key, item in value.items():
        inner = properties.get(key, part["additionalProperties"])
        if inner is False:
            return f"{path}.{key} is new"
        if text := _misfit(schema, inner, item, f"{path}.{key}"):
            return text
    return ""


def _is(value: object, kind: str) -> bool:
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "null":
        return value is None
    if kind in ("array", "object"):
        return isinstance(value, list if kind == "array" else dict)
    return TYPES.get(type(value)) == kind


def barely_seen(schema: Schema) -> list[str]:
    """Places in which nothing but null, or nothing at all, was ever seen: play more games."""
    found = []
    for name, part in {"": schema, **schema["$defs"]}.items():
        for key, value in part["properties"].items():
            if value in ({"type": "null"}, {"not": {}}) or value.get("items") == {"not": {}}:
                found.append(f"{name}.{key}".lstrip("."))
    return found


# --- the command ----------------------------------------------------------------------------


def view_schema(
    game: Game, every: int = 1, rounds: int = 1, earlier: Schema | None = None
) -> Schema:
    """The schema of a game's views.

    Args:
        game: The game.
        every: One configuration in so many is played.
        rounds: Games in each.
        earlier: A schema whose rare cases stay: what may be missing, null or another word.
    """
    shape = learned(sampled(game, every, rounds))
    if earlier:
        remember(shape, recalled(earlier, earlier))
    return schema_of(shape, f"{_pascal(game.id)}View")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the schemas of the games' views.

    Returns:
        1 where the schema of a game is not known well enough, else 0.
    """
    parser = argparse.ArgumentParser(prog="python -m wardround.testing.views", description=__doc__)
    parser.add_argument("games", nargs="*", help="ids of games; all with a drawing if not given")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"holds GAME/{FILE}")
    parser.add_argument("--rounds", type=int, default=1, help="games in each configuration")
    parser.add_argument("--anew", action="store_true", help="forget the rare cases seen earlier")
    given = parser.parse_args(arguments)
    wanted = given.games or sorted(one for one in games() if (given.folder / one).is_dir())
    poor = False
    for one in wanted:
        target = given.folder / one / FILE
        known = target.exists() and not given.anew
        earlier = json.loads(target.read_text("utf-8")) if known else None
        played = game_of(one)
        schema = view_schema(played, spacing(played), given.rounds, earlier)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(schema, indent=2) + "\n", "utf-8")
        sys.stdout.write(f"{target}\n")
        if places := barely_seen(schema):
            poor = True
            sys.stdout.write(f"  never seen filled, --rounds may help: {', '.join(places)}\n")
    return int(poor)


if __name__ == "__main__":
    sys.exit(main())
