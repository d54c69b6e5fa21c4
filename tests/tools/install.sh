#!/bin/sh
# Puts what checks the front end into .tools/ at the top of the checkout: the type checker (`make lint`) and axe
# (browser tests). Nothing of it is part of the product. Called by `make tools`; versions are those of package-lock.json.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tools=${CHECK_TOOLS:-$here/../../.tools}

if ! command -v npm >/dev/null 2>&1; then
	echo "make tools: npm is not here; it fetches what $here/package.json names" >&2
	exit 1
fi
mkdir -p "$tools"
cp "$here/package.json" "$here/package-lock.json" "$tools/"
# Not the packages' own scripts: none of them builds anything that is needed here.
npm ci --prefix "$tools" --no-audit --no-fund --ignore-scripts --loglevel=error >&2
