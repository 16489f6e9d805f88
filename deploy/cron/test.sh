#!/usr/bin/env bash
# The line of the crontab and notify.sh: where all is well, an expectation fails, a file is faulty, a disk refuses.
#   bash deploy/cron/test.sh target/release/evenodds
set -euo pipefail
here=$(realpath "$(dirname "$0")")
EVENODDS=$(realpath "$1")
export EVENODDS
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -p "$home/bin" "$home/evenodds/scenarios"
ln -s "$EVENODDS" "$home/bin/evenodds"
fail() { echo "FAILED: $1" >&2; exit 1; }

# What cron would run: the line without its five fields, by sh, in the home folder.
line=$(grep -Ev '^(#|[A-Z]+=|$)' "$here/evenodds-report")
test "$(wc -l <<<"$line")" = 1 || fail "one line is one job"
case $line in *%*) fail "to cron, % is the end of a line" ;; esac
read -r minute hour day month weekday job <<<"$line"
for field in "$minute" "$hour" "$day" "$month" "$weekday"; do
  [[ $field =~ ^([0-9]+|\*)$ ]] || fail "$field is no time"
done
if command -v crontab >/dev/null && crontab -h 2>&1 | grep -q -- '-n.*dry run'; then
  crontab -n "$here/evenodds-report" || fail "cron does not like it"
fi
nightly() { (cd "$home" && env -i HOME="$home" PATH="$home/bin:/usr/bin:/bin" sh -c "${job//-n 100000/-n 2000}" 2>&1); }
notified() {
  code=0
  (cd "$home/evenodds" && NOTIFY='cat >../told' sh "$here/notify.sh" scenarios "${1:-balance}" -n 2000) || code=$?
}
# What somebody was told: exit code, and words of the first line.
told() {
  test "$code" = "$1" || fail "exit code $code instead of $1"
  head -n 1 "$home/told" | grep -q "$2" || fail "nobody is told that $2"
}
lock() {
  printf 'kind = "quick"\ndifficulty = 10\nactor = { name = "Ann", dice = 3 }\n[expect.outcomes]\nsuccess = %s\n' "$1" \
    >"$home/evenodds/scenarios/lock.toml"
}

lock '[0.60, 0.65]'
test -z "$(nightly)" || fail "cron would mail though all is well"
test -s "$home/evenodds/balance/index.html" || test -s "$home/evenodds/balance/index.json" || fail "no reports"
notified
test "$code" = 0 || fail "exit code $code where all is well"
test ! -e "$home/told" || fail "somebody is told that all is well"

lock '[0.90, 0.95]'
nightly | grep -q 'ended with 1: see' || fail "cron does not mail that an expectation fails"
notified
told 1 'an expectation fails'

echo 'kind = "chess"' >"$home/evenodds/scenarios/chess.toml"
nightly >"$home/mail"
grep -q 'chess.toml:1' "$home/mail" || fail "cron does not mail what is wrong"
grep -q 'ended with 2: see' "$home/mail" || fail "cron does not mail how it ended"
notified
told 2 'a scenario is faulty'
grep -q 'chess.toml:1' "$home/told" || fail "what is wrong with it is not told"

rm "$home/evenodds/scenarios/chess.toml"
echo 'mine' >"$home/evenodds/file"
notified file/reports
told 3 'reading or writing failed'
echo "cron and notify: exit codes 0 to 3 are told apart"
