#!/usr/bin/env bash
# Builds the client from web/ into src/wardround/server/static/ and writes the manifest that says from what.
#
#   build_client.sh             install the locked packages if they changed, then build
#   build_client.sh --modules   only install the locked packages
set -euo pipefail
cd "$(dirname "$0")/../web"

say() { printf 'client: %s\n' "$*" >&2; }

require_node() {
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        say "Node 20 and npm are needed, and not found on PATH"
        exit 1
    fi
    if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number);
                  process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)'; then
        say "Node $(node --version) is too old: 20.19 or newer is needed"
        exit 1
    fi
}

install_modules() {
    local lock
    lock=$(sha256sum package-lock.json | cut -d' ' -f1)
    if [ "$(cat node_modules/.wardround-lock 2>/dev/null)" = "$lock" ]; then
        return
    fi
    say "installing the locked packages"
    npm ci --no-audit --no-fund
    printf '%s\n' "$lock" >node_modules/.wardround-lock
}

require_node
install_modules
if [ "${1:-}" = "--modules" ]; then
    exit 0
fi
rm -f ../src/wardround/server/static/build.json
npm run build
say "built $(python3 ../scripts/client_hash.py --write)"
