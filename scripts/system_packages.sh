#!/usr/bin/env bash
# Sees to the programs that `make test` needs and no package lock can bring: a C compiler,
# Chromium and its fonts, PostgreSQL.
# On Debian as root it installs what is missing; anyone else is told the names of the packages.
set -euo pipefail

python=${PYTHON:-python3}
missing=()

need() { # need PACKAGE CHECK...: the package, and a command that succeeds when it is there
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}

has_postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' || command -v initdb; }
has_font() { compgen -G "/usr/share/fonts/truetype/*/$1"; }
has_python_header() {
    "$python" -c 'import pathlib, sys, sysconfig
sys.exit(not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").is_file())'
}

need make command -v make
need gcc command -v gcc
need libc6-dev test -e /usr/include/stdio.h
need python3 command -v "$python"
need python3-venv "$python" -c 'import ensurepip, venv'
need python3-dev has_python_header
need chromium command -v chromium
need postgresql has_postgres
need fonts-dejavu-core has_font 'DejaVuSans.ttf'
need fonts-noto-color-emoji has_font 'NotoColorEmoji.ttf'

if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    printf 'missing system packages (Debian names): %s\n' "${missing[*]}" >&2
    printf 'install them, for example: sudo apt-get install %s\n' "${missing[*]}" >&2
    exit 1
fi
printf 'installing system packages: %s\n' "${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -qq --yes --no-install-recommends "${missing[@]}" >/dev/null
