//! Keys of a file of `kind = "dice"`.

use evenodds_core::contest::{
    ErrorRate, Lenient, Typed, choices, default, flag, joined, optional, others, required, table,
    whole,
};
use evenodds_core::document::{CheckedTable, Faults, Item, Key, ValueShape};

/// Largest absolute value of a parameter or a state in a file.
pub(super) const LARGEST_VALUE: i64 = 1_000_000_000;

/// Largest weight of a face.
pub(super) const LARGEST_WEIGHT: i64 = 1_000_000;

/// Highest limit of rounds.
pub(super) const MOST_ROUNDS: u32 = 100_000;

/// Keys of the file.
pub(super) static KEYS: &[Key] = File::KEYS;

/// Entries of a table with free keys, in file order.
type Entries = Lenient<Vec<(String, Item)>>;

const VALUE: ValueShape = whole(-LARGEST_VALUE, LARGEST_VALUE);
const BOUNDED: ValueShape = ValueShape::Either(&[VALUE, ValueShape::Table(Bounds::KEYS)]);
const FACES: ValueShape =
    ValueShape::list(&ValueShape::Either(&[VALUE, ValueShape::Text]), 1, 1_000);
const NAMES: ValueShape = ValueShape::list(&ValueShape::Text, 0, 64);
const NUMBERS: ValueShape = ValueShape::list(&VALUE, 1, 1_000);
const TABLE: ValueShape = ValueShape::list(&ValueShape::Either(&[VALUE, NUMBERS]), 1, 1_000);
/// Fields of a member in a change, by name.
const CHANGED_FIELDS: ValueShape =
    ValueShape::Map(&ValueShape::Either(&[VALUE, ValueShape::Prose]));
/// Changes of fields of `self`, `target` or members of a team.
const OF_MEMBERS: ValueShape = ValueShape::Map(&ValueShape::Either(&[
    VALUE,
    ValueShape::Prose,
    CHANGED_FIELDS,
]));
/// Changes of states and fields in an action.
const CHANGES: ValueShape =
    ValueShape::Map(&ValueShape::Either(&[VALUE, ValueShape::Prose, OF_MEMBERS]));
/// Changes of states and fields in a step, which can refill bags.
const STEP_CHANGES: ValueShape = ValueShape::Map(&ValueShape::Either(&[
    VALUE,
    ValueShape::Prose,
    NAMES,
    OF_MEMBERS,
]));
/// Field of a member.
const FIELD: ValueShape =
    ValueShape::Either(&[VALUE, ValueShape::Prose, ValueShape::Table(FieldKeys::KEYS)]);
/// Maximum number of teams.
pub(super) const MOST_TEAMS: usize = 8;
/// Maximum number of entries in the list of members of a team.
const MOST_ENTRIES: usize = 100;
/// Maximum number of members of a team.
pub(super) const MOST_MEMBERS: usize = 100;
const OPTIONS: ValueShape =
    ValueShape::list(&ValueShape::Either(&[VALUE, ValueShape::Text]), 1, 100);

table! {
    /// A file. Faulty values are left out, so that the others are checked.
    pub(super) struct File {
        /// Parameters by name: an integer, or a table with `value`, `least` and `most`.
        pub(super) number: Entries = optional(ValueShape::Map(&BOUNDED))
            .defines()
            .tunable(1.0)
            .shown()
            .example("[number]\ntarget = { value = 5, least = 2, most = 6 }"),
        /// Dice by name: a list of faces, or a table with `faces` and `weights`. Faces are integers and
        /// expressions of parameters, or texts with symbols.
        pub(super) die: Entries =
            optional(ValueShape::Map(&ValueShape::Either(&[FACES, ValueShape::Table(DieKeys::KEYS)])))
                .defines()
                .example("[die]\nfudge = [-1, 0, 1]"),
        pub(super) named: Entries = Key::optional("let", ValueShape::Map(&ValueShape::Prose))
            .help("Expressions by name, which are read where the name is used.")
            .defines()
            .example("[let]\nhits = \"count(attack, >=target)\""),
        /// Tables of numbers by name: a list, read as `crt[x]`, or a list of rows, read as
        /// `crt[x, y]`. Places begin at 0.
        pub(super) table: Entries = optional(ValueShape::Map(&TABLE))
            .defines()
            .example("[table]\ncrt = [0, 2, 4, 7]"),
        /// Bags by name, from which is drawn without replacement: the number of each thing in them.
        pub(super) bag: Entries = optional(ValueShape::Map(&ValueShape::Map(&whole(0, 1_000))))
            .defines()
            .example("[bag]\ncup = { green = 6, yellow = 4, red = 3 }"),
        /// Dice that are thrown together, by name, such as `attack = "1d20 + 5"`, or draws from a
        /// bag, such as `three = "3 from cup"`.
        pub(super) roll: Entries = optional(ValueShape::Map(&ValueShape::Prose))
            .defines()
            .shown()
            .example("[roll]\nattack = \"(dice)d6\""),
        /// Variables that last between steps, by name: the start value, or a table with `value`,
        /// `least` and `most`. A value outside the bounds becomes the nearest one.
        pub(super) state: Entries = optional(ValueShape::Map(&BOUNDED))
            .defines()
            .tunable(1.0)
            .shown()
            .example("[state]\nhits = { value = 0, most = 3 }\nwounds = { value = 0, most = 3 }"),
        /// Teams of members with fields, such as hit points, by name.
        pub(super) team: Lenient<Vec<(String, CheckedTable)>> =
            optional(ValueShape::Map(&ValueShape::Table(TeamKeys::KEYS)))
                .defines()
                .example("[team.heroes]\nmembers = [{ name = \"Ann\", hp = 12, attack = 5 }]"),
        /// Steps of a round, in order. Rounds are repeated until an outcome occurs.
        pub(super) step: Lenient<Vec<StepKeys>> = optional(ValueShape::tables(StepKeys::KEYS, 0, 100))
            .shown()
            .example(STEPS),
        /// Sides that make choices, with their aims and players.
        pub(super) side: Lenient<Vec<CheckedTable>> = optional(ValueShape::named_tables(SideKeys::KEYS, 0, 8))
            .shown()
            .example("[[side]]\nname = \"hero\"\nwants = \"success\"\nplayer = \"optimal\""),
        /// Outcomes; the first whose condition holds ends the contest. In contests of teams the last
        /// team that stands wins if there are none.
        pub(super) outcome: Lenient<Vec<OutcomeKeys>> = optional(ValueShape::named_tables(OutcomeKeys::KEYS, 1, 50))
            .shown()
            .example(OUTCOMES),
        /// Numbers that are measured at the end, by name.
        pub(super) metric: Entries = optional(ValueShape::Map(&ValueShape::Prose))
            .defines()
            .shown()
            .example("[metric]\nlead = \"hits - wounds\""),
        /// Limits of the contest and of its exact answer.
        pub(super) limit: CheckedTable = default("{}", ValueShape::Table(LimitKeys::KEYS)),
    }
}

table! {
    /// A value with its bounds.
    pub(super) struct Bounds {
        /// The value, or the start value of a state.
        pub(super) value: i64 = required(VALUE).tunable(1.0).example("13"),
        /// Lowest value.
        pub(super) least: Option<i64> = optional(VALUE),
        /// Highest value.
        pub(super) most: Option<i64> = optional(VALUE),
    }
}

table! {
    /// A die with weights.
    pub(super) struct DieKeys {
        /// Faces: integers and expressions of parameters, or texts with the symbols of a face, separated
        /// by spaces.
        pub(super) faces: Lenient<Vec<Item>> = required(FACES).example("[1, 2, 3]"),
        /// Weight of each face: an integer, or an expression of parameters; all are equal if left out.
        pub(super) weights: Lenient<Vec<Item>> = optional(ValueShape::list(
            &ValueShape::Either(&[whole(1, LARGEST_WEIGHT), ValueShape::Text]),
            1,
            1_000,
        )),
    }
}

table! {
    /// A step of a round.
    pub(super) struct StepKeys {
        /// Condition of the step, read before dice are thrown; a step without one is always taken.
        pub(super) when: Option<Item> = optional(ValueShape::Prose),
        /// Number of times that the step is taken, each time with new rolls; read before the first time.
        pub(super) times: Option<Item> = optional(ValueShape::Either(&[VALUE, ValueShape::Prose])),
        /// Teams whose members take a turn in the step, one after another, in this order.
        pub(super) each: Option<Item> = optional(ValueShape::Either(&[ValueShape::Text, NAMES])),
        /// Initiative of a member: members with a higher value have their turns before others. Equal
        /// ones draw lots. Without it, the order is that of `each` and of the lists of members.
        pub(super) order: Option<Item> = optional(ValueShape::Either(&[VALUE, ValueShape::Prose])),
        /// Whether the initiative is rolled anew each round, instead of once.
        pub(super) order_each_round: bool = flag(false).added(),
        /// Whether all members act at the same time: everything is decided and rolled in the state
        /// before the step.
        pub(super) at_once: bool = flag(false).added(),
        /// Targets of the turn of a member.
        pub(super) target: Option<CheckedTable> = optional(ValueShape::Table(TargetKeys::KEYS)),
        /// Rolls that are thrown: a name or a list. If left out, those that the step reads are
        /// thrown. In contests of teams: rolls by name, thrown once a turn.
        pub(super) roll: Option<Item> =
            optional(ValueShape::Either(&[ValueShape::Text, NAMES, ValueShape::Map(&ValueShape::Prose)])),
        /// Rolls by name that are thrown for each target.
        pub(super) against: Entries = optional(ValueShape::Map(&ValueShape::Prose)).defines(),
        /// Actions from which a member chooses one in its turn.
        pub(super) action: Lenient<Vec<ActionKeys>> = optional(ValueShape::named_tables(ActionKeys::KEYS, 0, 20)).restricts(),
        /// Choices, by the name under which expressions read them. None sees another unless it says
        /// so.
        pub(super) choose: Entries =
            optional(ValueShape::Map(&ValueShape::Table(ChoiceKeys::KEYS))).defines(),
        /// Changes of the state, in order: tables of states and their new values, each with an
        /// optional condition `if`. All conditions are read before anything is changed, and all
        /// values of a table before any of them is set. `refill` lists bags that are full again after
        /// the step.
        pub(super) then: Lenient<Vec<Item>> = optional(ValueShape::list(
            &STEP_CHANGES,
            0,
            100,
        ))
        .example("[{ if = \"attack >= 15\", hits = \"hits + 1\" }]"),
    }
}

table! {
    /// A team.
    pub(super) struct TeamKeys {
        /// Player of the team: a name, or a name with settings.
        pub(super) player: Option<Item> = default(
            "\"focus\"",
            PLAYER_OF_TEAM,
        ),
        /// Condition of the fields of a member under which it stands; one that does not has no turn and
        /// is no target. If left out, `hp > 0` for members with a field `hp`.
        pub(super) standing: Option<Item> = optional(ValueShape::Prose),
        /// Fields whose values the scenes of an adventure take over from earlier scenes with a team of
        /// the same name.
        pub(super) carry: Option<Item> = optional(NAMES).example("[\"hp\"]"),
        /// The members, with their fields.
        pub(super) members: Lenient<Vec<CheckedTable>> =
            required(ValueShape::elided_tables(MemberKeys::KEYS, 1, MOST_ENTRIES))
                .example("[{ name = \"Ann\", hp = 12, attack = 5 }]"),
    }
}

table! {
    /// A member of a team, or a number of equal ones.
    pub(super) struct MemberKeys {
        /// Name of the member.
        pub(super) name: Lenient<String> = required(ValueShape::Text).example("\"Ann\""),
        /// Number of equal members.
        pub(super) count: u32 = default("1", whole(1, MOST_MEMBERS as i64)).tunable(1.0),
        /// Condition under which the member joins the contest, read at the start of each round. Without
        /// one it is there from the start.
        pub(super) from: Option<Item> = optional(ValueShape::Prose),
        /// Fields by name: an integer, an expression that is rolled where it is read, or a table with
        /// `value` or `roll` (a start value that is rolled), `least` and `most`.
        pub(super) fields: Entries = others(&FIELD).tunable(1.0),
    }
}

table! {
    /// A field of a member with its bounds.
    pub(super) struct FieldKeys {
        /// Start value.
        pub(super) value: Option<i64> = optional(VALUE).tunable(1.0),
        /// Dice that determine the start value.
        pub(super) roll: Option<Item> = optional(ValueShape::Prose),
        /// Lowest value.
        pub(super) least: Option<i64> = optional(VALUE),
        /// Highest value; the start value if left out.
        pub(super) most: Option<i64> = optional(VALUE),
    }
}

table! {
    /// Targets of an action.
    pub(super) struct TargetKeys {
        /// Group from which targets are chosen: `enemies`, `allies`, `others`, `self`, or a team.
        pub(super) among: Lenient<String> = default("\"enemies\"", ValueShape::Text),
        /// Condition of a target.
        pub(super) condition: Option<Item> = Key::optional("where", ValueShape::Prose)
            .help("Condition that a target must meet, such as `target.zone = self.zone`."),
        /// Number of targets.
        pub(super) most: u32 = default("1", whole(1, MOST_MEMBERS as i64)),
        /// Whether all of them are targets.
        pub(super) all: bool = flag(false),
        /// Choice of simple play: `first`, `random`, or `lowest` or `highest` and a field.
        pub(super) simple: Lenient<String> = default("\"random\"", ValueShape::Text),
    }
}

table! {
    /// An action of a member.
    pub(super) struct ActionKeys {
        /// Name of the action.
        pub(super) name: Lenient<String> = required(ValueShape::Text).example("\"attack\""),
        /// Condition of the action.
        pub(super) when: Option<Item> = optional(ValueShape::Prose),
        /// Targets of the action.
        pub(super) target: Option<CheckedTable> = optional(ValueShape::Table(TargetKeys::KEYS)),
        /// Rolls by name, thrown once.
        pub(super) roll: Entries = optional(ValueShape::Map(&ValueShape::Prose)).defines(),
        /// Rolls by name that are thrown for each target.
        pub(super) against: Entries = optional(ValueShape::Map(&ValueShape::Prose)).defines(),
        /// Changes, as `then` of a step.
        pub(super) then: Lenient<Vec<Item>> = optional(ValueShape::list(&CHANGES, 0, 100)),
    }
}

table! {
    /// A choice of a step.
    pub(super) struct ChoiceKeys {
        /// Side that chooses.
        pub(super) by: Lenient<String> = required(ValueShape::Text).example("\"hero\""),
        /// Values to choose from: integers, or names.
        pub(super) among: Option<Item> = optional(OPTIONS).restricts(),
        /// Conditions of values, by value. A value without one is always allowed; if none is allowed,
        /// the first one is taken.
        pub(super) allow: Entries = optional(ValueShape::Map(&ValueShape::Prose)),
        /// The value that the player `simple` takes, as an expression; of dice to throw again, those
        /// below it are thrown again.
        pub(super) simple: Option<Item> = optional(ValueShape::Either(&[VALUE, ValueShape::Prose])),
        /// Roll of which the side may throw any dice again, instead of choosing a value.
        pub(super) reroll: Option<Item> = optional(ValueShape::Text),
        /// Maximum number of times that dice are thrown again.
        pub(super) times: Lenient<u32> = default("1", whole(1, 10)),
        /// Maximum number of dice that are thrown again each time.
        pub(super) most: Option<u32> = optional(whole(1, 1_000)),
        /// Rolls and choices of the step that the side sees before it chooses.
        pub(super) sees: Option<Item> = optional(NAMES),
        /// Condition of the choice. If it does not hold, the first value is taken, or all dice are
        /// kept.
        pub(super) when: Option<Item> = optional(ValueShape::Prose),
    }
}

table! {
    /// A side that chooses.
    pub(super) struct SideKeys {
        /// Name of the side.
        pub(super) name: Lenient<String> = required(ValueShape::Text).example("\"hero\""),
        /// Aim: the name of an outcome, or `high` or `low` and the name of a metric.
        pub(super) wants: Lenient<String> = required(ValueShape::Text).example("\"success\""),
        /// Player that chooses: a name, a name with settings, or `{ rule = "EXPRESSION" }`.
        pub(super) player: Option<Item> = default(
            "\"optimal\"",
            PLAYER_OF_SIDE,
        ),
    }
}

table! {
    /// A player with settings.
    struct PlayerKeys {
        /// Name of the player.
        name: Option<Lenient<Player>> = optional(Player::SHAPE).example("\"rollout\""),
        /// Only for `rollout`: number of play-outs of each option; 64 by default.
        playouts: Option<u32> = optional(whole(1, 1_000_000)).tunable(64.0).example("64"),
    }
}

table! {
    /// A player that chooses by an expression.
    struct RuleKeys {
        /// Expression of the chosen value, in place of a name; the nearest value to choose from is
        /// taken. Dice below the value are thrown again.
        rule: Option<Item> = optional(ValueShape::Prose).example("\"1\""),
    }
}

/// Player of a team, and of a side: a name, or a table.
const PLAYER_OF_TEAM: ValueShape =
    ValueShape::Either(&[Player::SHAPE, ValueShape::Table(&OF_TEAM)]);
const PLAYER_OF_SIDE: ValueShape =
    ValueShape::Either(&[Player::SHAPE, ValueShape::Table(&OF_SIDE)]);
static OF_TEAM: [Key; PlayerKeys::KEYS.len() + 1] = joined(PlayerKeys::KEYS, &[ErrorRate::KEY]);
static OF_SIDE: [Key; OF_TEAM.len() + 1] = joined(&OF_TEAM, RuleKeys::KEYS);

/// Default number of play-outs of each option of `rollout`.
pub(super) const PLAYOUTS: u32 = 64;

/// A player with its settings, as a side or a team names it.
#[derive(Clone, Debug)]
pub(super) struct NamedPlayer {
    /// The player; `first` beside a rule.
    pub(super) player: Player,
    /// Number of play-outs of each option of `rollout`.
    pub(super) playouts: u32,
    pub(super) error: ErrorRate,
    pub(super) rule: Option<Item>,
}

impl NamedPlayer {
    /// Returns the player of a side or a team, or reports settings that it does not have.
    /// `usual` is the one of a table with nothing but an error rate.
    pub(super) fn of(table: &CheckedTable, usual: Player, faults: &mut Faults) -> Option<Self> {
        let item = table.item("player")?;
        let with = |player| Self {
            player,
            playouts: PLAYOUTS,
            error: ErrorRate::NONE,
            rule: None,
        };
        let Some(settings) = item.as_table() else {
            return Player::of(item).map(with);
        };
        let keys = PlayerKeys::read(settings)?;
        let error = ErrorRate::under(settings, "error")?;
        let is_side = usual == Player::Optimal;
        let rule = if is_side {
            RuleKeys::read(settings)?.rule
        } else {
            None
        };
        let name = match (keys.name, rule) {
            (Some(name), None) => name.0?,
            (None, Some(rule)) if keys.playouts.is_none() => {
                return Some(Self {
                    rule: Some(rule),
                    error,
                    ..with(Player::First)
                });
            }
            (None, None) if settings.given("error") && keys.playouts.is_none() => usual,
            (None, None) => {
                let accepted = if is_side {
                    "add `name` or `rule`"
                } else {
                    "add `name`"
                };
                faults.refuse_item(item, "has no player", accepted, None);
                return None;
            }
            (_, Some(rule)) => {
                let accepted = "a rule is a player of its own: remove the rule or the other keys";
                faults.refuse_item(&rule, "is given with name or playouts", accepted, None);
                return None;
            }
        };
        if keys.playouts.is_some() && name != Player::Rollout {
            let accepted = "only rollout has play-outs; name rollout, or leave out playouts";
            faults.refuse(settings, "playouts", accepted, None);
            return None;
        }
        Some(Self {
            playouts: keys.playouts.unwrap_or(PLAYOUTS),
            error,
            ..with(name)
        })
    }
}

table! {
    /// An outcome.
    pub(super) struct OutcomeKeys {
        /// Name of the outcome.
        pub(super) name: Lenient<String> = required(ValueShape::Text).example("\"success\""),
        /// Condition, read after each step. An outcome without one occurs at the end of the first
        /// round if no other does.
        pub(super) when: Option<Item> = optional(ValueShape::Prose),
        /// Time at which the condition is read.
        pub(super) at: Lenient<At> = At::Step.as_default(),
        /// The outcome as a clause for sentences, such as `the thief escapes`.
        pub(super) phrase: Option<Lenient<String>> = optional(ValueShape::Text),
        /// Whether the outcome is a success. The first sentence adds up all successes.
        pub(super) success: bool = flag(false).added(),
    }
}

table! {
    /// The keys under `[limit]`.
    pub(super) struct LimitKeys {
        /// Rounds after which the outcome is `unresolved`: by default 100,000, or 1,000 in contests with
        /// choices and in those that read `rounds`.
        pub(super) rounds: Option<Lenient<u32>> = optional(whole(1, MOST_ROUNDS as i64)),
        /// Maximum number of times that one die explodes.
        pub(super) explode: u32 = default("8", whole(1, 50)),
        /// Maximum number of states of the exact answer and of optimal play.
        pub(super) states: Lenient<u32> = default("2000000", whole(1, 20_000_000)),
        /// Maximum number of steps of the exact answer and of optimal play, 100 million a second. If
        /// left out, 10 billion in `exact`, and 100 million before trials.
        pub(super) steps: Option<i64> = optional(whole(1, 1_000_000_000_000)),
    }
}

choices! {
    /// Time at which the condition of an outcome is read.
    pub enum At {
        /// after each step
        Step = "step",
        /// after the last step of a round
        Round = "round",
    }
}

choices! {
    /// Player of a side or a team.
    pub enum Player {
        /// chooses each option with equal probability
        Random = "random",
        /// chooses by the expression `simple` of the choice, else the first value; for teams the first
        /// possible action with the target of `simple`
        Simple = "simple",
        /// chooses the lowest value, or keeps all dice
        Never = "never",
        /// chooses the first value of the list, or keeps all dice
        First = "first",
        /// takes the action and target that lower the enemies' threat the most; only for teams
        Focus = "focus",
        /// plays the rest of the contest `playouts` times after each option (64 by default), continued by
        /// `focus` for teams, else by `simple` if the file has it, else by `random`, and takes the option
        /// with the best result
        Rollout = "rollout",
        /// makes the choice with the best chance of the side's or team's aim
        Optimal = "optimal",
    }
}

impl Player {
    /// Returns whether the player looks at what follows its choices.
    pub(super) fn looks_ahead(self) -> bool {
        matches!(self, Self::Rollout | Self::Optimal)
    }
}

const STEPS: &str = r#"[[step]]
choose = { dice = { by = "hero", among = [1, 2, 3] } }
then = [
  { if = "max(attack) >= target", hits = "hits + 1" },
  { if = "count(attack, 1) > 0", wounds = "wounds + 1" },
]"#;

const OUTCOMES: &str = r#"[[outcome]]
name = "success"
when = "hits = 3"
phrase = "the hero wins"

[[outcome]]
name = "failure"
when = "wounds = 3""#;
