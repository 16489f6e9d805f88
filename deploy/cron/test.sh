#!/usr/bin/env bash
# Tests the line of the crontab and notify.sh: without failure, and with exit codes 1 to 3.
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

# Cron runs the line without its five fields, with sh, in the home folder.
line=$(grep -Ev '^(#|[A-Z]+=|$)' "$here/evenodds-report")
test "$(wc -l <<<"$line")" = 1 || fail "there is more than one job"
case $line in *%*) fail "cron treats % as the end of the line" ;; esac
read -r minute hour day month weekday job <<<"$line"
for field in "$minute" "$hour" "$day" "$month" "$weekday"; do
  [[ $field =~ ^([0-9]+|\*)$ ]] || fail "$field is not a field of a time"
done
if command -v crontab >/dev/null && crontab -h 2>&1 | grep -q -- '-n.*dry run'; then
  crontab -n "$here/evenodds-report" || fail "crontab rejects the file"
fi
nightly() { (cd "$home" && env -i HOME="$home" PATH="$home/bin:/usr/bin:/bin" sh -c "${job//-n 100000/-n 2000}" 2>&1); }
notified() {
  code=0
  (cd "$home/evenodds" && NOTIFY='cat >../notified' sh "$here/notify.sh" scenarios "${1:-balance}" -n 2000) || code=$?
}
# Checks the exit code and the first line of the notification.
expect() {
  test "$code" = "$1" || fail "exit code $code instead of $1"
  head -n 1 "$home/notified" | grep -q "$2" || fail "the notification does not say: $2"
}
lock() {
  printf 'kind = "quick"\ndifficulty = 10\nactor = { name = "Ann", dice = 3 }\n[expect.outcomes]\nsuccess = %s\n' "$1" \
    >"$home/evenodds/scenarios/lock.toml"
}

lock '[0.60, 0.65]'
test -z "$(nightly)" || fail "there is output without a failure"
test -s "$home/evenodds/balance/index.html" || test -s "$home/evenodds/balance/index.json" || fail "no reports"
notified
test "$code" = 0 || fail "exit code $code without a failure"
test ! -e "$home/notified" || fail "there is a notification without a failure"

lock '[0.90, 0.95]'
nightly | grep -q 'ended with 1: see' || fail "the output lacks the failed expectation"
notified
expect 1 'an expectation fails'

echo 'kind = "chess"' >"$home/evenodds/scenarios/chess.toml"
nightly >"$home/mail"
grep -q 'chess.toml:1' "$home/mail" || fail "the output lacks the fault"
grep -q 'ended with 2: see' "$home/mail" || fail "the output lacks the exit code"
notified
expect 2 'a scenario has faults'
grep -q 'chess.toml:1' "$home/notified" || fail "the notification lacks the fault"

rm "$home/evenodds/scenarios/chess.toml"
echo 'mine' >"$home/evenodds/file"
notified file/reports
expect 3 'reading or writing failed'
echo "cron and notify: exit codes 0 to 3"
