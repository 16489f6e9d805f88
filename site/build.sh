#!/usr/bin/env bash
# Builds the site: documentation, gallery, reports, and the page for browsers. The files need no server.
#
#   bash site/build.sh [OUT]
#
# Needs what web/build.sh needs, and Python 3.11. Set EVENODDS and EVENODDS_PAGE to use a program and a page that are
# built already, and SITE_URL for the pictures that other sites show.
set -euo pipefail
root=$(realpath "$(dirname "$0")/..")
out=$(realpath -m "${1:-$root/target/site}")
test -z "${EVENODDS:-}" || EVENODDS=$(realpath "$EVENODDS")
test -z "${EVENODDS_PAGE:-}" || EVENODDS_PAGE=$(realpath "$EVENODDS_PAGE")
cd "$root"
python3 -c 'import tomllib' || { echo "error: the site needs Python 3.11 or newer" >&2; exit 3; }
if test -z "${EVENODDS:-}"; then
  cargo build --release --locked -p evenodds
  EVENODDS=target/release/evenodds
fi
if test -z "${EVENODDS_PAGE:-}"; then
  EVENODDS_PAGE=target/evenodds.html
  bash web/build.sh "$PWD/$EVENODDS_PAGE"
fi
python3 -m venv target/site-python
target/site-python/bin/pip install --quiet --disable-pip-version-check -r site/requirements.txt
target/site-python/bin/python site/build.py "$EVENODDS" "$EVENODDS_PAGE" "$out"
