#!/usr/bin/env bash
# Runs the shell steps of balance.yml on two versions of a folder of scenarios. A script replaces the GitHub command
# line and stores comments.
#   bash deploy/github/test.sh target/release/evenodds
set -euo pipefail
workflow=$(realpath "$(dirname "$0")/balance.yml")
evenodds=$(realpath "$1")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir "$home/bin"
ln -s "$evenodds" "$home/bin/evenodds"
fail() { echo "FAILED: $1" >&2; exit 1; }

if command -v actionlint >/dev/null; then actionlint "$workflow" "$(dirname "$workflow")/site.yml"; fi

# Prints the lines of a step after `run: |`.
step() {
  awk -v name="- name: $1" '
    { match($0, /^ */); depth = RLENGTH; text = substr($0, depth + 1) }
    text == name { found = 1; next }
    found && !shell && text ~ /^- / { exit }
    found && text == "run: |" { shell = depth + 2; next }
    shell && depth < shell && text != "" { exit }
    shell { print substr($0, shell + 1) }' "$workflow"
}
# Runs a step as GitHub does, in the folder of the job.
run() {
  step "$1" >"$home/step.sh"
  test -s "$home/step.sh" || fail "there is no shell step $1"
  (
    cd "$home/job"
    export PATH="$home/bin:$PATH" SCENARIOS=scenarios TRIALS=20000 GITHUB_STEP_SUMMARY="$home/summary.md"
    export GH_TOKEN=none REPOSITORY=somebody/fights NUMBER=7
    bash --noprofile --norc -e -o pipefail "$home/step.sh"
  )
}
job() {
  rm -rf "$home/job" "$home/summary.md"
  mkdir -p "$home/job/base/scenarios" "$home/job/head/scenarios"
}
lock() {
  printf 'kind = "quick"\ntitle = "Lock"\ndifficulty = %s\nactor = { name = "Ann", dice = 3 }\n[expect.outcomes]\n' "$2"
  printf 'success = [0.6, 0.65]\n'
} >"$home/job/$1/scenarios/${3:-lock}.toml"
play() { run "Reports of both sides" >/dev/null 2>"$home/messages" && run "What changed"; }
expected() {
  code=0
  run Expectations 2>>"$home/messages" || code=$?
  test "$code" = "$1" || fail "expectations end with $code instead of $1"
  test -s "$home/job/balance/junit.xml" || fail "there is no JUnit file"
}
says() { grep -q -- "$2" "$home/$1" || { cat "$home/$1" >&2; fail "$1 does not say: $2"; }; }

job
lock base 10
lock head 10
play
expected 0
says job/balance/junit.xml 'failures="0"'
says job/balance/comment.md '^## '
cp "$home/job/balance/comment.md" "$home/same.md"

job
lock base 10
lock head 12
lock head 10 new
play
expected 1
says job/balance/junit.xml '<failure'
says job/balance/comment.md 'no longer holds: scenarios/lock.toml'
says summary.md 'FAILS'
cmp -s "$home/job/balance/comment.md" "$home/same.md" && fail "the comment does not depend on the changes"

# Stores comments in a folder: lists the ids of those with the mark, edits one, adds one.
cat >"$home/bin/gh" <<'GH'
#!/usr/bin/env bash
set -eu
test "$1" = api
case "$*" in
  *"--method PATCH repos/somebody/fights/issues/comments/"*) test -e "$COMMENTS/41"; cp comment.md "$COMMENTS/41" ;;
  *"--method POST repos/somebody/fights/issues/7/comments"*) cp comment.md "$COMMENTS/41"; echo >>"$COMMENTS/added" ;;
  *"--paginate repos/somebody/fights/issues/7/comments --jq "*) test ! -e "$COMMENTS/41" || echo 41 ;;
  *) echo "gh $*" >&2; exit 1 ;;
esac
GH
chmod +x "$home/bin/gh"
export COMMENTS=$home/comments
mkdir "$COMMENTS"
run Comment
says comments/41 'no longer holds: scenarios/lock.toml'
cp "$home/same.md" "$home/job/balance/comment.md"
run Comment
test "$(wc -l <"$COMMENTS/added")" = 1 || fail "the second push adds a comment"
grep -qF "$(sed -n 2p "$home/same.md")" "$home/comments/41" || fail "the comment is not updated"
head -n 1 "$home/comments/41" | grep -q '^<!-- balance by evenodds -->$' || fail "the comment lacks the mark"

job
lock base 10
lock head 10
echo 'kind = "chess"' >"$home/job/head/scenarios/chess.toml"
play
expected 2
says job/balance/junit.xml '<error'
says job/balance/comment.md 'chess'

# The base has no scenarios.
job
rmdir "$home/job/base/scenarios"
lock head 10
play
expected 0
says job/balance/comment.md 'on one side only'
echo "a pull request: expectations, JUnit, changes, one comment"
