#!/usr/bin/env bash
# Simulates the same games on every Python at hand, plain and compiled, and compares the outputs byte for byte.
#
#   same_bytes.sh [GAMES]     default: 1000 games of four random players, seed 1
#
# Needs a built client (`make client`). A Python that is not installed is skipped with a message; at least one is
# needed. Environments and wheels are kept under .cache/same-bytes, so a second run is quicker.
set -euo pipefail
cd "$(dirname "$0")/.."

games=${1:-1000}
game=dice_hospital
seats=random,random,random,random
work=$PWD/.cache/same-bytes
mkdir -p "$work"

say() { printf 'same bytes: %s\n' "$*" >&2; }

find_python() { # the interpreter of a version such as 3.12: on PATH, or kept by pyenv
    local version=$1 kept
    if "python$version" -c '' 2>/dev/null; then
        "python$version" -c 'import sys; print(sys.executable)'
        return
    fi
    command -v pyenv >/dev/null || return 1
    kept=$(pyenv versions --bare | grep -E "^${version//./\\.}\.[0-9]+$" | sort -V | tail -n 1) || return 1
    printf '%s/versions/%s/bin/python\n' "$(pyenv root)" "$kept"
}

prepare() { # an environment with the locked packages
    local python=$1 venv=$2 lock
    lock=$(cat requirements/base.txt requirements/build.txt | sha256sum | cut -d' ' -f1)
    [ "$(cat "$venv/.lock" 2>/dev/null)" = "$lock" ] && return
    rm -rf "$venv"
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
        -r requirements/base.txt -r requirements/build.txt
    printf '%s\n' "$lock" >"$venv/.lock"
}

install_wheel() { # build the wheel of one kind with this Python and install it
    local venv=$1 kind=$2 out=$3 options=()
    [ "$kind" = plain ] && options=(--plain)
    rm -rf "$out"
    "$venv/bin/python" scripts/build_wheel.py --out "$out" "${options[@]}" >/dev/null
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$out"/*.whl
    [ "$kind" = "$("$venv/bin/python" -I -c 'from wardround.core import state
print("plain" if state.__file__.endswith(".py") else "compiled")')" ] || {
        say "the $kind wheel of $venv is not $kind"
        exit 1
    }
}

outputs=()
for version in 3.11 3.12 3.13; do
    python=$(find_python "$version") || {
        say "Python $version is not installed: skipped"
        continue
    }
    venv=$work/venv-$version
    prepare "$python" "$venv"
    for kind in plain compiled; do
        install_wheel "$venv" "$kind" "$work/dist-$version-$kind"
        output=$work/$version-$kind.json
        "$venv/bin/wardround" simulate "$game" --seats "$seats" --games "$games" --seed 1 --json >"$output"
        "$venv/bin/python" -I scripts/parity.py "$game" --games 6 >>"$output"
        outputs+=("$output")
        say "Python $version $kind: $(sha256sum <"$output" | cut -d' ' -f1)"
    done
done

if [ ${#outputs[@]} -eq 0 ]; then
    say "no Python found"
    exit 1
fi
for output in "${outputs[@]:1}"; do
    cmp "${outputs[0]}" "$output"
done
printf '%d outputs, all the same bytes\n' ${#outputs[@]}
