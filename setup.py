"""Build hook: puts client and documentation into wheels, compiles engine, games and bots.

Everything else about the package is in `pyproject.toml`. Only wheels are touched: an editable
install runs the plain sources. The hook never runs npm: it refuses a wheel, or a source
distribution, without an up-to-date client and says how to get one. `WARDROUND_PLAIN=1` asks for a
wheel without compiled modules; without a working C compiler it is plain anyway.
`WARDROUND_OPTIMISE`, 0 to 3, is the C compiler's -O; the tests take less, which compiles sooner.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

ROOT = Path(__file__).resolve().parent
COMPILED_PACKAGES = ("core", "games", "bots")
NOT_COMPILED: dict[str, str] = {}
"""Modules of those packages that stay plain, and why (path below src/wardround: reason)."""
LEVELS = ("0", "1", "2", "3")
"""What the C compiler may be asked for by WARDROUND_OPTIMISE."""


def say(message: str) -> None:
    """Print a line of the build's output."""
    print(f"wardround: {message}", file=sys.stderr, flush=True)


def require_client() -> None:
    """End the build when the built client is missing or stale.

    Raises:
        SystemExit: with a sentence that says what is wrong and what to run.
    """
    path = ROOT / "scripts" / "client_hash.py"
    spec = importlib.util.spec_from_file_location("client_hash", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"wardround: no wheel without {path.relative_to(ROOT)}")
    client_hash = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client_hash)
    if found := client_hash.problem(ROOT):
        raise SystemExit(f"wardround: no wheel without the client: {found}")


def compiler_objection() -> str:
    """Compile and link an empty extension module.

    Returns:
        What the compiler failed with, or an empty string when it works.
    """
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text(
            "#include <Python.h>\nint wardround_probe(void) { return PY_MAJOR_VERSION; }\n"
        )
        try:
            customize_compiler(compiler)
            compiler.add_include_dir(sysconfig.get_path("include"))
            compiler.add_include_dir(sysconfig.get_path("platinclude"))
            objects = compiler.compile([str(source)], output_dir=folder)
            compiler.link_shared_object(objects, str(Path(folder) / "probe.so"))
        except (CCompilerError, ExecError, PlatformError) as objection:
            return str(objection)
    return ""


def why_plain() -> str:
    """Say why this wheel is built without compiled modules; empty when it is compiled."""
    if os.environ.get("WARDROUND_PLAIN", "0") not in {"", "0"}:
        return "WARDROUND_PLAIN is set"
    if importlib.util.find_spec("mypyc") is None:
        return "mypyc is not installed (it comes with mypy)"
    if objection := compiler_objection():
        return f"no working C compiler ({objection})"
    return ""


def modules_to_compile() -> list[str]:
    """List the source files that mypyc compiles, relative to the project's root."""
    package = Path("src") / "wardround"
    found = [path for name in COMPILED_PACKAGES for path in sorted((package / name).rglob("*.py"))]
    return [str(path) for path in found if path.relative_to(package).as_posix() not in NOT_COMPILED]


def compiled_modules() -> list[Any]:
    """Translate engine, games and bots to C; empty, with a message, where that cannot be."""
    if reason := why_plain():
        say(f"building a plain wheel, slower at play: {reason}")
        return []
    from mypyc.build import mypycify

    level = os.environ.get("WARDROUND_OPTIMISE", "3")
    if level not in LEVELS:
        raise SystemExit(
            f"wardround: WARDROUND_OPTIMISE is {level!r}; it is one of {', '.join(LEVELS)}"
        )
    modules = modules_to_compile()
    say(f"compiling {len(modules)} modules with mypyc")
    return mypycify(
        modules, opt_level=level, debug_level="0", group_name="wardround", multi_file=True
    )


class BuildWithDocs(build_py):
    """Puts the pages of the documentation, without pictures, beside the modules of a wheel."""

    def run(self) -> None:
        """Copy the modules and the pages."""
        super().run()
        if self.editable_mode:
            return
        for page in sorted((ROOT / "docs").glob("*.md")):
            target = Path(self.build_lib, "wardround", "docs", page.name)
            self.mkpath(str(target.parent))
            self.copy_file(str(page), str(target))


building_wheel = "bdist_wheel" in sys.argv[1:]
if building_wheel or "sdist" in sys.argv[1:]:
    require_client()
setup(
    ext_modules=compiled_modules() if building_wheel else [],
    cmdclass={"build_py": BuildWithDocs},
)
