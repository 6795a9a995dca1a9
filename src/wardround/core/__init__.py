"""What a game is. The core knows no game."""

from wardround.core.chance import Chance, commitment, seed_text
from wardround.core.decision import Decision, Objection
from wardround.core.errors import (
    IllegalAction,
    MaterialError,
    NotAsked,
    OptionError,
    RecordError,
    SeatError,
    StaleAction,
    UndoRefused,
    Unforeseeable,
    UnknownAction,
    UnknownBot,
    UnknownClause,
    UnknownGame,
    WardroundError,
)
from wardround.core.events import EVERYBODY, SEAT_NAMES, Event
from wardround.core.fields import fields_of, set_fields
from wardround.core.game import Credit, Game, MaterialTable
from wardround.core.match import LogLine, Match, Undo
from wardround.core.material import Row, read_entries
from wardround.core.names import BadName, apart_from, clean_name, isolated, told_apart
from wardround.core.options import Option, OptionValue, check_options
from wardround.core.plugins import Problem, plugins, problems
from wardround.core.reading import decoded, read_file, read_json, read_toml, shown
from wardround.core.record import Header, Record, Step
from wardround.core.rules import Chapter, Clause, Rules
from wardround.core.state import SPECTATOR, Choice, Preview, State, difference
from wardround.core.writing import check_target, free_name, write_file
from wardround.core.zones import TABLE, Zone, everybody, nobody, observe, owner_only, reshuffle

__all__ = [
    "EVERYBODY",
    "SEAT_NAMES",
    "SPECTATOR",
    "TABLE",
    "BadName",
    "Chance",
    "Chapter",
    "Choice",
    "Clause",
    "Credit",
    "Decision",
    "Event",
    "Game",
    "Header",
    "IllegalAction",
    "LogLine",
    "Match",
    "MaterialError",
    "MaterialTable",
    "NotAsked",
    "Objection",
    "Option",
    "OptionError",
    "OptionValue",
    "Preview",
    "Problem",
    "Record",
    "RecordError",
    "Row",
    "Rules",
    "SeatError",
    "StaleAction",
    "State",
    "Step",
    "Undo",
    "UndoRefused",
    "Unforeseeable",
    "UnknownAction",
    "UnknownBot",
    "UnknownClause",
    "UnknownGame",
    "WardroundError",
    "Zone",
    "apart_from",
    "check_options",
    "check_target",
    "clean_name",
    "commitment",
    "decoded",
    "difference",
    "everybody",
    "fields_of",
    "free_name",
    "isolated",
    "nobody",
    "observe",
    "owner_only",
    "plugins",
    "problems",
    "read_entries",
    "read_file",
    "read_json",
    "read_toml",
    "reshuffle",
    "seed_text",
    "set_fields",
    "shown",
    "told_apart",
    "write_file",
]
