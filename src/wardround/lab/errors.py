"""What can go wrong in an experiment."""

from wardround.core import WardroundError


class LabError(WardroundError):
    """An experiment that cannot be made, or results that cannot be written."""

    code = "lab"
