"""What a game is. The core knows no game."""

from wardround.core.actions import Actions
from wardround.core.chance import Chance, Seed, commitment, seed_text
from wardround.core.decision import Decision, Objection, Questions
from wardround.core.declaration import Credit, Declaration, MaterialTable
from wardround.core.errors import (
    BadBuffer,
    EndlessFlow,
    IllegalAction,
    MaterialError,
    NotAsked,
    OptionError,
    RecordError,
    SeatError,
    SeedError,
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
from wardround.core.fields import Holder, Value
from wardround.core.game import Game
from wardround.core.guide import Guide, Term
from wardround.core.lesson import Lesson, LessonPlace, LessonStep
from wardround.core.lists import changed, without
from wardround.core.match import REWIND, LogLine, Match, Undo, file_checksums, returned_to
from wardround.core.material import Row, read_entries
from wardround.core.names import BadName, apart_from, clean_name, isolated, told_apart
from wardround.core.observation import Layout, Piece, Places, Sheet
from wardround.core.options import Option, OptionValue, Preset, check_options
from wardround.core.placing import places, why_not_there
from wardround.core.pledge import Pledge, deal_text, new_salt, pledge_hash
from wardround.core.plugins import Problem, brought, plugins, problems
from wardround.core.reading import decoded, read_file, read_json, read_toml, shown
from wardround.core.record import Header, Record, Step
from wardround.core.replay import replay
from wardround.core.rules import Chapter, Clause, Rules
from wardround.core.state import (
    NOBODY,
    SPECTATOR,
    Choice,
    Preview,
    State,
    changed_parts,
    difference,
)
from wardround.core.writing import check_target, free_name, write_file, write_parts
from wardround.core.zones import (
    COMMON,
    Zone,
    everybody,
    nobody,
    observe,
    owner_only,
    reshuffle,
)

__all__ = [
    "COMMON",
    "EVERYBODY",
    "NOBODY",
    "REWIND",
    "SEAT_NAMES",
    "SPECTATOR",
    "Actions",
    "BadBuffer",
    "BadName",
    "Chance",
    "Chapter",
    "Choice",
    "Clause",
    "Credit",
    "Decision",
    "Declaration",
    "EndlessFlow",
    "Event",
    "Game",
    "Guide",
    "Header",
    "Holder",
    "IllegalAction",
    "Layout",
    "Lesson",
    "LessonPlace",
    "LessonStep",
    "LogLine",
    "Match",
    "MaterialError",
    "MaterialTable",
    "NotAsked",
    "Objection",
    "Option",
    "OptionError",
    "OptionValue",
    "Piece",
    "Places",
    "Pledge",
    "Preset",
    "Preview",
    "Problem",
    "Questions",
    "Record",
    "RecordError",
    "Row",
    "Rules",
    "SeatError",
    "Seed",
    "SeedError",
    "Sheet",
    "StaleAction",
    "State",
    "Step",
    "Term",
    "Undo",
    "UndoRefused",
    "Unforeseeable",
    "UnknownAction",
    "UnknownBot",
    "UnknownClause",
    "UnknownGame",
    "Value",
    "WardroundError",
    "Zone",
    "apart_from",
    "brought",
    "changed",
    "changed_parts",
    "check_options",
    "check_target",
    "clean_name",
    "commitment",
    "deal_text",
    "decoded",
    "difference",
    "everybody",
    "file_checksums",
    "free_name",
    "isolated",
    "new_salt",
    "nobody",
    "observe",
    "owner_only",
    "places",
    "pledge_hash",
    "plugins",
    "problems",
    "read_entries",
    "read_file",
    "read_json",
    "read_toml",
    "replay",
    "reshuffle",
    "returned_to",
    "seed_text",
    "shown",
    "told_apart",
    "why_not_there",
    "without",
    "write_file",
    "write_parts",
]
