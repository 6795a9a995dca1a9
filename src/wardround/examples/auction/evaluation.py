"""What a position of Auction is worth to a seat: what ``greedy`` compares."""

from wardround.bots.evaluate import Points
from wardround.core import State
from wardround.examples.auction import Table


class Outlook(Points):
    """The lead, the prize as far as the bid is likely to win it, and the cards that are left.

    Args:
        position: The position at the begin of the move.
        seat: Whose moves are compared.
    """

    def worth(self, position: State) -> float:
        """How good the position is for the seat; only differences mean anything."""
        assert isinstance(position, Table)
        return super().worth(position) + self._hope(position) + sum(position.hand[self._seat]) / 2

    def _hope(self, table: Table) -> float:
        """The prize times the share of cards that the bid beats, seat by seat."""
        hope = float(sum(table.prize))
        for card in table.bid[self._seat]:
            for seat in range(table.players):
                rivals = table.hand[seat] + table.bid[seat]
                if seat != self._seat and rivals:
                    hope *= sum(rival < card for rival in rivals) / len(rivals)
        return hope
