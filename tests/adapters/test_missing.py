"""What is said where a package that an adapter needs is not installed."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("gymnasium", "numpy", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_the_import_says_which_extra_brings_it(module: str, package: str, extra: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None; import wardround.adapters.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert f"needs {package}: pip install 'wardround[{extra}]'" in done.stderr


def test_the_text_needs_nothing() -> None:
    program = (
        "import sys; sys.modules['numpy'] = sys.modules['gymnasium'] = None; "
        "import wardround.adapters.text, wardround.adapters.drawing"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
