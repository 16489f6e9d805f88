#!/usr/bin/env bash
# Builds evenodds.html, the whole program in one page.
#
#   bash web/build.sh [OUT]
#
# Needs Python and Rust with the target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). Without the
# target it builds the standard library from Debian's packages rustc-web and rust-web-src, which it installs if it may.
# Exits with code 3 if neither is available.
set -euo pipefail
cd "$(dirname "$0")"
out=${1:-evenodds.html}
target=wasm32-unknown-unknown

has_target() { test -d "$(rustc --print sysroot)/lib/rustlib/$target"; }
has_sources() { test -x /usr/bin/rustc && test -d /usr/lib/rustlib/src/rust/library && /usr/bin/rustc --version | grep -qE ' 1\.(9[5-9]|[1-9][0-9]{2})'; }

if ! has_target && command -v rustup >/dev/null; then
  timeout 120 rustup target add "$target" >/dev/null 2>&1 || true
fi
if ! has_target && ! has_sources && command -v apt-get >/dev/null && test "$(id -u)" = 0; then
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends rustc-web rust-web-src; } >/dev/null 2>&1 || true
fi

# All browsers since 2023 support SIMD with 128 bits, which makes the network of `expert` three times as fast.
export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+simd128"
if has_target; then
  cargo build --profile page -p evenodds-web --locked --target "$target"
elif has_sources; then
  host=$(rustc -vV | sed -n 's/^host: //p')
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld"
  # -Z build-std needs RUSTC_BOOTSTRAP=1 on a stable compiler. The sources belong to this compiler.
  RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 cargo build --profile page -p evenodds-web --locked --target "$target" -Z build-std=std,panic_abort
else
  echo "error: no standard library for $target; run \`rustup target add $target\`" >&2
  exit 3
fi
python3 assemble.py "${CARGO_TARGET_DIR:-../target}/$target/page/evenodds_web.wasm" "$out"
