#!/usr/bin/env bash
# Counts the instructions of a trial of thirteen workloads with callgrind and compares them with
# benches/instructions.txt. Fails if a count is more than 3% above the table. Times on shared machines are
# noisy; instruction counts are not. Needs valgrind.
#
#   bash benches/instructions.sh          compares
#   bash benches/instructions.sh --write  rewrites the table
set -euo pipefail
cd "$(dirname "$0")/.."
table=benches/instructions.txt

# Name, trials, scenario, assignments.
workloads=(
  "canyon 50000 @canyon side[0].player=finisher side[1].player=finisher"
  "siege 5000 @siege side[0].player=finisher side[1].player=finisher"
  "expert 3000 @canyon"
  "expert_siege 300 @siege"
  "expert_wounds 1000 @wounded"
  "expert_ogre 300 benches/support/ogre.toml"
  "expert_16 300 @canyon side[1].combatant[1].count=12"
  "rollout 20 @canyon side.heroes.player=rollout side.ambushers.player=rollout"
  "survey 20000 @prospect field.size=10"
  "actions 20000 @fencers side.red.player=guarded side.blue.player=guarded"
  "adventures 5000 @adventurers player=greedy"
  "dice 5000 benches/support/guards.toml"
  "teams 5000 benches/support/teams.toml"
)

binary=$(cargo bench --locked -p evenodds-benches --bench workloads --no-run 2>&1 |
  sed -n 's/.*(\(.*workloads-[0-9a-f]*\)).*/\1/p')

# Prints the instructions of `workloads SCENARIO TRIALS [PATH=VALUE ...]`.
counted() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" "$@" 2>&1 |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

measured=$(
  for workload in "${workloads[@]}"; do
    read -r name trials scenario <<<"$workload"
    # The call with one trial is subtracted, as it includes the loading of the scenario.
    # shellcheck disable=SC2086
    set -- $scenario
    all=$(counted "$1" "$trials" "${@:2}")
    one=$(counted "$1" 1 "${@:2}")
    printf '%-13s %10d\n' "$name" $(((all - one) / (trials - 1)))
  done
)

if [[ ${1-} == --write ]]; then
  printf '%s\n' "$measured" >"$table"
fi
failed=0
while read -r name now; do
  before=$(sed -n "s/^$name  *//p" "$table")
  printf '%-13s %10d instructions per trial, %10d in the table\n' "$name" "$now" "$before"
  if ((now * 100 > before * 103)); then
    printf 'error: %s is more than 3%% above the table\n' "$name" >&2
    failed=1
  fi
done <<<"$measured"
exit $failed
