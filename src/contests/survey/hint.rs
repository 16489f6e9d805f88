//! What to explore next on a table as it stands: exactly, by what the searchers know.
//!
//! The table is typed as `Field: 3 1 5 2 2 6; Explored: 1.1 2.2; Supply: 5 4 2; Trail: 3`. Places are a row and
//! a place in it, both from 1, as stories have them.

use super::field::{Field, MOST_ROWS, Places, each, size};
use super::limit::MOST_GOES;
use super::rules::Table;
use super::search::Search;
use super::tell::{at, one_of};
use super::view::{Go, View};
use super::{FieldFrom, Prize, SUCCESS, SupplyFrom, Survey};
use crate::contest::laid::{self, Entry, Named, Said};
use crate::contest::{Considered, Hint, HintBy, HintPlan, Hints, Lying, counted};
use crate::dice::{Pool, Sampled};
use crate::document::{Fault, Faults, Place, Source};
use std::sync::Arc;

/// The entries of a table.
const NAMES: [&str; 5] = ["Field", "Supply", "Explored", "Trail", "Began"];
const FIELD: usize = 0;
const SUPPLY: usize = 1;
const EXPLORED: usize = 2;
const TRAIL: usize = 3;
const BEGAN: usize = 4;

impl Hints for Survey {
    fn example(&self) -> String {
        let mut dice = Sampled::new(1, &crate::contest::Rules::rollers(self));
        dice.start(0);
        let supply = self.supply(&mut dice, &mut crate::contest::Silent);
        let (field, _) = self.lay(&mut dice);
        let mut entries = Vec::new();
        if matches!(self.setup().field, FieldFrom::Rolled(_)) {
            entries.push(format!("Field: {}", faces(&field)));
        }
        entries.push(format!("Supply: {}", typed(supply)));
        entries.join("; ")
    }

    fn hint(&self, table: &Arc<Source>, _: &HintPlan) -> Result<Hint, Faults> {
        let mut faults = Faults::new();
        let view = self.read(table, &mut faults);
        match view.filter(|_| faults.is_empty()) {
            Some((view, mut search)) => Ok(self.hint_at(&view, &mut search)),
            None => Err(faults),
        }
    }
}

impl Survey {
    /// The table out of words, and a search that knows it.
    fn read(&self, source: &Arc<Source>, faults: &mut Faults) -> Option<(View, Search)> {
        let entries = entries(source, faults);
        let whole = |faults: &mut Faults, found: &str, accepted: &str| {
            let place = Place::new(source, 0..source.text().len());
            faults.push(Fault::new(place, "", found, accepted));
        };
        let dice = |entry: &Entry, most: u32, faults: &mut Faults| {
            laid::dice(&entry.name.text, &entry.words, most, faults)
        };
        let field = self.field(&entries, faults, &whole);
        let most = self.setup().most_supply_dice();
        let supply = match (&entries[SUPPLY], &self.setup().supply) {
            (Some(entry), _) => dice(entry, most, faults),
            (None, SupplyFrom::Given(supply)) if entries[EXPLORED].is_none() => Some(*supply),
            (None, _) => {
                whole(
                    faults,
                    "the Supply is missing",
                    "say the dice that are left, such as Supply: 5 4 2",
                );
                None
            }
        };
        let began = match (&entries[BEGAN], &self.setup().supply) {
            (Some(entry), _) => dice(entry, most, faults),
            (None, SupplyFrom::Given(supply)) => Some(*supply),
            (None, _) if entries[EXPLORED].is_none() => supply,
            (None, _) if self.setup().prize == Prize::Solvable => {
                let accepted = "which numbers may be the Prize hangs on it: say the first Supply, such as Began: 6 5 4 2";
                whole(faults, "nobody says with what the search began", accepted);
                None
            }
            (None, _) => supply,
        };
        let explored = match (&entries[EXPLORED], &field) {
            (Some(entry), Some(field)) => places(entry, field, faults),
            (None, _) => Some(0),
            _ => None,
        };
        let trail = match &entries[TRAIL] {
            Some(entry) => {
                let trail = dice(entry, 1, faults)?;
                let one = (!trail.is_empty()).then(|| trail.lowest());
                if one.is_none() {
                    let accepted = "say the number of the Prize, such as Trail: 3";
                    faults.push(entry.name.fault("Trail", "has no number", accepted));
                }
                Some((one?, entry))
            }
            None => None,
        };
        let (field, supply, began, explored) = (field?, supply?, began?, explored?);
        let mut search = self.search();
        let eligible = field.eligible();
        let candidates = self.candidates(&field, eligible, began, &mut search);
        let mut view = View {
            explored,
            trail: trail.map(|(face, _)| face),
            ..Table::new(field, supply, candidates, 0).view
        };
        if let Some((face, entry)) = trail {
            let number = entry.words.first().unwrap_or(&entry.name);
            if !candidates.has(face) {
                let accepted = format!("the Prize may be {}", one_of(candidates));
                faults.push(number.fault("Trail", format!("is {face}"), accepted));
            } else if field.showing(face) & explored == 0 {
                let accepted = "the trail begins where a die of that number was explored";
                faults.push(number.fault("Trail", format!("is {face}"), accepted));
            } else if field.showing(face) & !explored == 0 {
                whole(
                    faults,
                    "all dice of the Prize are explored",
                    "the search has succeeded and is over",
                );
            }
        } else {
            view.candidates = candidates.minus(field.faces(explored));
            if view.candidates.is_empty() {
                whole(
                    faults,
                    "every number that may be the Prize was explored",
                    "so the trail is known: say it, such as Trail: 3",
                );
            }
        }
        if faults.is_empty() && view.affordable() == 0 {
            whole(
                faults,
                "no die of the Supply explores anything",
                "the search is over",
            );
        }
        if faults.is_empty() && self.setup().combine {
            search.worth(&view);
            if search.effort() > MOST_GOES {
                whole(
                    faults,
                    "there are too many goes",
                    "best play takes too long to find here",
                );
            }
        }
        Some((view, search))
    }

    fn search(&self) -> Search {
        if self.setup().combine {
            Search::combined_up_to(MOST_GOES)
        } else {
            Search::new(false)
        }
    }

    /// The Field: that of the file, or what somebody typed.
    fn field(
        &self,
        entries: &[Option<Entry>; 5],
        faults: &mut Faults,
        whole: &impl Fn(&mut Faults, &str, &str),
    ) -> Option<Field> {
        let given = match self.setup().field {
            FieldFrom::Given(field) => Some(field),
            FieldFrom::Rolled(_) => None,
        };
        let Some(entry) = &entries[FIELD] else {
            if given.is_none() {
                let accepted =
                    "say its dice, apex first and row by row, such as Field: 3 1 5 2 2 6";
                whole(faults, "the Field is missing", accepted);
            }
            return given;
        };
        let known = faults.len();
        laid::dice("Field", &entry.words, size(MOST_ROWS), faults)?;
        let typed: Vec<u32> = entry
            .words
            .iter()
            .filter_map(|word| word.text.parse().ok())
            .collect();
        let field = Field::from_faces(&typed);
        let rows = match self.setup().field {
            FieldFrom::Given(field) => field.rows(),
            FieldFrom::Rolled(rows) => rows,
        };
        match field.filter(|field| field.rows() == rows) {
            None => {
                let found = format!("has {} dice", typed.len());
                let accepted = format!("{rows} rows have {}", size(rows));
                faults.push(entry.name.fault("Field", found, accepted));
            }
            Some(field) if given.is_some_and(|given| !given.is(&field)) => {
                let accepted = "the file gives other dice: leave it out";
                faults.push(entry.name.fault("Field", "is another one", accepted));
            }
            Some(field) if field.eligible().is_empty() => {
                let accepted = "the Prize stands there at least twice";
                faults.push(entry.name.fault("Field", "has each number once", accepted));
            }
            _ => {}
        }
        field.filter(|_| faults.len() == known)
    }

    fn hint_at(&self, view: &View, search: &mut Search) -> Hint {
        let mut goes: Vec<Go> = each(view.affordable())
            .map(|place| view.single(place))
            .collect();
        let advised = search.advise(view);
        if let Some(go) = advised.filter(|go| !goes.contains(go)) {
            goes.push(go);
        }
        let mut actions: Vec<(bool, Considered)> = goes
            .into_iter()
            .map(|go| {
                let considered = Considered {
                    deed: deed(view, go),
                    effect: effect(view, go),
                    chance: search.worth_of(view, go).chance(),
                    nobody: 0.0,
                    wins: None,
                };
                (Some(go) != advised, considered)
            })
            .collect();
        actions.sort_by(|(one_other, one), (other_other, other)| {
            let better = other.chance.total_cmp(&one.chance);
            better.then(one_other.cmp(other_other))
        });
        let who = match &self.setup().supply {
            SupplyFrom::Rolled { leader, .. } => leader.name.clone(),
            SupplyFrom::Given(_) => "the searchers".to_owned(),
        };
        let phrase = &crate::contest::Describe::outcomes(self)[SUCCESS].phrase;
        let then = phrase.strip_prefix(&format!("{who} ")).unwrap_or(phrase);
        let known = match view.trail {
            Some(face) => format!("on the trail of {face}"),
            None => format!("and the Prize may be {}", one_of(view.candidates)),
        };
        let supply = counted(view.supply.len(), "die", "dice");
        Hint {
            turn: format!("{supply} of Supply left, {known}"),
            then: format!("{who} then {then}"),
            who,
            judge: "solved exactly, by what the searchers know".to_owned(),
            by: HintBy::Solved,
            table: lying(view),
            missing: Vec::new(),
            actions: actions
                .into_iter()
                .map(|(_, considered)| considered)
                .collect(),
        }
    }
}

/// The entries by their names.
fn entries(source: &Arc<Source>, faults: &mut Faults) -> [Option<Entry>; 5] {
    let mut found = [const { None }; 5];
    for entry in laid::read(source, faults) {
        let name = match laid::find(&entry.name.text, &NAMES, &[]) {
            Named::One(name) => name,
            other => {
                let known = ("the entries", &NAMES[..]);
                faults.push(laid::unknown("", &entry.name, other, known));
                continue;
            }
        };
        if let Some(note) = entry.notes.first() {
            let found = format!("has `{}`", note.text);
            faults.push(note.fault(NAMES[name], found, "there are no notes here"));
        }
        if found[name].is_some() {
            faults.push(
                entry
                    .name
                    .fault(NAMES[name], "is here twice", "each entry is typed once"),
            );
        }
        found[name] = Some(entry);
    }
    found
}

/// The places that were explored: each a corner, or next to one of the others.
fn places(entry: &Entry, field: &Field, faults: &mut Faults) -> Option<Places> {
    let known = faults.len();
    let mut explored: Places = 0;
    let mut words: Vec<(Places, &Said)> = Vec::new();
    for word in &entry.words {
        let place = word.text.split_once('.').and_then(|(row, column)| {
            let [row, column]: [u32; 2] = [row.parse().ok()?, column.parse().ok()?];
            let fits = (1..=field.rows()).contains(&row) && (1..=row).contains(&column);
            fits.then(|| 1 << (8 * (row - 1) + column - 1))
        });
        match place {
            None => {
                let found = format!("has `{}`", word.text);
                let accepted = format!(
                    "a place is a row, 1 to {}, and a place in it, such as 2.1",
                    field.rows()
                );
                faults.push(word.fault("Explored", found, accepted));
            }
            Some(place) if explored & place != 0 => {
                let found = format!("has {} twice", word.text);
                faults.push(word.fault("Explored", found, "a place is explored once"));
            }
            Some(place) => {
                explored |= place;
                words.push((place, word));
            }
        }
    }
    // From the corners on, whatever can be reached.
    let mut reached: Places = 0;
    loop {
        let next = field.open(reached) & explored;
        if next == 0 {
            break;
        }
        reached |= next;
    }
    for (place, word) in words {
        if reached & place == 0 {
            let found = format!("has {}", word.text);
            let accepted = "a place is a corner, or touches one that was explored before";
            faults.push(word.fault("Explored", found, accepted));
        }
    }
    (faults.len() == known).then_some(explored)
}

fn deed(view: &View, go: Go) -> String {
    let dice: Vec<String> = each(go.places)
        .map(|place| format!("the {} at {}", view.field.face(place), at(place)))
        .collect();
    format!("explore {} with a {}", dice.join(" and "), go.die)
}

/// What a go may show.
fn effect(view: &View, go: Go) -> String {
    let faces = view.field.faces(go.places);
    match view.trail {
        Some(face) if faces.has(face) => "a die of the Prize".to_owned(),
        Some(_) => "on the way".to_owned(),
        None => {
            let shown = faces.and(view.candidates);
            match shown.len() {
                0 => "cannot show the trail".to_owned(),
                some => format!("shows the trail {some} in {}", view.candidates.len()),
            }
        }
    }
}

/// The Supply, and the Field row by row.
fn lying(view: &View) -> Vec<Lying> {
    let mut supply: Vec<u32> = view.supply.faces().collect();
    supply.reverse();
    let mut table = vec![Lying {
        name: "Supply".to_owned(),
        side: String::new(),
        dice: supply,
        about: String::new(),
    }];
    for row in 0..view.field.rows() {
        let places: Vec<Places> = (0..=row).map(|column| 1 << (8 * row + column)).collect();
        let explored = places.iter().filter(|&&place| view.explored & place != 0);
        let explored: Vec<String> = explored.map(|&place| at(place)).collect();
        table.push(Lying {
            name: format!("row {}", row + 1),
            side: String::new(),
            dice: places.iter().map(|&place| view.field.face(place)).collect(),
            about: if explored.is_empty() {
                String::new()
            } else {
                format!("explored {}", explored.join(", "))
            },
        });
    }
    table
}

/// The dice of a Field, apex first.
fn faces(field: &Field) -> String {
    let faces = each(field.all).map(|place| field.face(place).to_string());
    faces.collect::<Vec<_>>().join(" ")
}

fn typed(pool: Pool) -> String {
    let mut faces: Vec<String> = pool.faces().map(|face| face.to_string()).collect();
    faces.reverse();
    faces.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::players::Whims;
    use super::super::{Player, Searcher, Setup};
    use super::*;
    use crate::dice::Dice;

    const PLAN: HintPlan = HintPlan {
        playouts: None,
        declared: false,
        seed: 1,
    };

    fn survey(prize: Prize, combine: bool) -> Survey {
        Survey::new(Setup {
            player: Player::Optimal,
            field: FieldFrom::Rolled(4),
            supply: SupplyFrom::Rolled {
                leader: Searcher {
                    name: "Kate".to_owned(),
                    dice: 5,
                },
                helpers: Vec::new(),
            },
            prize,
            combine,
        })
    }

    fn hinted(survey: &Survey, table: &str) -> Hint {
        match survey.hint(&Source::new("--table", table), &PLAN) {
            Ok(hint) => hint,
            Err(faults) => panic!("{table}\n{faults}"),
        }
    }

    /// The table of a view in words.
    fn told(view: &View, began: Pool) -> String {
        let explored: Vec<String> = each(view.explored).map(at).collect();
        let mut text = format!(
            "Field: {}; Supply: {}",
            faces(&view.field),
            typed(view.supply)
        );
        if !explored.is_empty() {
            let explored = explored.join(" ");
            text = format!("{text}; Explored: {explored}; Began: {}", typed(began));
        }
        match view.trail {
            Some(face) => format!("{text}; Trail: {face}"),
            None => text,
        }
    }

    #[test]
    fn at_every_table_of_play_the_first_hint_is_what_optimal_does() {
        let mut seen = 0;
        for (prize, combine) in [
            (Prize::Uniform, false),
            (Prize::Solvable, false),
            (Prize::Uniform, true),
            (Prize::Rarest, false),
        ] {
            let survey = survey(prize, combine);
            let mut dice = Sampled::new(9, &crate::contest::Rules::rollers(&survey));
            for trial in 0..25 {
                dice.start(trial);
                let supply = survey.supply(&mut dice, &mut crate::contest::Silent);
                let (field, eligible) = survey.lay(&mut dice);
                let mut search = Search::new(combine);
                let candidates = survey.candidates(&field, eligible, supply, &mut search);
                let prize = candidates
                    .iter()
                    .nth(trial as usize % candidates.len() as usize);
                let mut table = Table::new(field, supply, candidates, prize.unwrap());
                while table.outcome().is_none() {
                    let view = table.view;
                    let hint = hinted(&survey, &told(&view, supply));
                    let best = search.worth(&view).chance();
                    assert!((hint.actions[0].chance - best).abs() < 1e-12, "{view:?}");
                    let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
                    assert!(costs.is_sorted());
                    if let Some(go) = search.advise(&view) {
                        assert_eq!(hint.actions[0].deed, deed(&view, go));
                    }
                    seen += 1;
                    // Somebody plays who is not perfect.
                    let player =
                        [Player::Random, Player::Optimal][usize::from(dice.choose(2, 3) > 0)];
                    let mut whims = Whims {
                        dice: &mut dice,
                        roller: 2,
                    };
                    let go = player.choose(&view, &mut whims, &mut search);
                    table.explore(go);
                }
            }
        }
        assert!(seen > 200, "{seen}");
    }

    #[test]
    fn a_wrong_search_is_answered_with_all_its_faults() {
        let survey = survey(Prize::Solvable, false);
        let refused = |table: &str| {
            survey
                .hint(&Source::new("--table", table), &PLAN)
                .unwrap_err()
                .to_string()
        };
        let all = refused(
            "Feild: 1; Field: 1 2 3; Supply: 7 1 1 1 1 1; Explored: 5.1; Trail: 3; Trail: 2 (x)",
        );
        for part in [
            "`Feild` is unknown: did you mean Field?",
            "Field has 3 dice: 4 rows have 10",
            "Supply has a die of 7: a die shows 1 to 6",
            "Supply has 6 dice: 5 are the most",
            "Trail is here twice: each entry is typed once",
            "Trail has `x`: there are no notes here",
        ] {
            assert!(all.contains(part), "{part}\n{all}");
        }
        let field = "Field: 3 1 5 2 2 6 4 1 3 5";
        for (table, part) in [
            ("Supply: 5", "the Field is missing"),
            ("Explored: 1.1", "the Supply is missing"),
            (
                "Supply: 5; Explored: 1.1",
                "nobody says with what the search began",
            ),
            (
                "Supply: 5; Began: 6 5; Explored: 3.2",
                "Explored has 3.2: a place is a corner",
            ),
            ("Supply: 5; Began: 6 5; Explored: 1.1 1.1", "has 1.1 twice"),
            (
                "Supply: 5; Began: 6 5; Explored: 1.2",
                "has `1.2`: a place is a row, 1 to 4",
            ),
            (
                "Supply: 5; Began: 6 6 6 6 5; Explored: 1.1; Trail: 4",
                "Trail is 4: the Prize may be",
            ),
            (
                "Supply: 1; Began: 6 1",
                "no die of the Supply explores anything: the search is over",
            ),
        ] {
            let faults = refused(&format!("{field}; {table}").replace(
                if part.contains("Field is") {
                    field
                } else {
                    "no such text"
                },
                "",
            ));
            assert!(faults.contains(part), "{part}\n{faults}");
        }
    }

    #[test]
    fn mutated_tables_of_searches_are_read_or_refused() {
        let survey = survey(Prize::Uniform, false);
        let text = "Field: 3 1 5 2 2 6 4 1 3 5; Supply: 5 4 2; Explored: 1.1 2.2; Trail: 3";
        let signs: Vec<char> = text.chars().chain(";:(.0 7é'".chars()).collect();
        let mut dice = Sampled::new(2, &["/any".to_owned()]);
        for number in 0..3_000 {
            dice.start(number);
            let mut mutated: Vec<char> = text.chars().collect();
            for _ in 0..=dice.choose(0, 4) {
                let place = dice.choose(0, mutated.len() as u32) as usize;
                mutated[place] = signs[dice.choose(0, signs.len() as u32) as usize];
            }
            let mutated: String = mutated.into_iter().collect();
            match survey.hint(&Source::new("--table", mutated.as_str()), &PLAN) {
                Ok(hint) => assert!(!hint.actions.is_empty()),
                Err(faults) => assert!(!faults.is_empty()),
            }
        }
    }
}
