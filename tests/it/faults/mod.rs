//! Wrong files and their faults, line by line. Their layout with excerpts is tested in
//! `document::render` and, for a whole file, in [`files`].

mod build;
mod every_key;
mod files;
mod kinds;
mod schemas;

use evenodds::contest::Metric;
use evenodds::contests::KINDS;
use evenodds::scenario::{Scenario, load};
use kinds::CASES;

/// A valid file of a kind, and (changes, faults) in the format of [`kinds`].
struct Cases {
    kind: &'static str,
    good: &'static str,
    bad: &'static str,
}

impl Cases {
    fn of(kind: &str) -> &'static Self {
        let found = CASES.iter().find(|cases| cases.kind == kind);
        found.unwrap_or_else(|| panic!("{kind} needs bad files here"))
    }

    /// Returns the valid file with one part replaced.
    fn with(&self, from: &str, to: &str) -> String {
        replaced(self.good, from, to)
    }

    /// Returns the cases.
    fn changed(&self) -> Vec<Changed> {
        let mut all = Vec::new();
        let mut lines = self.bad.trim_start().lines().peekable();
        while lines.peek().is_some() {
            let (mut changes, mut sets) = (String::new(), Vec::new());
            let mut text = self.good.to_owned();
            while let Some(line) = lines.next_if(|line| !line.starts_with(' ')) {
                changes.extend([line, "\n"]);
                if let Some(set) = line.strip_prefix("--set") {
                    sets.push(set.trim_start());
                } else {
                    let (from, to) = line.split_once(" ->").expect("FROM -> TO");
                    text = replaced(&text, &unescaped(from), &unescaped(to.trim_start()));
                }
            }
            while lines.next_if(|line| line.starts_with(' ')).is_some() {}
            all.push(Changed {
                changes,
                text,
                sets,
            });
        }
        all
    }
}

/// The valid file after the changes of a case.
struct Changed {
    changes: String,
    text: String,
    sets: Vec<&'static str>,
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n")
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replacen(from, to, 1)
}

/// Returns rendered faults without their excerpts and their number: a line for each, with its help.
pub(crate) fn brief(page: &str) -> String {
    let is_excerpt = |line: &str| {
        let rest = line.trim_start_matches(|sign: char| sign == ' ' || sign.is_ascii_digit());
        rest == "|" || rest.starts_with("| ")
    };
    let mut brief = String::new();
    for line in page.lines() {
        if line.is_empty() || is_excerpt(line) || line.ends_with("; nothing was run") {
            continue;
        }
        match line.strip_prefix("help: ") {
            Some(_) => brief += " / ",
            None if brief.is_empty() => {}
            None => brief += "\n",
        }
        brief += line;
    }
    brief
}

/// Returns the faults of a file.
fn answer(text: &str, assignments: &[&str]) -> String {
    let assignments: Vec<String> = assignments.iter().map(ToString::to_string).collect();
    match load("x.toml", text.as_bytes(), &assignments) {
        Err(error) => brief(&error.to_string()),
        Ok(scenario) => panic!("{} has no fault:\n{text}", scenario.title),
    }
}

fn good(text: &str) -> Scenario {
    load("x.toml", text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn every_change_has_its_faults() {
    let mut others = String::new();
    for kind in KINDS {
        let cases = Cases::of(kind.name);
        assert_eq!(good(cases.good).kind.name, kind.name);
        let mut page = "\n".to_owned();
        for case in cases.changed() {
            page += &case.changes;
            for fault in answer(&case.text, &case.sets).lines() {
                page.extend(["    ", fault.trim_start_matches("x.toml:"), "\n"]);
            }
        }
        if page != cases.bad {
            others.extend([kind.name, " has these faults:\n", &page]);
        }
    }
    assert!(others.is_empty(), "{others}");
    assert_eq!(CASES.len(), KINDS.len());
}

#[test]
fn expectations_are_of_outcomes_and_metrics_that_the_contest_has() {
    for kind in KINDS {
        let text = Cases::of(kind.name).good;
        let contest = good(text).contest;
        let outcomes = contest.outcomes().iter();
        let outcomes =
            outcomes.map(|outcome| (format!("outcomes.'{}", outcome.name), "is not an outcome"));
        let metrics = contest.metrics().iter().map(Metric::name);
        let metrics =
            metrics.map(|name| (format!("metrics.'mean.{name}"), "names an unknown metric"));
        for (path, what) in outcomes.chain(metrics) {
            let known = format!("expect.{path}'=[0, 1]");
            load("x.toml", text.as_bytes(), &[known]).unwrap_or_else(|error| panic!("{error}"));
            let messages = answer(text, &[&format!("expect.{path}-x'=[0, 1]")]);
            assert!(messages.contains(what), "{path}: {messages}");
        }
    }
}

/// The most Classes, or none: the size of a duel is not computed before all its faults are fixed.
#[test]
fn the_size_of_a_duel_with_faults_is_not_found_out() {
    let text = "kind = \"combat\"\n[[side]]\nname = \"a\"\nplayer = \"optimal\"\n[[side.combatant]]\nname = \"A\"\n\
                [[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"B\"\nclasses = [{ name = \"x\", dice = 3 }]\n";
    let begun = std::time::Instant::now();
    let messages = answer(text, &[]);
    assert!(messages.contains("classes is missing"), "{messages}");
    assert!(!messages.contains("expected another player"), "{messages}");
    let most = std::time::Duration::from_secs(1);
    assert!(begun.elapsed() < most, "{:?}", begun.elapsed());
}

#[test]
fn too_large_contests_are_rejected_and_smaller_ones_accepted() {
    for (kind, changed, set) in [
        ("survey", "takes too long", "rules.combine=false"),
        ("workshop", "with 6 piles", "craft.piles=5"),
        ("workshop", "with 6 piles", "player=matcher"),
        ("workshop", "with 6 piles", "player=one_by_one"),
    ] {
        let mut cases = Cases::of(kind).changed().into_iter();
        let case = cases.find(|case| answer(&case.text, &case.sets).contains(changed));
        let text = case.unwrap().text;
        load("x.toml", text.as_bytes(), &[set.to_owned()]).unwrap();
    }
}

#[test]
fn more_dice_than_can_be_counted_are_refused() {
    let helpers = (0..17).map(|number| format!("{{ name = \"h{number}\", dice = 6 }}"));
    let helpers = format!("helper = [{},", helpers.collect::<Vec<_>>().join(", "));
    let text = Cases::of("survey").with("helper = [", &helpers);
    insta::assert_snapshot!(answer(&text, &[]), @"x.toml:4:10: helper raises the number of dice to 110; expected at most 100 dice of the leader and all helpers together");
}
