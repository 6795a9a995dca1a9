"""Drawings that games of other packages bring for the browser, served from where they lie.

The entry point group is ``wardround.drawings``, the name the game's id, the value the path of an ES
module. The files of its folder are served beside it, so it has a folder of its own. What the module
exports is told in ``docs/adding-a-game.md``.
"""

from collections.abc import Mapping
from importlib.metadata import entry_points
from os import PathLike
from pathlib import Path, PurePosixPath
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from wardround.core import Game, brought
from wardround.games import OURS

GROUP: Final = "wardround.drawings"
PLACE: Final = "/plugins"
MODULES: Final = (".js", ".mjs")
TYPES: Final = {
    **dict.fromkeys(MODULES, "text/javascript; charset=utf-8"),
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What a drawing may consist of; nothing else of its folder is served."""


def drawings(games: Mapping[str, Game]) -> dict[str, Path]:
    """The modules that draw games of other packages, by the id of the game.

    Args:
        games: The games that the server offers.
    """

    def fault(game: str, module: Any) -> str:
        return _fault(module) or ("" if game in games else "no game of this id is installed")

    return {
        game: Path(module).resolve()
        for game, module in brought(GROUP, fault, entry_points, OURS).items()
    }


def _fault(module: Any) -> str:
    if not isinstance(module, (str, PathLike)):
        return f"it is no path of a module, but a {type(module).__name__}"
    path = Path(module)
    if path.suffix not in MODULES or not path.is_file():
        return f"there is no ES module {path.name!r} (*.js or *.mjs) where it points"
    if any(path.parent.glob("*.py")):
        return "its folder holds Python files; a drawing has a folder of its own"
    return ""


def address(game: str, module: Path) -> str:
    """Where the client finds the module of a game, from the address of the server."""
    return f"{PLACE.removeprefix('/')}/{game}/{module.name}"


class Drawing(StaticFiles):
    """The files of one drawing: asked for anew each time, so that a changed one is seen at once.

    Args:
        module: The path of its ES module.
    """

    def __init__(self, module: Path) -> None:
        super().__init__(directory=module.parent)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file of the drawing."""
        if scope["type"] != "http":
            await WebSocketClose()(scope, receive, send)
            return
        await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the drawing."""
        kind = TYPES.get(PurePosixPath(path).suffix)
        if kind is None or any(part.startswith(".") for part in PurePosixPath(path).parts):
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Type"] = kind
        return response
