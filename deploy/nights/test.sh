#!/usr/bin/env bash
# Makes reports on 300 scenarios twice, with a rule changed for a third of them in between. The index must list the
# changes, the history must grow by one file, and reports on unchanged scenarios must not be made again.
#   bash deploy/nights/test.sh target/release/evenodds [PYTHON]
# With a PYTHON that has polars, reads the history too.
set -euo pipefail
evenodds=$(realpath "$1")
python=${2:+$(realpath --no-symlinks "$2")}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"

# Half of five dice is rounded by the rule `half`.
put() {
  cat >"scenarios/$1.toml" <<TOML
kind = "quick"
title = "Lock $1"
difficulty = $((8 + 10#$1 % 7))
actor = { name = "Skinner", dice = 5, fit = "semi" }
rules.half = "$2"
TOML
}

night() {
  local start=$EPOCHREALTIME
  "$evenodds" report scenarios -n 2000 -q --out balance --since balance --history nights --night "$1" >"$1.txt"
  local end=$EPOCHREALTIME
  awk -v start="$start" -v end="$end" -v night="$1" 'BEGIN { printf "night %s: %.1f s\n", night, end - start }'
}

# Prints the modification time of each report.
made() { stat -c '%n %Y %y' balance/*/report.json; }

fail() {
  echo "$*" >&2
  exit 1
}

mkdir scenarios
for number in $(seq -w 300); do put "$number" up; done
night 2026-11-23
made >first

for number in $(seq -w 3 3 300); do put "$number" down; done
night 2026-11-24
made >second
grep -qx 'Since the last run: 100 changed significantly, 200 the same.' 2026-11-24.txt || fail "the call does not say what changed"
for said in '100 changed significantly, 200 the same' 'last 2 runs'; do
  grep -q "$said" balance/index.html || fail "the index does not say: $said"
done
test "$(grep -c 'class="course"' balance/index.html)" = 300 || fail "not every scenario has its nights in the index"
test "$(grep -c '(up to date)' 2026-11-24.txt)" = 200 || fail "something unchanged was made again"
test "$(comm -12 first second | wc -l)" = 200 || fail "a report of an unchanged scenario has another time"
figures() { sed -n 's/^nights: .* is new, with \(.*\) figures$/\1/p' "$1.txt"; }
grep -q '^nights: 2 runs; 2026-11-24 is new' 2026-11-24.txt || fail "the history did not grow by one night"
test -n "$(figures 2026-11-24)" || fail "no figures were kept"
test "$(figures 2026-11-23)" = "$(figures 2026-11-24)" || fail "the nights have not as many figures"

cp -r nights before
night 2026-11-24
diff -r before nights
made | cmp - second
test "$(grep -c '(up to date)' 2026-11-24.txt)" = 300 || fail "the same night was played again"

if test -n "$python"; then
  "$python" - <<'PYTHON'
import polars as pl
rows = pl.read_parquet("nights/*.parquet")
nights = rows.partition_by("night", include_key=False)
assert rows["night"].unique(maintain_order=True).to_list() == ["2026-11-23", "2026-11-24"]
assert len(nights) == 2 and nights[0].height == nights[1].height > 300
assert nights[1].equals(pl.read_parquet("balance/results.parquet"))
first = pl.col("figure") == "success"
before, after = (night.filter(first).sort("scenario")["value"] for night in nights)
assert len(before) == 300 and (before != after).sum() == 100
print(f"read back: {rows.height} rows")
PYTHON
fi
echo "two nights of 300 scenarios: 100 made again, $(figures 2026-11-23) figures a night, $(cat nights/* | wc -c) bytes"
