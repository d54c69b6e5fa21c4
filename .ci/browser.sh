#!/bin/sh
# Makes sure that a Chromium is there for the browser tests: browser.sh PYTHON
#
# As root with apt: Debian's chromium, two fonts (without them Chinese and emoji are boxes) and firefox-esr, whose few
# tests are skipped where it cannot be had. Elsewhere a Chromium on the path will do; where there is none, playwright
# fetches its own.
set -eu
python=$1

have() { command -v "$1" >/dev/null 2>&1; }
installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

if have apt-get && have dpkg-query && [ "$(id -u)" = 0 ]; then
    missing= firefox=
    have chromium || have chromium-browser || have google-chrome || missing=chromium
    for font in fonts-noto-cjk fonts-noto-color-emoji; do
        installed "$font" || missing="$missing $font"
    done
    have firefox-esr || have firefox || firefox=firefox-esr
    [ -z "$missing$firefox" ] && exit 0
    echo "installing by apt:$missing $firefox" | sed 's/  */ /g' >&2
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # a list of names
    if apt-get update -qq >"$log" 2>&1 &&
        { [ -z "$missing" ] || apt-get install -y -qq --no-install-recommends $missing >>"$log" 2>&1; }; then
        [ -z "$firefox" ] || apt-get install -y -qq --no-install-recommends "$firefox" >>"$log" 2>&1 ||
            echo "no $firefox by apt: its tests will be skipped" >&2
        rm -f "$log"
        exit 0
    fi
    cat "$log" >&2
    rm -f "$log"
    # Ubuntu's chromium package is a snap, which a container cannot start: fall through.
fi

have chromium || have chromium-browser || have google-chrome && exit 0
"$python" - <<'PY' && exit 0
import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    sys.exit(not os.path.exists(p.chromium.executable_path))
PY
echo "no chromium on the path: playwright fetches its own" >&2
"$python" -m playwright install chromium
