#!/usr/bin/env bash
# Runs all tasks of the array in turn and merges their parts, and compares the result with that of one run.
#   bash deploy/slurm/test.sh target/release/evenodds
set -euo pipefail
script=$(realpath "$(dirname "$0")/array.sh")
EVENODDS=$(realpath "$1")
export EVENODDS SLURM_ARRAY_TASK_COUNT=8
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
for task in $(seq "$SLURM_ARRAY_TASK_COUNT"); do
  SLURM_ARRAY_TASK_ID=$task bash "$script" @canyon 20000
done
"$EVENODDS" merge part-* -f json >many.json
"$EVENODDS" run @canyon -n 20000 -f json -q >one.json
cmp many.json one.json
echo "an array of ${SLURM_ARRAY_TASK_COUNT} jobs: the same bytes"
