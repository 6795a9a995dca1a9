#!/usr/bin/env python3
"""Say which sources the built client was made from, and whether it is still up to date.

The client lives in `web/` and is built into `src/wardround/server/static/`. Its build ends by
writing `static/build.json` with a hash over the sources. The build hook (`setup.py`) and the
Makefile compare that hash with the sources at hand. Standard library only: this runs before
anything is installed.

    client_hash.py           print the hash of the sources
    client_hash.py --write   write static/build.json for a client just built
    client_hash.py --check   exit 1 and say what is wrong when the built client is missing or stale
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REBUILD = "run `make client` (it needs Node 20 and npm)"
MADE_BY_TOOLS = frozenset({"node_modules", "coverage", "dist", "test-results"})


def sources(root: Path) -> list[Path]:
    """List the files the client is built from, in a fixed order.

    Args:
        root: the project's root folder.

    Returns:
        Every file under `web/` that is neither hidden nor made by a tool.
    """
    web = root / "web"
    return sorted(path for path in web.rglob("*") if path.is_file() and _is_source(path, web))


def _is_source(path: Path, web: Path) -> bool:
    parts = path.relative_to(web).parts
    hidden = any(part.startswith(".") for part in parts)
    return not hidden and MADE_BY_TOOLS.isdisjoint(parts) and path.suffix != ".tsbuildinfo"


def source_hash(root: Path) -> str:
    """Hash names and contents of the client's sources.

    Args:
        root: the project's root folder.

    Returns:
        16 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for path in sources(root):
        content = path.read_bytes()
        name = path.relative_to(root).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def static_folder(root: Path) -> Path:
    """Name the folder the client is built into."""
    return root / "src" / "wardround" / "server" / "static"


def write_manifest(root: Path) -> str:
    """Write `build.json` beside a client that was just built.

    Args:
        root: the project's root folder.

    Returns:
        The hash written.
    """
    build = source_hash(root)
    (static_folder(root) / "build.json").write_text(json.dumps({"build": build}) + "\n", "utf-8")
    return build


def problem(root: Path) -> str:
    """Say why the built client cannot be shipped.

    Args:
        root: the project's root folder.

    Returns:
        One sentence, or an empty string when the client is there and up to date.
    """
    static = static_folder(root)
    folder = static.relative_to(root)
    for name in ("index.html", "build.json"):
        if not (static / name).is_file():
            return f"the built client is missing: no {folder / name}; {REBUILD}"
    built, wanted = _built_from(static / "build.json"), source_hash(root)
    if built != wanted:
        return (
            f"the built client is stale: {folder / 'build.json'} says {built!r}, "
            f"the sources in web/ are {wanted!r}; {REBUILD}"
        )
    return ""


def _built_from(manifest: Path) -> str:
    try:
        content = json.loads(manifest.read_text("utf-8"))
    except ValueError:
        return "unreadable"
    return str(content.get("build", "")) if isinstance(content, dict) else "unreadable"


def main() -> int:
    """Run the command line described above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write static/build.json")
    what.add_argument(
        "--check", action="store_true", help="fail when the client is missing or stale"
    )
    arguments = parser.parse_args()
    if arguments.write:
        print(write_manifest(ROOT))
    elif not arguments.check:
        print(source_hash(ROOT))
    elif found := problem(ROOT):
        print(found, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
