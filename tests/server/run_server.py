"""Serves the toy game in a process of its own: ``run_server.py DATABASE PORT [SETTING=VALUE...]``.

DATABASE is a file, or the address of a PostgreSQL database. GAMES=all serves every game.
"""

import sys
from pathlib import Path
from unittest.mock import patch

from tests.server.pages import UNLIMITED
from tests.server.toy import EVERY_GAME, GAME
from wardround.server import serve
from wardround.server.settings import read_settings

if __name__ == "__main__":
    database, port, *more = sys.argv[1:]
    said = dict(word.split("=", 1) for word in more)
    games = EVERY_GAME if said.pop("GAMES", "") else {GAME.id: GAME}
    with patch("wardround.server.app.installed_games", lambda: games):
        serve(
            read_settings(
                {
                    "database": database if "://" in database else f"sqlite:///{database}",
                    "port": port,
                    "static": Path("nowhere"),
                    "origins": [],
                    **UNLIMITED,
                    **said,
                }
            )
        )
