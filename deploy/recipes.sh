#!/usr/bin/env bash
# Tests the recipes that need only a shell: Slurm, cron and GitHub.
#   bash deploy/recipes.sh target/release/evenodds
set -euo pipefail
here=$(dirname "$0")
for recipe in slurm cron github; do
  bash "$here/$recipe/test.sh" "$1"
done
