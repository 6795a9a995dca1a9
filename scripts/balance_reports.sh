#!/usr/bin/env bash
# Plays the games of the reports under docs/balance and writes their pages anew.
#
#   balance_reports.sh [NAME]     default: all of them
#
# Games are kept in build/balance, so a run that was stopped or killed goes on. WARDROUND is the command that plays: that of an
# environment with a compiled wheel and the extra lab is three to five times as quick. JOBS is the number of processes.
set -euo pipefail
cd "$(dirname "$0")/.."

WARDROUND=${WARDROUND:-.venv/bin/wardround}
SEARCH="--bots search:30 --rival search:30 --games 500 --depth 10,20,40 --depth-deals 50"
mkdir -p build/balance

report() { # NAME WORDS...
    local name=$1
    shift
    [[ -z $only || $only == "$name" ]] || return 0
    "$WARDROUND" balance "$@" --jobs "${JOBS:-2}" --keep "build/balance/$name.games" --out "docs/balance/$name.html" --force
}

only=${1:-}
report pyrrameds pyrrameds --games 2000
report dynamite_nurse dynamite_nurse --games 1667
report clinic clinic --games 2000
report dice_hospital dice_hospital --games 1667
# shellcheck disable=SC2086 # words, not one word
{
    report pyrrameds-search pyrrameds --players 2 $SEARCH
    report clinic-search clinic --players 2 $SEARCH
    report dynamite_nurse-search dynamite_nurse --players 3 $SEARCH
    report dice_hospital-search dice_hospital --players 2 $SEARCH
}
