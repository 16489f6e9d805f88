//! Gives the program its target, compiler and a hash of its sources; `evenodds --version --verbose` prints them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Folders of everything that is compiled in.
const FOLDERS: [&str; 3] = ["src", "scenarios", "templates"];
/// Endings of the files in them that count. Pending snapshots and backups of editors do not make another build.
const ENDINGS: [&str; 6] = ["rs", "toml", "bin", "html", "css", "js"];
/// Versions of all libraries. A packaged crate has it too; as a library of another crate this one may be built with
/// other versions than it says.
const LOCK: &str = "Cargo.lock";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=EVENODDS_TARGET={target}");
    println!("cargo::rustc-env=EVENODDS_COMPILER={}", compiler());
    println!("cargo::rustc-env=EVENODDS_BUILD={:016x}", build()?);
    Ok(())
}

/// Name and version of the compiler, without the date and the maker that may follow them.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").output();
    let told = told.map(|output| output.stdout).unwrap_or_default();
    let told = String::from_utf8_lossy(&told);
    let words: Vec<&str> = told.split_whitespace().take(2).collect();
    if words.is_empty() {
        "unknown".to_owned()
    } else {
        words.join(" ")
    }
}

/// Hash of the names and contents of all sources, equal on all machines. Cargo features, target and compiler do not
/// count: they do not change what trials add up to.
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
    // Paths with the same separators everywhere, in an order that does not depend on the system.
    let name = |path: &PathBuf| path.to_string_lossy().replace('\\', "/");
    files.sort_by_key(name);
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for path in files {
        // A checkout on Windows may have other line ends.
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

/// FNV-1a: the hash of what was hashed before, followed by these bytes.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
