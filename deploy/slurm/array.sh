#!/bin/bash
#SBATCH --array=1-64
# Plays a run as an array of jobs: sbatch array.sh fight.toml 1G; then evenodds merge part-*.
# A requeued job resumes from its checkpoint.
set -euo pipefail
exec "${EVENODDS:-evenodds}" run "$1" -n "$2" -q --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --checkpoint "kept-$SLURM_ARRAY_TASK_ID" -o "part-$SLURM_ARRAY_TASK_ID"
