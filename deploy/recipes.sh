#!/usr/bin/env bash
# Runs the recipes that need nothing but a shell: an array of jobs, cron, what a pull request does to balance.
#   bash deploy/recipes.sh target/release/evenodds
set -euo pipefail
here=$(dirname "$0")
for recipe in slurm cron github; do
  bash "$here/$recipe/test.sh" "$1"
done
