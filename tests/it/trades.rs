//! Plans of the plain program converted to the library, for tests and benchmarks.

use crate::plain::trade::{Plan, Step as PlainStep};
use evenodds::contests::trade::{
    Backer, BarterRefused, BarterTie, Cargo, CargoOrigin, LastDie, Options, Setup, Step,
};

/// Returns a plan of the plain program as a setup of the library.
pub fn setup(plan: &Plan) -> Setup {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let step = |step: &PlainStep| match *step {
        PlainStep::Bill {
            difficulty,
            ref contributors,
            payer,
            pay_on_failure,
        } => Step::Bill {
            difficulty: i64::from(difficulty),
            contributors: contributors.clone(),
            payer,
            pay_on_failure,
        },
        PlainStep::Sell(cargo) => Step::Sell { cargo },
        PlainStep::Barter { give, get } => {
            pairs.push((give, get));
            let pair = pairs.iter().position(|&pair| pair == (give, get));
            Step::Barter {
                give,
                get,
                pair: pair.unwrap() as u32,
            }
        }
        PlainStep::Travel => Step::Travel,
        PlainStep::Windfall(dice) => Step::Windfall { dice },
        PlainStep::Expense(dice) => Step::Expense { dice },
    };
    Setup {
        prosperity: plan.prosperity,
        steps: plan
            .steps
            .iter()
            .map(step)
            .map(|step| (String::new(), step))
            .collect(),
        backers: plan
            .backers
            .iter()
            .enumerate()
            .map(|(number, &dice)| Backer {
                name: format!("backer {number}"),
                dice,
            })
            .collect(),
        cargoes: plan
            .cargoes
            .iter()
            .enumerate()
            .map(|(number, cargo)| Cargo {
                name: format!("cargo {number}"),
                dice: cargo.dice,
                origin: if cargo.foreign {
                    CargoOrigin::Foreign
                } else {
                    CargoOrigin::Local
                },
                held: cargo.held,
                on_offer: Some(cargo.on_offer),
                refused: Vec::new(),
            })
            .collect(),
        repeat: plan.repeat,
        restock: plan.restock,
        options: Options {
            barter_tie: if plan.tie_trades {
                BarterTie::Trade
            } else {
                BarterTie::No
            },
            barter_refused: BarterRefused::ALL[usize::from(plan.port_refuses)],
            last_die: LastDie::ALL[usize::from(plan.keeps_last_die)],
            ..Options::default()
        },
    }
}
