#!/usr/bin/env bash
# Tests the program for Windows on Linux: builds it, runs it under Wine, and compares its output with that of Linux.
#
#   bash deploy/windows/test.sh [--install] [--features LIST] [--linux EVENODDS]
#
# --install   install the requirements, as root on Debian: rustc-web and rust-web-src (a compiler with the sources of
#             its standard library), the linker of mingw, and Wine
# --features  Cargo features of the program [default: cli]; all of them are cli,frames,charts, which take up to an hour
#             to build
# --linux     the program for Linux with the same features [default: build it]
#
# Also checks that the program compiles for macOS. Exits with code 3 if a requirement is missing. Not part of .ci/run,
# since it takes long and needs Debian.
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
    *) echo "error: unknown option $1; expected --install, --features LIST or --linux EVENODDS" >&2; exit 2 ;;
  esac
done
case ",$features," in *,cli,*) ;; *) echo "error: --features must include cli" >&2; exit 2 ;; esac

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }
wine=
find_wine() { for wine in wine64 /usr/lib/wine/wine64 wine; do if command -v "$wine" >/dev/null; then return; fi; done; wine=; }

if test -n "$install"; then
  step "requirements"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    rustc-web rust-web-src gcc-mingw-w64-x86-64-posix wine64 >/dev/null
fi
find_wine
for needed in /usr/bin/rustc x86_64-w64-mingw32-gcc python3 "${wine:-wine64}"; do
  if ! command -v "$needed" >/dev/null; then
    echo "error: $needed is missing; run as root with --install" >&2
    exit 3
  fi
done

target=x86_64-pc-windows-gnu
build=${CARGO_TARGET_DIR:-$root/target}/windows
# -Z build-std needs RUSTC_BOOTSTRAP=1 on a stable compiler. The sources belong to this compiler.
cross() {
  RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$build" \
    CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc \
    cargo "$@" --locked -p evenodds --no-default-features --features "$features" -Z build-std=std,panic_unwind,panic_abort
}

step "build for Windows with $features"
cross build --release --target "$target"
if test -z "$linux"; then
  step "build for Linux"
  cargo build --release --locked -p evenodds --no-default-features --features "$features"
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
# Runs a command on both systems and compares output and exit code.
same() {
  local code=0 other=0
  windows "$@" >"$place/windows.out" || code=$?
  native "$@" >"$place/linux.out" || other=$?
  test "$code" = "$other" || fail "$*: exit code $code on Windows, $other on Linux"
  cmp "$place/windows.out" "$place/linux.out" || fail "$*"
  printf 'same %7s bytes, exit code %s: %s\n' "$(wc -c <"$place/windows.out")" "$code" "$*"
}
# Compares a file or folder of both systems.
same_file() {
  diff -r -x .evenodds.lock "$place/windows/$1" "$place/linux/$1" || fail "$1"
  printf 'same %7s bytes: %s\n' "$(find "$place/windows/$1" -type f ! -name .evenodds.lock -exec cat {} + | wc -c)" "$1"
}

step "version"
windows --version --verbose
windows --version --verbose | grep -q "target: $target" || fail "the version lacks the target"

step "commands"
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

step "paths with backslashes, names outside ASCII"
windows run 'fights\canyon.toml' -n 20000 -f json | sed 's:fights\\\\canyon:fights/canyon:g' >"$place/windows.out"
native run fights/canyon.toml -n 20000 -f json >"$place/linux.out"
cmp "$place/windows.out" "$place/linux.out" || fail "a path with a backslash"
echo 'same except the path: run fights\canyon.toml'
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

step "kill and resume"
trials=1000000
windows run @canyon -n "$trials" --checkpoint kept -f json -q >/dev/null 2>&1 &
running=$!
waited=0
until test -s "$place/windows/kept"; do
  sleep 0.2
  waited=$((waited + 1))
  test "$waited" -lt 300 || fail "there is no checkpoint"
done
# Kills the program, which is also a Linux process. Only this one runs in that folder.
for process in /proc/[0-9]*; do
  if test "$(readlink "$process/cwd")" = "$place/windows" && tr '\0' ' ' <"$process/cmdline" 2>/dev/null | grep -q '^[^ ]*evenodds.exe run\|wine64 [^ ]*evenodds.exe run'; then
    kill -9 "${process#/proc/}" 2>/dev/null || true
  fi
done
code=0
wait "$running" || code=$?
test "$code" != 0 || fail "the run ended before it was killed"
windows run @canyon -n "$trials" --checkpoint kept -f json -q >"$place/windows.out" 2>"$place/windows.err"
native run @canyon -n "$trials" -f json >"$place/linux.out" 2>/dev/null
cmp "$place/windows.out" "$place/linux.out" || fail "the resumed run"
# The program prints a message if it does not resume from the checkpoint.
test ! -s "$place/windows.err" || { cat "$place/windows.err" >&2; fail "the checkpoint was not used"; }
echo "same: $trials trials, killed after the first checkpoint and resumed"

step "Ctrl-C"
code=0
(cd "$place/windows" && python3 "$root/deploy/windows/press.py" 4 "$wine" "$place/evenodds.exe" run @canyon -n 2G --checkpoint pressed -f json) || code=$?
test "$code" = 130 || fail "exit code $code after Ctrl-C"
test -s "$place/windows/pressed" || fail "no checkpoint after Ctrl-C"
echo "exit code 130, and a checkpoint"

step "check for macOS"
# Only the feature cli, since C parts of the other features need Apple's compiler.
(features=cli; cross check --target aarch64-apple-darwin)

step "done"
