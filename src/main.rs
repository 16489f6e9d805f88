//! Binary of the `evenodds` command, which `evenodds::cli` implements.

fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(evenodds::cli::main())
}
