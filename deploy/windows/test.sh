#!/usr/bin/env bash
# The program on Windows, tried on Linux: cross-built, run under Wine, and its files compared with those of Linux.
#
# bash deploy/windows/test.sh [--install] [--features LIST] [--linux EVENODDS]
#
# --install   get what it takes, as root on Debian: rustc-web and rust-web-src (a compiler with the sources of its
#             standard library), the linker of mingw, Wine
# --features  the Cargo features of the program, cli unless said otherwise; cli,frames,charts is all of it, and most
#             of an hour where nothing is built yet
# --linux     the program to compare with, of the same features; built where none is named
#
# It also checks that the program compiles for macOS. Ends with 3 where something is missing. .ci/run leaves it out:
# it takes long, and a system that most have not.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
features=cli
linux=
install=
while test $# -gt 0; do
  case $1 in
    --install) install=1; shift ;;
    --features) features=${2:?}; shift 2 ;;
    --linux) linux=$(realpath "${2:?}"); shift 2 ;;
    *) echo "deploy/windows/test.sh: $1 is none of --install, --features LIST, --linux EVENODDS" >&2; exit 2 ;;
  esac
done
case ",$features," in *,cli,*) ;; *) echo "deploy/windows/test.sh: --features needs cli" >&2; exit 2 ;; esac

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }
wine=
find_wine() { for wine in wine64 /usr/lib/wine/wine64 wine; do if command -v "$wine" >/dev/null; then return; fi; done; wine=; }

if test -n "$install"; then
  step "what it takes"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    rustc-web rust-web-src gcc-mingw-w64-x86-64-posix wine64 >/dev/null
fi
find_wine
for needed in /usr/bin/rustc x86_64-w64-mingw32-gcc python3 "${wine:-wine64}"; do
  if ! command -v "$needed" >/dev/null; then
    echo "deploy/windows/test.sh: there is no $needed here: as root, add --install" >&2
    exit 3
  fi
done

target=x86_64-pc-windows-gnu
build=${CARGO_TARGET_DIR:-$root/target}/windows
# The sources are those of this compiler, which has to be told that building them is meant.
cross() {
  RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$build" \
    CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc \
    cargo "$@" --locked --no-default-features --features "$features" -Z build-std=std,panic_unwind,panic_abort
}

step "built for Windows with $features"
cross build --release --target "$target"
if test -z "$linux"; then
  step "built for Linux"
  cargo build --release --locked --no-default-features --features "$features"
  linux=${CARGO_TARGET_DIR:-$root/target}/release/evenodds
fi

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export WINEPREFIX=$place/prefix WINEDEBUG=-all TERM=xterm
cp "$build/$target/release/evenodds.exe" "$place"
x86_64-w64-mingw32-gcc -shared -O1 -o "$place/bcryptprimitives.dll" deploy/windows/prng.c -ladvapi32
"$wine" wineboot -i >/dev/null 2>&1
"$wine" winecfg -v win10 >/dev/null 2>&1
mkdir "$place/windows" "$place/linux"
for system in windows linux; do
  mkdir -p "$place/$system/fights" "$place/$system/Kämpfe"
  cp scenarios/combat/canyon.toml "$place/$system/fights/canyon.toml"
  cp scenarios/combat/canyon.toml "$place/$system/Kämpfe/Überfall.toml"
done
windows() { (cd "$place/windows" && timeout 300 "$wine" "$place/evenodds.exe" "$@"); }
native() { (cd "$place/linux" && "$linux" "$@"); }
fail() { echo "FAILED: $1" >&2; exit 1; }
# A call on both systems that has to print the same, with the same exit code.
same() {
  local code=0 other=0
  windows "$@" >"$place/windows.out" || code=$?
  native "$@" >"$place/linux.out" || other=$?
  test "$code" = "$other" || fail "$*: exit code $code on Windows, $other on Linux"
  cmp "$place/windows.out" "$place/linux.out" || fail "$*"
  printf 'same %7s bytes, exit code %s: %s\n' "$(wc -c <"$place/windows.out")" "$code" "$*"
}
# A file or folder that both wrote has to be the same.
same_file() {
  diff -r -x .evenodds.lock "$place/windows/$1" "$place/linux/$1" || fail "$1"
  printf 'same %7s bytes: %s\n' "$(find "$place/windows/$1" -type f ! -name .evenodds.lock -exec cat {} + | wc -c)" "$1"
}

step "the program about itself"
windows --version --verbose
windows --version --verbose | grep -q "target: $target" || fail "the target"

step "plays"
same run @canyon -n 200000 -f json
same run fights/canyon.toml -n 200000 -f json
same run @heist -n 20000 -f json -j 1
same exact @lockpick -f json
same trace @canyon --typical
same ladder @duel -n 2000 -f json
same sweep @lockpick --vary difficulty=8..12 -f json
same tune @lockpick --vary difficulty=8..14 --target success=0.62 -f json
same hint @canyon --table "Dirk: 6 5 2; Emily: 4 4; Duke Zero: 5 3; Assassin Drone: 2 1" -f json
same check @canyon @heist -f json
same run nosuch.toml
same new combat

step "paths with backslashes, names beyond ASCII"
windows run 'fights\canyon.toml' -n 20000 -f json | sed 's:fights\\\\canyon:fights/canyon:g' >"$place/windows.out"
native run fights/canyon.toml -n 20000 -f json >"$place/linux.out"
cmp "$place/windows.out" "$place/linux.out" || fail "a path with a backslash"
echo 'same, but for the path: run fights\canyon.toml'
same run Kämpfe/Überfall.toml -n 20000 -f json
for call in windows native; do
  "$call" run @duel -n 1000 -f json -o Kämpfe/Ergebnis.json
  "$call" new quick --editor -o fights/schlösser.toml >/dev/null
done
same_file Kämpfe/Ergebnis.json
same_file fights

step "reports, JUnit, parts"
for call in windows native; do
  "$call" report @canyon @lockpick -n 20000 --out reports -q >/dev/null
  "$call" check @canyon @lockpick --junit junit.xml >/dev/null
  for part in 1 2; do "$call" run @canyon -n 100000 --shard "$part/2" -o "part-$part" -q; done
  "$call" merge part-1 part-2 -f json -o merged.json
done
same_file reports
same_file merged.json
same_file part-1
grep -q '<testsuite' "$place/windows/junit.xml" || fail "JUnit"
case ",$features," in
  *,frames,*)
    for call in windows native; do "$call" run @lockpick -n 5000 --samples rows.parquet -f json -o rows.json; done
    same_file rows.parquet
    same run @canyon -n 20000 -f csv
    ;;
esac

step "killed, and gone on with"
trials=1000000
windows run @canyon -n "$trials" --checkpoint kept -f json -q >/dev/null 2>&1 &
running=$!
waited=0
until test -s "$place/windows/kept"; do
  sleep 0.2
  waited=$((waited + 1))
  test "$waited" -lt 300 || fail "there is no checkpoint"
done
# The program itself, which is a process of Linux as well: this one and no other runs in that folder.
for process in /proc/[0-9]*; do
  if test "$(readlink "$process/cwd")" = "$place/windows" && tr '\0' ' ' <"$process/cmdline" 2>/dev/null | grep -q '^[^ ]*evenodds.exe run\|wine64 [^ ]*evenodds.exe run'; then
    kill -9 "${process#/proc/}" 2>/dev/null || true
  fi
done
code=0
wait "$running" || code=$?
test "$code" != 0 || fail "it had ended before it was killed"
windows run @canyon -n "$trials" --checkpoint kept -f json -q >"$place/windows.out" 2>"$place/windows.err"
native run @canyon -n "$trials" -f json >"$place/linux.out" 2>/dev/null
cmp "$place/windows.out" "$place/linux.out" || fail "what was gone on with"
# A checkpoint that was not gone on from is set aside, and that is said.
test ! -s "$place/windows.err" || { cat "$place/windows.err" >&2; fail "the checkpoint was not gone on from"; }
echo "same: killed after its first checkpoint, and $trials trials in the end"

step "Ctrl-C"
code=0
(cd "$place/windows" && python3 "$root/deploy/windows/press.py" 4 "$wine" "$place/evenodds.exe" run @canyon -n 2G --checkpoint pressed -f json) || code=$?
test "$code" = 130 || fail "exit code $code after Ctrl-C"
test -s "$place/windows/pressed" || fail "no checkpoint after Ctrl-C"
echo "exit code 130, and a checkpoint"

step "compiles for macOS"
# What is built by a compiler for C cannot be checked without Apple's: the features that have such parts are left out.
(features=cli; cross check --target aarch64-apple-darwin)

step "done"
