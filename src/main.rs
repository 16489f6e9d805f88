//! The `evenodds` command.

fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(evenodds::cli::main())
}
