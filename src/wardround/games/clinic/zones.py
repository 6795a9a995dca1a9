"""Zones and who sees them. Only the action chosen in secret is hidden (CL-4.1, CL-4.4)."""

from typing import Final

from wardround.core import Zone, everybody, owner_only
from wardround.games.clinic.material import ACTIONS
from wardround.games.clinic.state import Table


def _set_chosen(table: Table, owner: int, items: list[int]) -> None:
    table.clinics[owner].chosen = items


CHOSEN: Final = Zone[Table](
    "chosen",
    per_seat=True,
    kinds=len(ACTIONS),
    pool="chosen",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.clinics[owner].chosen,
    write=_set_chosen,
)
ZONES: Final = (CHOSEN,)
