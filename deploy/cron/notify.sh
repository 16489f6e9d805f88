#!/bin/sh
# Makes the reports on a folder, and sends a notification if they fail. The command NOTIFY reads a summary line, an empty
# line and the messages of the program. Any scheduler can call this script; its exit code is that of the reports.
#   NOTIFY='mail -s evenodds you@example.org' sh notify.sh scenarios balance -n 100000
set -u
scenarios=$1
out=$2
shift 2
messages=$("${EVENODDS:-evenodds}" report "$scenarios" --out "$out" --since "$out" --fail -q "$@" 2>&1)
code=$?
case $code in
  0) exit 0 ;;
  1) what="an expectation fails or is undecided: see $out/index.html" ;;
  2) what="a scenario has faults" ;;
  3) what="reading or writing failed" ;;
  *) what="the reports ended with exit code $code" ;;
esac
printf 'evenodds: %s\n\n%s\n' "$what" "$messages" | sh -c "${NOTIFY:-cat >&2}"
exit "$code"
