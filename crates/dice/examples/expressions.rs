//! Prints the exact distributions of expressions: `cargo run -p evenodds-dice --example expressions -- 4d6kh3 2d20kh1`.

use evenodds_dice::ExpressionDistribution;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for text in std::env::args().skip(1) {
        match ExpressionDistribution::of(&text) {
            Ok(found) => {
                println!("{text}");
                for (value, chance) in &found.values {
                    let at_least = 100.0 * found.at_least(*value);
                    println!(
                        "{value:>6}  {:>8.4}%  at least {at_least:>8.4}%",
                        100.0 * chance
                    );
                }
            }
            Err(error) => {
                eprintln!("error: {text}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}
