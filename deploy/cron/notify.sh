#!/bin/sh
# Makes the reports on a folder, and tells somebody where they have to look: the command NOTIFY reads what it is about,
# an empty line, and what the program said. Any scheduler can call it; it ends with the exit code of the reports.
#   NOTIFY='mail -s evenodds you@example.org' sh notify.sh scenarios balance -n 100000
set -u
scenarios=$1
out=$2
shift 2
said=$("${EVENODDS:-evenodds}" report "$scenarios" --out "$out" --since "$out" --fail -q "$@" 2>&1)
code=$?
case $code in
  0) exit 0 ;;
  1) what="an expectation fails or is undecided: see $out/index.html" ;;
  2) what="a scenario is faulty" ;;
  3) what="reading or writing failed" ;;
  *) what="the reports ended with exit code $code" ;;
esac
printf 'evenodds: %s\n\n%s\n' "$what" "$said" | sh -c "${NOTIFY:-cat >&2}"
exit "$code"
