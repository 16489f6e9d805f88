//! Keys of an Action Dice file, and the contest built from them.

use super::checks::{ActorDice, DeclarationRoll, DifficultyCheck, InitiativeCheck, Opposed};
use super::fighters::players::PLAYER;
use super::fighters::{AttackReach, Fighter, Player, Setup, Side, Specialty, Stance};
use super::options::{DeclareTie, Options, PassiveCap};
use super::roll::{ActionEffort, ActionRoll};
use super::rounds::Rounds;
use evenodds_core::contest::{
    Contest, Erring, ErrorRate, Group, Labels, Seat, Typed, choices, copies, default, flag,
    optional, required, table, whole,
};
use evenodds_core::document::{CheckedTable, Faults, Key, ValueShape};

pub(super) static KEYS: &[Key] = File::KEYS;

table! {
    /// A file. Which contest has which keys is checked in `examine`.
    struct File {
        /// Contest within the kind.
        contest: ContestSort = required(ContestSort::SHAPE).example("\"exchange\""),
        /// Of a check, and of an ability without a rival: total that the dice must reach.
        difficulty: Option<i64> = optional(whole(1, i64::MAX))
            .accepts("a positive whole number")
            .tunable(1.0)
            .example("12"),
        /// The participant, or the first of two.
        a: Option<RollKeys> = optional(ValueShape::Table(RollKeys::KEYS))
            .example("{ name = \"Runner\", action = 2, skill = 3 }"),
        /// The second of two participants.
        b: Option<RollKeys> = optional(ValueShape::Table(RollKeys::KEYS))
            .example("{ name = \"Chaser\", action = 3, skill = 2 }"),
        /// Of an exchange: the two groups.
        side: Vec<SideKeys> = optional(ValueShape::named_tables(SideKeys::KEYS, 2, 2))
            .shown()
            .example(EXAMPLE),
        /// Options where the rules leave a choice.
        rules: Options = default("{}", ValueShape::Table(Options::KEYS)),
    }
}

choices! {
    /// Contests of the kind.
    pub(super) enum ContestSort {
        /// a roll of a skill against a difficulty
        Check = "check",
        /// two rolls against each other
        Opposed = "opposed",
        /// a roll of an ability, of which only the best dice count, against a difficulty or a rival
        Ability = "ability",
        /// the order of two participants: which one acts first, and which one declares first
        Order = "order",
        /// attacks and defences of two groups, round by round
        Exchange = "exchange",
    }
}

const SPECIAL_DICE: ValueShape = whole(0, 6);
const SKILL_DICE: ValueShape = whole(0, 12);

table! {
    /// Dice of a participant.
    struct RollKeys {
        /// Name; it also selects the random numbers, and with two participants names the outcome.
        name: String = required(ValueShape::Text).example("\"Runner\""),
        /// General action dice used on this action.
        action: u32 = default("1", SPECIAL_DICE).tunable(1.0),
        /// Limited action dice used on this action.
        limited: u32 = default("0", SPECIAL_DICE).tunable(1.0),
        /// Specialised action dice used on this action.
        specialised: u32 = default("0", SPECIAL_DICE).tunable(1.0),
        /// Dice of the skill.
        skill: Option<u32> = optional(SKILL_DICE).tunable(1.0).example("3"),
        /// Dice of the ability, instead of a skill.
        ability: Option<u32> = optional(SKILL_DICE).tunable(1.0).example("2"),
        /// Of an ability: number of the best dice that count; by default one more than the ability
        /// has.
        cap: Option<u32> = optional(whole(1, 40)).tunable(1.0).example("3"),
        /// Whether the ability takes no action, as Toughness: no action dice are rolled.
        passive: bool = flag(false),
        /// Extra dice, for more time or better tools.
        extra: u32 = default("0", SPECIAL_DICE).tunable(1.0),
        /// Whether it is a two-die action, such as a Group Attack: half of two action dice and of
        /// the skill's dice, and all further action dice, are rolled.
        two_die: bool = flag(false),
        /// Whether the participant declared noncombat: one more general action die, used here.
        noncombat: bool = flag(false),
        /// Of order: action dice kept for later in the round.
        reserve: Reserve = default("{}", ValueShape::Table(Reserve::KEYS)),
        /// Of order: action dice of all kinds used earlier in the round.
        spent: u32 = default("0", whole(0, 20)),
    }
}

table! {
    /// Action dice kept for later.
    struct Reserve {
        /// General action dice.
        action: u32 = default("0", SPECIAL_DICE),
        /// Limited action dice.
        limited: u32 = default("0", SPECIAL_DICE),
        /// Specialised action dice.
        specialised: u32 = default("0", SPECIAL_DICE),
    }
}

table! {
    /// A side of an exchange.
    struct SideKeys {
        /// Name of the side, and of the outcome that it wins.
        name: String = required(ValueShape::Text).example("\"guards\""),
        /// Player that decides how the side uses its action dice; by default `optimal` where the
        /// exchange can be solved, else `guarded`.
        player: Option<Erring<Player>> = optional(PLAYER).example("\"guarded\""),
        /// Combatants of the side.
        combatant: Vec<CombatantKeys> = required(ValueShape::elided_tables(CombatantKeys::KEYS, 1, 50)),
    }
}

table! {
    /// A combatant, or a number of identical ones.
    struct CombatantKeys {
        /// Name of the combatant.
        name: String = required(ValueShape::Text).example("\"Guard\""),
        /// Number of identical combatants. Copies are numbered and reported together.
        count: u32 = default("1", whole(1, 50)).tunable(1.0).counts(),
        /// General action dice: an ordinary person has 1, a hero 3.
        action: u32 = required(whole(1, 6))
            .accepts("1 to 6 general action dice")
            .tunable(1.0)
            .example("2"),
        /// Action dice for a broad class of actions.
        limited: Option<Limited> = optional(ValueShape::Table(Limited::KEYS))
            .example("{ dice = 1, to = \"attack\" }"),
        /// Action dice for one skill.
        specialised: Option<Specialised> = optional(ValueShape::Table(Specialised::KEYS))
            .example("{ dice = 1, to = \"dodge\" }"),
        /// Dice of the best hand-to-hand combat skill.
        hand_to_hand: u32 = default("0", SKILL_DICE).tunable(1.0),
        /// Dice of the best ranged combat skill.
        ranged: u32 = default("0", SKILL_DICE).tunable(1.0),
        /// Dice of Dodge.
        dodge: u32 = default("0", SKILL_DICE).tunable(1.0),
        /// Dice of movement, an ability: for diving for cover and moving closer.
        movement: u32 = default("0", SKILL_DICE).tunable(1.0),
        /// Kind of attack.
        attack: AttackReach = AttackReach::HandToHand.as_default(),
        /// Kind of defence, unless its player chooses one.
        defence: Stance = Stance::Single.as_default(),
        /// Extra dice of its attacks.
        attack_extra: u32 = default("0", SPECIAL_DICE).tunable(1.0),
        /// Extra dice of its defences by a skill.
        defence_extra: u32 = default("0", SPECIAL_DICE).tunable(1.0),
        /// Whether it declares noncombat in every round: one more general action die, but a base
        /// defence of 0 and no General Defense.
        noncombat: bool = flag(false),
    }
}

table! {
    /// Limited action dice.
    struct Limited {
        /// Number of dice.
        dice: u32 = required(whole(1, 6)).tunable(1.0).example("1"),
        /// Actions that the dice may be used for.
        to: LimitedTo = required(LimitedTo::SHAPE).example("\"attack\""),
    }
}

choices! {
    /// Actions that limited action dice may be used for.
    enum LimitedTo {
        /// attacks
        Attack = "attack",
        /// defensive actions
        Defence = "defence",
    }
}

table! {
    /// Specialised action dice.
    struct Specialised {
        /// Number of dice.
        dice: u32 = required(whole(1, 6)).tunable(1.0).example("1"),
        /// Actions that the dice may be used for.
        to: Specialty = required(Specialty::SHAPE).example("\"dodge\""),
    }
}

const EXAMPLE: &str = r#"[[side]]
name = "hero"
# player = "optimal"                 # for duels; or "guarded", "all_out", "keep_1", "heavy", "random"
  [[side.combatant]]
  name = "Emily"
  action = 3
  hand_to_hand = 4
  dodge = 2

[[side]]
name = "guards"
  [[side.combatant]]
  name = "Captain"
  action = 2
  hand_to_hand = 4
  dodge = 2
"#;

/// Builds the contest of a checked file.
pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    if ContestSort::under(table, "contest") == Some(ContestSort::Exchange) {
        return Some(Box::new(exchange(table)?));
    }
    let File {
        contest,
        difficulty,
        a,
        b,
        rules,
        ..
    } = File::read(table)?;
    Some(match (contest, difficulty) {
        (ContestSort::Check | ContestSort::Ability, Some(difficulty)) => {
            Box::new(DifficultyCheck::new(a?.roll(&rules)?, difficulty))
        }
        (ContestSort::Opposed | ContestSort::Ability, None) => {
            Box::new(Opposed::new([a?.roll(&rules)?, b?.roll(&rules)?]))
        }
        (ContestSort::Order, _) => {
            Box::new(InitiativeCheck::new([a?.actor(&rules), b?.actor(&rules)]))
        }
        _ => return None,
    })
}

impl RollKeys {
    /// Returns the number of action dice of all kinds that are used.
    fn used(&self) -> u32 {
        self.action + self.limited + self.specialised + u32::from(self.noncombat)
    }

    fn roll(self, options: &Options) -> Option<ActionRoll> {
        let effort = ActionEffort {
            action: if self.passive { 0 } else { self.used() },
            bonus: self.ability.or(self.skill)?,
            extra: self.extra,
            two_die: self.two_die,
        };
        let (action, other) = effort.thrown(options);
        let one_more = u32::from(!(self.passive && options.passive_cap == PassiveCap::Flat));
        Some(ActionRoll {
            action,
            other,
            kept: self.ability.map(|dice| self.cap.unwrap_or(dice + one_more)),
            name: self.name,
        })
    }

    fn actor(self, options: &Options) -> ActorDice {
        let effort = ActionEffort {
            action: self.used(),
            two_die: self.two_die,
            ..ActionEffort::default()
        };
        let Reserve {
            action,
            limited,
            specialised,
        } = self.reserve;
        let left = self.used() + action + limited + specialised;
        ActorDice {
            action: effort.thrown(options).0,
            declaration: DeclarationRoll {
                left,
                limited: self.limited + limited,
                specialised: self.specialised + specialised,
                total: match options.declare_tie {
                    DeclareTie::Total => left + self.spent,
                    DeclareTie::Random => 0,
                },
            },
            name: self.name,
        }
    }
}

/// Returns the exchange of a checked file.
pub(super) fn exchange(table: &CheckedTable) -> Option<Rounds> {
    let found = Rounds::new(setup(table, Player::Optimal)?);
    let sides = table.tables("side");
    if sides.iter().all(|side| side.given("player")) || found.solvable().is_ok() {
        return Some(found);
    }
    Some(Rounds::new(setup(table, Player::Guarded)?))
}

/// Returns the setup of an exchange; sides without a player get the player `usual`.
fn setup(table: &CheckedTable, usual: Player) -> Option<Setup> {
    let File {
        side: all,
        rules: options,
        ..
    } = File::read(table)?;
    let combatants = all.iter().flat_map(|side| &side.combatant);
    let labels = Labels::new(combatants.map(|combatant| &combatant.name));
    let (mut sides, mut fighters, mut groups) = (Vec::new(), Vec::new(), Vec::new());
    for (position, side) in all.into_iter().enumerate() {
        let first = fighters.len();
        for combatant in side.combatant {
            let one = combatant.fighter(position, groups.len());
            let CombatantKeys { name, count, .. } = combatant;
            let named = |name| Fighter {
                name,
                ..one.clone()
            };
            fighters.extend(copies(&name, count).into_iter().map(named));
            groups.push(Group {
                label: labels.of(&side.name, &name),
                side: position,
                size: count,
            });
        }
        let without_errors = Erring {
            player: usual,
            error: ErrorRate::NONE,
        };
        let Erring { player, error } = side.player.unwrap_or(without_errors);
        sides.push(Side {
            name: side.name,
            members: first..fighters.len(),
            player,
            error,
        });
    }
    Some(Setup {
        sides: sides.try_into().ok()?,
        fighters,
        groups,
        options,
    })
}

impl CombatantKeys {
    /// Returns one fighter of the combatant, without a name.
    fn fighter(&self, side: usize, group: usize) -> Fighter {
        let limited = |to: LimitedTo| {
            let limited = self.limited.as_ref();
            limited.map_or(0, |limited| u32::from(limited.to == to) * limited.dice)
        };
        let specialised = self.specialised.as_ref();
        Fighter {
            name: String::new(),
            side,
            group,
            general: self.action + u32::from(self.noncombat),
            for_attack: limited(LimitedTo::Attack),
            for_defence: limited(LimitedTo::Defence),
            specialised: specialised.map(|specialised| (specialised.to, specialised.dice)),
            hand_to_hand: self.hand_to_hand,
            ranged: self.ranged,
            dodge: self.dodge,
            movement: self.movement,
            attack: self.attack,
            attack_extra: self.attack_extra,
            defence_extra: self.defence_extra,
            stance: self.defence,
            noncombat: self.noncombat,
        }
    }
}

/// Returns a seat for each side of an exchange.
pub(super) fn seats(table: &CheckedTable) -> Vec<Seat> {
    if ContestSort::under(table, "contest") != Some(ContestSort::Exchange) {
        return Vec::new();
    }
    let usual = default_player(table);
    let sides = table.tables("side").iter();
    sides
        .filter_map(|side| {
            let name = side.text("name")?;
            Seat::at(side, name, name).or_else(|| {
                Some(Seat {
                    name: name.to_owned(),
                    path: side.path_of("player"),
                    outcome: name.to_owned(),
                    own: Vec::new(),
                    player: usual?,
                    value: usual?.to_owned(),
                    has_settings: false,
                })
            })
        })
        .collect()
}

/// Returns the player of sides without a `player` key, if there are any in a checked exchange.
fn default_player(table: &CheckedTable) -> Option<&'static str> {
    let sides = table.tables("side").iter();
    let position = sides.enumerate().find(|(_, side)| !side.given("player"))?.0;
    Some(exchange(table)?.sides[position].player.name())
}

#[cfg(test)]
mod tests;
