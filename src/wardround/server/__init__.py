"""Tables over the network: create, join, play and watch any game of the engine.

:func:`create_app` builds the web application, :func:`serve` runs it. They are loaded when they
are used, so that who only asks for the settings does not wait for the web framework.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wardround.server.settings import Settings

if TYPE_CHECKING:
    from wardround.server.app import create_app, serve

__all__ = ["Settings", "create_app", "serve"]


def __getattr__(name: str) -> Any:
    if name in ("create_app", "serve"):
        return getattr(import_module("wardround.server.app"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
