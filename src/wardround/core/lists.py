"""Lists that copies of a position share: replaced where they change, never changed in place."""


def without(items: list[int], place: int) -> list[int]:
    """The list without the item at a place.

    Raises:
        IndexError: There is no such place.
    """
    if not 0 <= place < len(items):
        raise IndexError(f"place {place} of a list of {len(items)}")
    return items[:place] + items[place + 1 :]


def changed(items: list[int], place: int, item: int) -> list[int]:
    """The list with another item at a place.

    Raises:
        IndexError: There is no such place.
    """
    other = items[:]
    other[place] = item
    return other
