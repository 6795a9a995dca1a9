"""Serves the toy game in a process of its own: ``run_server.py DATABASE PORT``."""

import sys
from pathlib import Path
from unittest.mock import patch

from tests.server.pages import UNLIMITED
from tests.server.toy import GAME
from wardround.server import Settings, serve

if __name__ == "__main__":
    with patch("wardround.server.app.installed_games", lambda: {GAME.id: GAME}):
        serve(
            Settings(
                database=f"sqlite:///{sys.argv[1]}",
                port=int(sys.argv[2]),
                static=Path("nowhere"),
                **UNLIMITED,
            )
        )
