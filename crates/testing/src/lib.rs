//! The size of tests: quick by default, thorough with the environment variable
//! `EVENODDS_TESTS=thorough`.
//!
//! Only tests use this crate.

/// Environment variable that selects the size.
const VARIABLE: &str = "EVENODDS_TESTS";

/// Returns `thorough` if the environment variable `EVENODDS_TESTS` is `thorough`, and `quick` if it
/// is not set: a number of trials, files or cases, a bound that depends on it, a list.
///
/// # Panics
///
/// If the variable has another value.
pub fn size<T>(quick: T, thorough: T) -> T {
    match std::env::var_os(VARIABLE) {
        None => quick,
        Some(value) if value == "thorough" => thorough,
        Some(value) => panic!("{VARIABLE} is {}; accepted: thorough", value.display()),
    }
}
