"""No file of the project speaks of the machine that it was written on."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FORBIDDEN = {
    "an absolute path of some machine": r"(?<![\w./:-])/(?:work|root|home)/\w",
    "the address of a registry": r"(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)(?:/|:\d)",
    "an address in a lock": r'"resolved"\s*:\s*"(?:http|file)',
    "an index in a lock": r"^\s*--(?:extra-)?(?:index-url|find-links|trusted-host)\b",
}


def project_files(root: Path) -> list[Path]:
    """Every file that is tracked, or new and not ignored."""
    if shutil.which("git") is None or not (root / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
    )
    paths = [root / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_machine_or_a_registry(project_root: Path) -> None:
    files = project_files(project_root)
    assert len(files) > 20
    found = [
        f"{path.relative_to(project_root)}: {what}: {match[0]!r}"
        for path in files
        for text in [path.read_bytes().decode("utf-8", errors="ignore")]
        for what, pattern in FORBIDDEN.items()
        for match in [re.search(pattern, text, re.MULTILINE)]
        if match
    ]
    assert found == []


@pytest.mark.parametrize("name", ["base", "build", "dev", "docs", "lab", "ray"])
def test_every_locked_package_has_hashes(project_root: Path, name: str) -> None:
    lock = (project_root / "requirements" / f"{name}.txt").read_text()
    entries = re.split(r"^(?=[a-z])", lock, flags=re.MULTILINE)[1:]
    assert len(entries) > 3
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_locks_agree(project_root: Path) -> None:
    pins: dict[str, set[str]] = {}
    for name in ("base", "build", "dev", "docs"):
        lock = (project_root / "requirements" / f"{name}.txt").read_text()
        # A package may be locked once for each kind of Python, told by a marker.
        for package, version, marker in re.findall(
            r"^([a-z0-9-]+)==(\S+)( ; [^\\\n]*python[^\\\n]*)?", lock, re.MULTILINE
        ):
            pins.setdefault(package + marker, set()).add(version)
    assert {package: pinned for package, pinned in pins.items() if len(pinned) > 1} == {}
