//! Transcript of a trial of teams.

use super::TeamContest;
use super::plan::Place;
use super::position::Change;
use super::roster::FieldId;
use evenodds_core::contest::{Describe, Events};
use evenodds_core::document::{capital, joined};
use evenodds_dice::expression::Thrown;

/// Event of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round began.
    Round(u32),
    /// A start value was rolled.
    Started {
        /// Index of the member.
        member: usize,
        /// Index of the field.
        field: FieldId,
        /// Start value of the field.
        value: i64,
    },
    /// A member rolled for initiative.
    Initiative {
        /// Index of the member.
        member: usize,
        /// Initiative of the member.
        value: i64,
    },
    /// A member joined.
    Joined {
        /// Index of the member.
        member: usize,
    },
    /// A member acts.
    Acts {
        /// Index of the step.
        step: usize,
        /// Index of the turn in the step.
        turn: usize,
        /// Index of the action in the turn.
        action: usize,
        /// Index of the member; `None` in a step without turns.
        member: Option<usize>,
        /// Indices of the targets among the members.
        targets: Vec<usize>,
    },
    /// A roll was thrown.
    Thrown {
        /// Name of the roll.
        name: String,
        /// Dice of each pool.
        pools: Vec<Thrown>,
        /// Value of the roll.
        value: i64,
    },
    /// A field or a state changed.
    Changed(Change),
    /// A member no longer stands, or stands again.
    Stands {
        /// Index of the member.
        member: usize,
        /// True if the member stands again.
        stands: bool,
    },
    /// The contest ended.
    Ended {
        /// Index of the outcome.
        outcome: usize,
    },
}

impl Events for TeamContest {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        let name = |member: usize| self.roster.member_name(member);
        match event {
            Event::Round(number) => format!("Round {number}."),
            Event::Started {
                member,
                field,
                value,
            } => format!(
                "{} begins with {} {value}.",
                name(*member),
                self.roster.fields[*field]
            ),
            Event::Initiative { member, value } => {
                format!("{} has initiative {value}.", name(*member))
            }
            Event::Joined { member } => format!("{} joins.", name(*member)),
            Event::Acts {
                step,
                turn,
                action,
                member,
                targets,
            } => {
                let action = self.steps[*step].turns[*turn]
                    .as_ref()
                    .map(|turn| &turn.actions[*action]);
                let verb = action.map_or("", |action| &*action.name);
                let who = member.map_or_else(|| "The step".to_owned(), name);
                let targets = joined(targets.iter().map(|&target| name(target)), ", ");
                match (verb, &*targets) {
                    ("", "") => format!("   {who} acts."),
                    ("", targets) => format!("   {who} against {targets}."),
                    (verb, "") => format!("   {who}: {verb}."),
                    (verb, targets) => format!("   {who}: {verb}, {targets}."),
                }
            }
            Event::Thrown { name, pools, value } => {
                let dice = pools
                    .iter()
                    .map(|pool| super::super::narrate::values(&pool.all));
                let dice = joined(dice, "; ");
                if dice.is_empty() || dice == value.to_string() {
                    format!("      {name}: {value}.")
                } else {
                    format!("      {name}: {dice}. Result: {value}.")
                }
            }
            Event::Changed(Change { place, from, to }) => {
                let what = match place {
                    Place::Member(member, field) => {
                        format!("{} of {}", self.roster.fields[*field], name(*member))
                    }
                    Place::World(state) => self.world[*state].name.clone(),
                    Place::Own(field) | Place::Target(field) => self.roster.fields[*field].clone(),
                };
                format!("      {what}: {from} to {to}.")
            }
            Event::Stands { member, stands } => {
                let verb = if *stands { "stands again" } else { "falls" };
                format!("      {} {verb}.", name(*member))
            }
            Event::Ended { outcome } => format!("{}.", capital(&self.outcomes()[*outcome].phrase)),
        }
    }
}
