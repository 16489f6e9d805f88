//! One-at-a-time sensitivity for a page: the largest effects from the table of `advise`.

use super::super::answer::{Answer, Media, PagePosition};
use super::super::replay::Replay;
use super::super::table::Table;
use super::super::text::percent;
use super::figure::largest;
use super::tables::{Effective, effect, effective};
use super::{advise_answer, clean};
use crate::analysis::Advice;
use crate::document::TunableChange;
use crate::records::Columns;
use crate::sim::{OutcomeResult, Results};

/// Maximum number of changes on a page.
const SHOWN: usize = 8;

/// Returns the share of the advice in the results of a run; 0.5 without trials.
pub fn own_share(advice: &Advice, results: &Results) -> f64 {
    let outcome = results.outcome_named(&advice.target.figure.name());
    let share = outcome.and_then(OutcomeResult::best);
    share.map_or(0.5, |share| share.value)
}

/// Returns the largest effects on a contest. `own` is the share from the run, which is more precise
/// than that of the comparison.
pub fn nearby_answer(advice: &Advice, own: f64, replay: &Replay) -> Answer {
    let chosen = chosen(advice);
    let mut answer = advise_answer(advice, None);
    answer.heading = "Sensitivity";
    answer.position = PagePosition::AboveCharts;
    answer.page_headline = String::new();
    answer.charts = largest(advice, chosen.clone(), own).into_iter().collect();
    answer.blocks = Vec::new();
    if chosen.is_empty() {
        let hint = match advice.trials {
            0 => "",
            _ => " in these trials; play more with -n",
        };
        let text = format!(
            "No change of the participants has a significant effect{hint}. For all changes, run \
             evenodds advise."
        );
        answer.blocks.push(Media::Page.text(text));
        return answer;
    }
    let phrase = clean(&advice.phrase);
    answer.blocks.push(Media::Page.text(format!(
        "How often {phrase} after a single change, instead of {}. Points are the effect with its 95% \
         interval. For all changes, run evenodds advise.",
        percent(own, 0)
    )));
    let then = |effect: f64| percent((own + effect).clamp(0.0, 1.0), 0);
    let columns = Columns::of(&chosen)
        .cell("change", |row| row.label.as_str())
        .cell("then", |row| {
            row.change.effect.known().map(then).unwrap_or_default()
        })
        .cell("points", |row| effect(row.change))
        .cell("command", |row| replay.run(&[row.change.step.assignment()]));
    let table = Table::of(&columns.shown);
    answer
        .blocks
        .push(Media::Page.table("Figures and commands", table));
    answer
}

/// Returns the first changes in the table of `advise` with a significant effect.
fn chosen(advice: &Advice) -> Vec<Effective<'_>> {
    let mut sure = effective(advice);
    sure.retain(|row| {
        let range = row.change.effect.interval;
        // A participant with its own name cannot be duplicated.
        let again = matches!(&row.change.step.change, TunableChange::Value { key, from, .. } if key == "count" && from == "1");
        (range.low > 0.0 || range.high < 0.0) && !again
    });
    sure.truncate(SHOWN);
    sure
}

#[cfg(test)]
mod tests {
    use super::super::sample::advice;
    use super::*;
    use crate::report::BlockContent;

    #[test]
    fn the_largest_effects_in_both_directions_are_shown() {
        let replay = Replay {
            path: "canyon.toml",
            assignments: &[],
        };
        let answer = nearby_answer(&advice(), 0.25, &replay);
        let mut lines = Vec::new();
        for content in answer.on(Media::Page) {
            match content {
                BlockContent::Text(lead) => lines.push(lead.clone()),
                BlockContent::Table(_, table) => {
                    let rows = std::iter::once(&table.headings).chain(&table.rows);
                    lines.extend(rows.map(|row| row.join(" | ")));
                }
                _ => {}
            }
        }
        insta::assert_snapshot!(lines.join("\n"), @r#"
        How often heroes win after a single change, instead of 25%. Points are the effect with its 95% interval. For all changes, run evenodds advise.
        change | then | points | command
        ambushers, Assassin Drone: count 4 → 3 | 42% | +16.9 ±0.4 | evenodds run canyon.toml --set "side.ambushers.'Assassin Drone'.count=3"
        Dirk, Former Mercenary: dice 4 → 5 | 42% | +16.6 ±0.4 | evenodds run canyon.toml --set 'side.heroes.Dirk.classes[0].dice=5'
        heroes: with cover (dice 1) | 30% | +5.0 ±0.4 | evenodds run canyon.toml --set 'side.heroes.cover={ dice = 1 }'
        heroes: without Emily | 5% | -20.0 ±0.4 | evenodds run canyon.toml --set side.heroes.Emily=
        "#);
    }

    #[test]
    fn a_sentence_says_that_no_change_has_an_effect() {
        let mut advice = advice();
        advice.changes.clear();
        let replay = Replay {
            path: "canyon.toml",
            assignments: &[],
        };
        assert_eq!(
            nearby_answer(&advice, 0.25, &replay)
                .on(Media::Page)
                .count(),
            1
        );
    }
}
