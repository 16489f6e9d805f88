//! Comparisons as Markdown tables.

use super::super::markdown::{escape, table};
use super::super::ours::MARKDOWN_MARK;
use super::super::text::clean;
use super::claim::titles;
use super::compare_claim;
use super::rows::{decided, further, notes, played};
use crate::analysis::Comparison;
use std::fmt::Write as _;

/// A heading, the sentence, all figures and the notes of each comparison.
pub fn compare_markdown(comparisons: &[Comparison]) -> String {
    let mut text = String::new();
    for comparison in comparisons {
        let (first, second) = titles(comparison);
        let _ = writeln!(
            text,
            "## {} / {}\n\n{}\n",
            escape(&first),
            escape(&second),
            escape(&compare_claim(comparison))
        );
        table(&mut text, &decided(comparison));
        let further = further(comparison, true);
        if !further.rows.is_empty() {
            text.push('\n');
            table(&mut text, &further);
        }
        text.push('\n');
        for (name, note) in notes(comparison) {
            let _ = writeln!(text, "- {name}: {}", escape(&note));
        }
        let _ = writeln!(
            text,
            "\n{}, seed {}, hashes {} and {}, evenodds {}\n",
            played(comparison),
            comparison.seed,
            escape(&clean(&comparison.first.hash)),
            escape(&clean(&comparison.second.hash)),
            env!("CARGO_PKG_VERSION")
        );
    }
    let _ = writeln!(text, "{MARKDOWN_MARK}");
    text
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn all_figures_are_there() {
        insta::assert_snapshot!(compare_markdown(&[comparison()]), @"
        ## Ambush in the canyon / with side.heroes.player=brawler

        Ambush in the canyon: with side.heroes.player=brawler heroes win less often, 14.33 % instead of 24.33 % (9.60 to 10.40 points less at 95 %).

        |           |       A |       B | difference |        interval |                   verdict |
        | --------- | ------: | ------: | ---------: | --------------: | ------------------------: |
        | heroes    | 24.33 % | 14.33 % |     -10.00 | -10.40 to -9.60 |                 different |
        | ambushers | 75.67 % | 85.67 % |     +10.00 | +9.60 to +10.40 |                 different |
        | crowd     |  1.00 % |  1.10 % |      +0.10 |  -0.30 to +0.50 | no larger than 0.5 points |

        |              |     A |     B | difference |         interval |
        | ------------ | ----: | ----: | ---------: | ---------------: |
        | mean.turns   | 5.420 | 5.110 |     -0.310 | -0.350 to -0.270 |
        | mean.rerolls | 1.200 | 0.890 |     -0.310 | -0.350 to -0.270 |

        - A: Ambush in the canyon (players finisher v finisher)
        - B: with side.heroes.player=brawler (players brawler v finisher)
        - certainty: all verdicts together are right with 95 %, however long it was played; other intervals each by itself
        - same luck: 14.58 % of the trials end otherwise; heroes in 12.29 % only with A, in 2.29 % only with B
        - pairing: on luck of their own heroes would have taken 1.8 times as many trials
        - never: draw: in neither
        - only in A: returns.Beast

        12,207 trials of each, seed 1, hashes 0123456789abcdef and fedcba9876543210, evenodds 0.1.0

        <!-- written by evenodds -->
        ");
    }
}
