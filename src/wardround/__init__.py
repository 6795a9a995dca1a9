"""Wardround: hospital board games, complete and exact to their rulebooks, on one engine."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("wardround")
except PackageNotFoundError:  # running from a source tree that was never installed
    __version__ = "0.0.0"

__all__ = ["__version__"]
