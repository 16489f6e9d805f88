//! Passes the target, the compiler and a hash of the sources to the program, for `evenodds --version --verbose`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Folders with files that are compiled in. Examples and tests of `crates` count too.
const FOLDERS: [&str; 3] = ["src", "crates", "scenarios"];
/// File name extensions that count. Pending snapshots and editor backups do not change the build.
const ENDINGS: [&str; 6] = ["rs", "toml", "bin", "html", "css", "js"];
/// File with the versions of all dependencies. As a dependency of another crate, this one may be built with others.
const LOCK: &str = "Cargo.lock";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=EVENODDS_TARGET={target}");
    println!("cargo::rustc-env=EVENODDS_COMPILER={}", compiler());
    println!("cargo::rustc-env=EVENODDS_BUILD={:016x}", build()?);
    Ok(())
}

/// Returns the name and version of the compiler, without a date or vendor after them.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let output = output.map(|output| output.stdout).unwrap_or_default();
    let output = String::from_utf8_lossy(&output);
    let words: Vec<&str> = output.split_whitespace().take(2).collect();
    if words.is_empty() {
        "unknown".to_owned()
    } else {
        words.join(" ")
    }
}

/// Returns a hash of the names and contents of all sources, equal on all machines. Cargo features, target and compiler
/// do not count, since they do not change results.
fn build() -> io::Result<u64> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files)?;
    }
    if Path::new(LOCK).exists() {
        println!("cargo::rerun-if-changed={LOCK}");
        files.push(LOCK.into());
    }
    // Equal separators and order on all systems.
    let name = |path: &PathBuf| path.to_string_lossy().replace('\\', "/");
    files.sort_by_key(name);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for path in files {
        // A checkout on Windows may have other line endings.
        let bytes: Vec<u8> = fs::read(&path)?
            .into_iter()
            .filter(|&byte| byte != b'\r')
            .collect();
        hash = fnv(hash, name(&path).as_bytes());
        hash = fnv(hash, &(bytes.len() as u64).to_le_bytes());
        hash = fnv(hash, &bytes);
    }
    Ok(hash)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            collect(&path, files)?;
        } else if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns an FNV-1a hash, continued with these bytes.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
