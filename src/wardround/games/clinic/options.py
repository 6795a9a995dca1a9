"""Every number of the game, read from ``parameters.toml``; what may be chosen becomes an option."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from wardround.core import MaterialTable, Option, OptionValue, Places, Preset, Row, read_entries
from wardround.games.clinic.board import BOARDS, CELLS, GROUND, Board, car_places
from wardround.games.clinic.material import COLUMN, OUT

UNLIMITED: Final = 1_000_000
"""Stands for "as many as you like" in counts."""
SWITCH: Final = (["on", "off"], ["off", "on"])


class Parameter:
    """One entry of ``parameters.toml``: a fixed value, or an option with its alternatives."""

    def __init__(self, row: Row) -> None:
        self.id = row.text("id")
        self.title = row.text("title")
        self.provenance = row.text("provenance")
        self.clause = row.text("clause")
        self.value = row.numbers("value") if "value" in row.data else []
        self.values = row.texts("values") if "values" in row.data else []
        self.low = row.number("low", -999, 999, 0)
        self.high = row.number("high", -999, 999, 0)
        self.default = row.number("default", self.low, self.high, self.low)
        self.ranged = "low" in row.data
        self.help = row.text("help") if self.values or self.ranged else ""
        fewest, most = row.pair("players", 2, 4)
        self.players = (fewest, most)
        self.retired = row.texts("retired") if "retired" in row.data else []

    def option(self) -> Option | None:
        """The option, if there is something to choose."""
        if self.value:
            return None
        switch = self.values in SWITCH
        names = [] if switch else self.values
        usual: OptionValue = self.default
        if self.values:
            usual = self.values[0] == "on" if switch else self.values[0]
        return Option(
            self.id,
            "int" if self.ranged else "bool" if switch else "choice",
            usual,
            self.title,
            self.help,
            values=tuple(names),
            low=self.low,
            high=self.high,
            clause=self.clause,
            labels=tuple([value.replace("_", " ") for value in names]),
            players=self.players,
            retired=tuple(self.retired),
        )

    def words(self) -> tuple[str, str]:
        """Default and alternatives, for the table of the material."""
        if self.ranged:
            return str(self.default), f"{self.low} to {self.high}"
        if self.values:
            return self.values[0], "; ".join(self.values[1:])
        return ", ".join([str(number) for number in self.value]), "none"


PARAMETERS: Final = [
    Parameter(row)
    for row in read_entries(
        files("wardround.games.clinic").joinpath("parameters.toml").read_text(encoding="utf-8"),
        "parameters.toml",
    )["parameter"]
]
FIXED: Final = {one.id: one.value for one in PARAMETERS if one.value}

TABLE_OPTIONS: Final = (
    Option(
        "board",
        "choice",
        "4x3",
        "Board",
        "The ground plan of every player. The smaller one is harder.",
        values=("4x3", "3x3"),
        labels=("4 x 3 spaces", "3 x 3 spaces"),
        clause="CL-1.2",
        main=True,
    ),
    Option(
        "layout",
        "choice",
        "free",
        "Initial clinics",
        "Every player builds the initial clinic freely, or gets one of four ready ones.",
        values=("free", "beginner"),
        labels=("built freely", "ready for beginners"),
        clause="CL-2.15",
        main=True,
    ),
    Option(
        "move_mode",
        "choice",
        "simultaneous",
        "Move phase",
        "All players move at the same time or in turn order; the result is the same.",
        values=("simultaneous", "turn_order"),
        labels=("all at the same time", "in turn order"),
        clause="CL-10.2",
    ),
)
OPTIONS: Final = TABLE_OPTIONS + tuple(
    [option for one in PARAMETERS if (option := one.option()) is not None]
)

PRESETS: Final = (
    Preset("usual", "The usual game", "As printed: everybody builds the first clinic freely."),
    Preset(
        "first",
        "First game",
        "Everybody begins with a ready clinic.",
        (("layout", "beginner"),),
    ),
    Preset(
        "experts",
        "Experts",
        "The small board, where every space counts.",
        (("board", "3x3"),),
    ),
)
"""Ready-made choices."""


def parameters() -> list[MaterialTable]:
    """The table of all numbers, for people."""
    columns = ("clause", "name", "parameter", "default", "alternatives", "provenance")
    rows = [(one.clause, one.id, one.title, *one.words(), one.provenance) for one in PARAMETERS]
    return [MaterialTable("Parameters", columns, tuple(rows))]


def fixed(name: str) -> int:
    """A value that cannot be chosen."""
    return FIXED[name][0]


def count(value: OptionValue) -> int:
    """A number or "unlimited"."""
    return UNLIMITED if value == "unlimited" else int(value)


def listed(text: str) -> list[int]:
    """The numbers of "4,3,2"."""
    return [int(part) for part in text.split(",")]


class Terms:
    """The options and numbers of one game, read once; shared by all copies of its positions.

    Args:
        options: All options with checked values.
        players: Number of seats.
    """

    def __init__(self, options: Mapping[str, OptionValue], players: int) -> None:
        self.players = players
        self.board: Board = BOARDS[str(options["board"])]
        self.beginner = options["layout"] == "beginner"
        self.one_by_one = options["move_mode"] == "turn_order"
        self._supplies(options, players)
        self._building(options)
        self._people(options)
        self._movement(options)
        self._business(options)
        self._administration(options)
        self._scoring(options)
        self._places()

    def _places(self) -> None:
        """Every place of a player's board that this game uses, for views and observations."""
        self.all_floors = max(self.board.floors, self.helipad_max_floor + 1)
        self.cells = [
            floor * GROUND + ground
            for floor in range(self.all_floors)
            for ground in self.board.ground
        ]
        self.cell_places = Places(self.cells, CELLS)
        self.car_places = car_places(self.board, self.per_space)
        self.people_places = Places([*self.cells, COLUMN, OUT], OUT + 1)
        self.cube_places = Places(
            [4 * place + colour for place in self.people_places.order for colour in range(4)],
            4 * (OUT + 1),
        )

    def _supplies(self, options: Mapping[str, OptionValue], players: int) -> None:
        number = players - 2
        self.rounds = fixed("rounds")
        self.action_phases = fixed("action_phases")
        self.max_same_action = fixed("max_same_action")
        self.services_open = FIXED["services_open"][number]
        order = ["PEMSC".index(letter) for letter in str(options["service_order"])]
        self.service_order = order[: self.services_open]
        tiles = FIXED["service_tiles"]
        self.service_tiles = [
            (tiles[0] if service == 0 else tiles[1]) if service in self.service_order else 0
            for service in range(5)
        ]
        self.special_copies = FIXED["special_copies"][number]
        self.room_tiles = count(options["room_tiles"])
        self.office_tiles = count(options["office_tiles"])
        self.patient_pool = self._patient_pool(options, players)
        self.doctor_pool = [
            max(0, usual + int(options[f"doctor_pool_{colour}"]))
            for usual, colour in zip(
                FIXED[f"doctor_pool_{players}"], ("white", "yellow", "orange", "red"), strict=True
            )
        ]
        self.university = players + fixed("university_size")
        self.nurses = 4 if options["nurses_per_round"] == "4" else players
        self.nurses_refresh = bool(options["nurses_refresh"])
        self.staff = fixed("staff_total") * players
        self.revealed = players + fixed("bonus_reveal")
        self.physical = options["cube_supply"] == "physical"
        self.cubes = fixed("small_cubes")

    def _patient_pool(self, options: Mapping[str, OptionValue], players: int) -> list[int]:
        pool = FIXED[f"patient_pool_{players}"]
        if players == 4:
            return pool[:]
        return [pool[0], int(options[f"patient_pool_{players}_yellow"]), pool[1], pool[2]]

    def _building(self, options: Mapping[str, OptionValue]) -> None:
        self.components = fixed("components_per_build")
        self.cost_office = fixed("cost_office")
        self.cost_module = fixed("cost_module")
        self.cost_entrance = fixed("cost_entrance")
        self.cost_helipad = fixed("cost_helipad")
        self.cost_garden = fixed("cost_garden")
        self.cost_lot = fixed("cost_lot")
        self.cost_disc = fixed("cost_disc")
        self.upgrades = options["cost_lot_upgrade"] != "none"
        self.cost_upgrade = int(options["cost_lot_upgrade"]) if self.upgrades else 0
        self.discs_first = fixed("discs_first")
        self.many_discs = options["discs_per_module"] == "unlimited"
        self.office_per_action = options["bonus_office_per_room"] == "action"
        self.helipad_max_floor = int(options["helipad_max_floor"])
        self.helipad_is_entrance = bool(options["helipad_is_entrance"])
        self.garden_upper = bool(options["garden_upper"])
        self.build_above_garden = bool(options["build_above_garden"])
        self.or_same_floor = bool(options["or_same_floor"])
        self.strict = options["car_edge_rule"] == "strict"
        self.per_space = options["car_edge_rule"] == "per_space"
        self.lot = int(options["lot_capacity"])
        double = options["lot_capacity_upgraded"] == "double"
        self.big_lot = 2 * self.lot if double else int(options["lot_capacity_upgraded"])
        self.upgrade_uses_tile = bool(options["lot_upgrade_uses_tile"])
        self.free_reparking = bool(options["free_reparking"])

    def _people(self, options: Mapping[str, OptionValue]) -> None:
        self.doctor_prices = listed(str(options["doctor_prices"]))
        self.nurse_price = int(options["nurse_price"])
        self.staff_price = int(options["staff_price"])
        self.qp_base = fixed("qp_base")
        self.qp_per_entrance = fixed("qp_per_entrance")
        self.swap_cost = fixed("swap_cost")
        self.column_slots = count(options["column_slots"])
        self.admit_reversed = options["admit_order"] == "most_popular_first"

    def _movement(self, options: Mapping[str, OptionValue]) -> None:
        self.step = fixed("step_minutes")
        self.enter = fixed("enter_minutes")
        self.may_leave = options["exit_minutes"] != "none" and bool(options["outside_transit"])
        self.leave = fixed("enter_minutes") if not self.may_leave else int(options["exit_minutes"])
        self.walk_open_ground = bool(options["walk_open_ground"])
        self.waiting = fixed("waiting_room_minutes")
        self.waiting_carries = options["waiting_room_floor"] == "carry"
        self.room_patients = fixed("room_patients")
        self.room_doctors = count(options["room_doctors"])
        self.or_patients = fixed("or_patients")
        self.or_doctors = fixed("or_doctors")
        self.ec_patients = fixed("ec_patients")
        self.ec_doctors = fixed("ec_doctors")
        self.lab_doctors = count(options["lab_doctors"])
        self.office_staff = fixed("office_staff")
        self.inactive_employees = bool(options["inactive_room_employees"])
        self.room_change = bool(options["patient_room_change"])
        self.or_from_room = bool(options["or_from_room"])
        self.ec_from_column = bool(options["ec_from_column"])
        self.always_reached = self.walk_open_ground
        self.never_blocked = self.walk_open_ground and self.room_change and self.or_from_room

    def _business(self, options: Mapping[str, OptionValue]) -> None:
        self.income = FIXED["income"]
        self.garden_bonus = fixed("garden_bonus")
        self.ec_by_colour = options["ec_fee"] == "by_colour"
        self.ec_fee = 0 if self.ec_by_colour else int(options["ec_fee"])
        self.or_nurses = count(options["or_virtual_nurses"])
        self.salary = FIXED["salary"]
        self.salary_nurse = fixed("salary_nurse")
        self.salary_staff = fixed("salary_staff")
        self.upkeep_module = fixed("upkeep_module")
        self.upkeep_garden = fixed("upkeep_garden")
        self.staff_saving = fixed("staff_saving")
        self.used = fixed("helipad_used")
        self.idle = fixed("helipad_idle")
        self.or_pays = options["helipad_cost_owner"] == "operating_room"
        self.used_by_queue = options["helipad_used_means"] == "queue_point"
        self.pp_buy = fixed("pp_buy_price")
        self.carry_debt = options["debt_rule"] == "carry"

    def _administration(self, options: Mapping[str, OptionValue]) -> None:
        self.red_leaves = bool(options["red_unhired_leaves"])
        self.resort = bool(options["university_resort"])
        self.lab_step = int(options["lab_step"])
        self.lab_pp = fixed("lab_pp")
        self.lab_red_pp = int(options["lab_red_pp"])
        self.death_pp = fixed("death_pp")
        self.clinic_worsens = bool(options["clinic_patients_worsen"])
        self.queue_worsens = bool(options["common_queue_worsens"])
        self.final = str(options["final_administration"])
        self.treated_to_pool = options["treated_to"] == "pool"
        self.dead_to_pool = options["dead_to"] == "pool"

    def _scoring(self, options: Mapping[str, OptionValue]) -> None:
        doctors, rooms = str(options["score_presets"]).split("/")
        self.score_doctor = listed(doctors)
        self.score_room = listed(rooms)
        self.score_nurse = int(options["score_nurse"] == "nurse")
        self.score_garden = int(options["score_nurse"] == "garden")
        self.score_building = FIXED["score_building"]
        self.score_building_more = int(options["score_building_more"])
        self.score_patient = FIXED["score_patient"]
        self.time_unit = int(options["time_unit_minutes"])


USUAL_TERMS: Final = Terms({option.name: option.default for option in OPTIONS}, 2)
"""What stands in a position until its own are fixed."""
