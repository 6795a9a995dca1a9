"""Tables over the network: create, join, play and watch any game of the engine.

:func:`create_app` builds the web application, :func:`serve` runs it.
"""

from wardround.server.app import create_app, serve
from wardround.server.settings import Settings

__all__ = ["Settings", "create_app", "serve"]
