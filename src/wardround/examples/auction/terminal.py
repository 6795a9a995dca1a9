"""The table of Auction in the terminal."""

from collections.abc import Sequence
from typing import Any

from wardround.core.words import counted


def show(view: dict[str, Any], names: Sequence[str]) -> str:
    """The view as text.

    Args:
        view: What the viewer sees.
        names: Names of the seats.
    """
    lines = [f"Round {view['round']}: {view['prize']['label']}, {view['deck']['label']}"]
    for seat in view["seats"]:
        hand = " ".join(str(card["number"]) for card in seat["hand"])
        lines.append(
            f"  {names[seat['seat']]}: {counted(seat['points'], 'point')}, "
            f"holds {hand or '? ' * seat['cards'] or 'nothing'}, "
            f"played {' '.join(map(str, seat['played'])) or 'nothing'}"
        )
    return "\n".join(lines)
