//! All drama figures in one list, for tables with one row per figure.

use super::{DecisionShares, DramaFigures, MeanEstimate, Proportion};
use crate::stats::Figure;

/// A drama figure as a row.
#[derive(Clone, Debug, PartialEq)]
pub struct DramaFigure {
    /// The name of the figure, such as `lead_changes`.
    pub figure: String,
    /// Side, actor or bin; `None` for the whole contest.
    pub of: Option<String>,
    /// The mean or share; `None` without data.
    pub value: Option<Figure>,
    /// The number of trials or turns of the estimate, if these are not all trials.
    pub count: Option<u64>,
}

/// Builder of the list.
#[derive(Default)]
struct List(Vec<DramaFigure>);

impl List {
    fn push(&mut self, figure: &str, of: Option<&str>, value: Figure, count: Option<u64>) {
        self.0.push(DramaFigure {
            figure: figure.to_owned(),
            of: of.map(str::to_owned),
            value: value.known().map(|_| value),
            count,
        });
    }

    fn estimate(&mut self, figure: &str, of: Option<&str>, estimate: &MeanEstimate) {
        self.push(figure, of, estimate.mean, None);
    }

    fn proportion(&mut self, figure: &str, of: Option<&str>, proportion: &Proportion) {
        self.push(figure, of, proportion.share, Some(proportion.of));
    }

    fn choices(&mut self, of: Option<&str>, choices: &DecisionShares) {
        let turns = Some(choices.turns);
        self.push("real_choice", of, choices.real.mean, turns);
        self.push("clear_choice", of, choices.clear.mean, turns);
        self.push("idle_choice", of, choices.idle.mean, turns);
    }
}

/// Returns the figures in a fixed order: those of the whole contest, of the sides, of the pilot,
/// and of the actors. Bins are labeled with the side and their bounds: `heroes 0.2-0.3`.
pub fn drama_list(drama: &DramaFigures) -> Vec<DramaFigure> {
    let mut list = List::default();
    list.estimate("turns", None, &drama.turns);
    list.estimate("lead_changes", None, &drama.leads.changes);
    list.proportion("no_lead_change", None, &drama.leads.none);
    list.estimate("settled_at", None, &drama.settled.at);
    list.proportion("favourite_won", None, &drama.settled.favourite_won);
    list.proportion("settled_at_the_end", None, &drama.settled.at_the_end);
    list.proportion("all_but_sure", None, &drama.aftermath.seen);
    list.estimate("turns_after", None, &drama.aftermath.turns);
    list.proportion("upsets", None, &drama.aftermath.upsets);
    list.proportion("behind", None, &drama.comebacks.behind);
    list.estimate("behind_by", None, &drama.comebacks.behind_by);
    list.estimate("lowest", None, &drama.comebacks.lowest);
    for depth in &drama.comebacks.depths {
        let figure = format!("below_{}", depth.below);
        list.proportion(&figure, None, &depth.trials);
    }
    list.choices(None, &drama.choices);
    for side in &drama.sides {
        let name = Some(side.name.as_str());
        list.proportion("won", name, &side.won);
        list.choices(name, &side.choices);
        list.estimate("opening", name, &side.opening.estimated);
        list.estimate("opening_settles", name, &side.opening.settles);
        for bin in &side.opening.bins {
            let of = format!("{} {:.1}-{:.1}", side.name, bin.from, bin.to);
            list.proportion("won_from_opening", Some(&of), &bin.won);
        }
        list.estimate("lost_by_decisions", name, &side.lost);
        if let Some(change_sources) = &side.change_sources {
            for (figure, estimate) in [
                ("dice", &change_sources.dice),
                ("whims", &change_sources.policy_randomness),
                ("swing", &change_sources.swing),
            ] {
                list.estimate(figure, name, estimate);
            }
        }
    }
    for side in &drama.pilot.sides {
        for bin in &side.bins {
            let of = format!("{} {:.1}-{:.1}", side.name, bin.from, bin.to);
            list.proportion("pilot_won", Some(&of), &bin.won);
        }
        list.estimate("pilot_dice", Some(&side.name), &side.dice);
    }
    for actor in &drama.actors {
        let name = Some(actor.name.as_str());
        list.choices(name, &actor.choices);
        list.estimate("leaves", name, &actor.leaves);
        list.estimate("then_misses", name, &actor.then_misses);
        list.estimate("misses", name, &actor.misses);
    }
    list.0
}
