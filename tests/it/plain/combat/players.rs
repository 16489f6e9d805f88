//! Rule-based players. They count dice before Cover, and count monsters and wounded characters that
//! would return as emptied.

use std::cmp::Reverse;

use super::super::dice::PlainDice;
use super::cover::Attacked;
use super::report::{CoverFrom, Outcome};
use super::view::{Action, View};

/// `random`: makes exactly one random choice for each decision, even with only one legal action.
pub fn random(view: &View, dice: &mut dyn PlainDice) -> Action {
    let policy_roller = view.table.rollers().policy_roller(view.actor);
    let actions = view.actions_but_retreat();
    actions[dice.choose(policy_roller, actions.len())]
}

/// `brawler`: on the last die the first unused Class; else the highest die at the opponent with the
/// highest initiative.
pub fn brawler(view: &View, dice: &mut dyn PlainDice) -> Action {
    if let Some(change) = change_on_last_die(view) {
        return change;
    }
    let face = *view.own_pool().last().expect("the actor has dice");
    let target = strongest(view, &view.opponents(), dice).expect("there are opponents");
    Action::Attack { face, target }
}

/// `finisher`: the smallest face that empties some opponent, at the strongest that it empties. If
/// there is none, on the last die the first unused Class; else the attack that removes most
/// initiative.
pub fn finisher(view: &View, dice: &mut dyn PlainDice) -> Action {
    for &face in view.own_pool() {
        let mut emptied = view.opponents();
        emptied.retain(|&opponent| view.seat(opponent).pool.iter().all(|&die| die <= face));
        if let Some(target) = strongest(view, &emptied, dice) {
            return Action::Attack { face, target };
        }
    }
    if let Some(change) = change_on_last_die(view) {
        return change;
    }
    most_removed(view, dice)
}

/// `rollout`: returns the action that wins most of `playouts` play-outs for the actor's side. Ties:
/// attacks, then supports, each by ascending face, then changes of tactic, then by lot. All actions
/// use the same random numbers.
pub fn rollout(view: &View, playouts: usize, dice: &mut dyn PlainDice) -> Action {
    let mut random = dice.playouts(view.table.rollers().policy_roller(view.actor));
    let mut all: Vec<(usize, Action)> = Vec::new();
    for action in view.actions() {
        let wins = (0..playouts)
            .filter(|&k| play_out(view, action, &mut *random(k)) == Outcome::Side(view.side()))
            .count();
        all.push((wins, action));
    }
    let kind = |action: &Action| match *action {
        Action::Attack { face, .. } => (0, face),
        Action::Support { face, .. } => (1, face),
        Action::ChangeTactic { .. } => (2, 0),
        Action::Retreat => (3, 0),
    };
    let most = all.iter().map(|&(wins, _)| wins).max();
    all.retain(|&(wins, _)| Some(wins) == most);
    let first = all.iter().map(|(_, action)| kind(action)).min();
    all.retain(|(_, action)| Some(kind(action)) == first);
    let equal: Vec<Action> = all.into_iter().map(|(_, action)| action).collect();
    let policy_roller = view.table.rollers().policy_roller(view.actor);
    drawn(&equal, policy_roller, dice).expect("a retreat is always legal")
}

/// Returns how the fight ends after this action if all continue as `finisher`, including the actor
/// if its turn continues.
fn play_out(view: &View, action: Action, dice: &mut dyn PlainDice) -> Outcome {
    let mut table = view.table.clone();
    table.log.clear();
    let mut first = Some(action);
    let mut choose = |view: &View, dice: &mut dyn PlainDice| {
        first.take().unwrap_or_else(|| finisher(view, dice))
    };
    table.finish_turn(view.actor, view.aided, dice, &mut choose);
    table.play_to_the_end(dice, &mut choose)
}

/// `rollout`, attacked: returns the Cover die to spend next, or none, that wins most of `playouts`
/// play-outs for the target's side. Ties: the first of [`Attacked::choices`], then none. All
/// choices use the same random numbers.
pub fn rollout_cover(
    attacked: &Attacked,
    playouts: usize,
    dice: &mut dyn PlainDice,
) -> Option<(CoverFrom, u8)> {
    let target = attacked.attack.target;
    let mut random = dice.playouts(attacked.table.rollers().policy_roller(target));
    let own = Outcome::Side(attacked.table.combatants[target].side);
    let mut choices: Vec<_> = attacked.choices().into_iter().map(Some).collect();
    choices.push(None);
    let mut best = None;
    for choice in choices {
        let wins = (0..playouts)
            .filter(|&k| play_out_behind(attacked, choice, &mut *random(k)) == own)
            .count();
        if best.is_none_or(|(_, most)| wins > most) {
            best = Some((choice, wins));
        }
    }
    let (choice, _) = best.expect("spending none is always possible");
    choice
}

/// Returns how the fight ends after this Cover if all continue as `finisher`. After a die, more
/// Cover may follow against the same attack, if any would keep dice; after none, the attack
/// follows.
fn play_out_behind(
    attacked: &Attacked,
    choice: Option<(CoverFrom, u8)>,
    dice: &mut dyn PlainDice,
) -> Outcome {
    let mut table = attacked.table.clone();
    table.log.clear();
    let mut finishers = |view: &View, dice: &mut dyn PlainDice| finisher(view, dice);
    let mut kept = attacked.kept.to_vec();
    if let Some(die) = choice {
        table.spend_cover(attacked.attack.target, die);
        kept.push(die.1);
        kept = table.take_cover(attacked.attack, kept, dice, &mut finishers);
    }
    table.strike(attacked.attack, &kept, dice);
    table.end_turn(dice);
    table.play_to_the_end(dice, &mut finishers)
}

/// Returns the one of `combatants` with the highest initiative, on ties by lot.
fn strongest(view: &View, combatants: &[usize], dice: &mut dyn PlainDice) -> Option<usize> {
    let mut equal = combatants.to_vec();
    let highest = equal
        .iter()
        .map(|&combatant| view.initiative(combatant))
        .max();
    equal.retain(|&combatant| Some(view.initiative(combatant)) == highest);
    drawn(&equal, view.table.rollers().policy_roller(view.actor), dice)
}

/// Draws one of equal choices by lot; one alone takes no lot.
fn drawn<T: Copy>(equal: &[T], roller: usize, dice: &mut dyn PlainDice) -> Option<T> {
    match equal {
        [] => None,
        [single] => Some(*single),
        _ => Some(equal[dice.choose(roller, equal.len())]),
    }
}

/// Returns the change to the first unused Class, for an actor that holds exactly one die and has
/// such a Class.
fn change_on_last_die(view: &View) -> Option<Action> {
    if view.own_pool().len() != 1 {
        return None;
    }
    let class = view.seat(view.actor).first_unused_class()?;
    Some(Action::ChangeTactic { class })
}

/// Returns the attack that removes most initiative. Ties: the smaller face, then the opponent with
/// the higher initiative, then by lot.
fn most_removed(view: &View, dice: &mut dyn PlainDice) -> Action {
    let merit = |&(face, target): &(u8, usize)| {
        let lost = view.seat(target).pool.iter().filter(|&&die| die <= face);
        let removed: u64 = lost.map(|&die| u64::from(die)).sum();
        (removed, Reverse(face), view.initiative(target))
    };
    let mut faces = view.own_pool().to_vec();
    faces.dedup();
    let opponents = view.opponents();
    let pairs = faces
        .iter()
        .flat_map(|&face| opponents.iter().map(move |&target| (face, target)));
    let mut equal: Vec<(u8, usize)> = pairs.collect();
    let best = equal.iter().map(merit).max();
    equal.retain(|pair| Some(merit(pair)) == best);
    let roller = view.table.rollers().policy_roller(view.actor);
    let (face, target) = drawn(&equal, roller, dice).expect("the actor has dice and opponents");
    Action::Attack { face, target }
}
