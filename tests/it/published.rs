//! Tables of the documents, reproduced: with some thousand trials per cell, within the standard
//! error; and on request with all trials, to the last digit.

use evenodds::scenario::open;
use evenodds::sim::{NoProgress, Plan, run};

/// A share in a table, with its command.
struct Cell {
    /// Share as printed, in percent.
    printed: String,
    name: &'static str,
    sets: Vec<String>,
    /// Number of trials of the short version.
    trials: u64,
    what: What,
}

/// Counted event.
enum What {
    /// Trials with the first outcome.
    First,
    /// Trials in which this metric is 1.
    Metric(&'static str),
}

impl Cell {
    /// Returns the share in the first `trials` trials of those on the page.
    fn share(&self, trials: u64) -> f64 {
        let scenario = open(self.name, &self.sets).unwrap();
        let contest = scenario.contest.as_ref();
        let plan = Plan::new(1, 0..trials);
        let tally = run(contest, &plan, &NoProgress).tally;
        let count = match self.what {
            What::First => tally.outcomes()[0],
            What::Metric(name) => {
                let metrics = contest.metrics();
                let metric = metrics.iter().position(|metric| metric.name() == name);
                let counted = |outcome| tally.histogram(metric.unwrap(), outcome);
                let all = (0..contest.outcomes().len()).map(counted);
                all.map(|values| {
                    let ones = values.iter().filter(|&(value, _)| value == 1);
                    ones.map(|(_, count)| count).sum::<u64>()
                })
                .sum()
            }
        };
        count as f64 / trials as f64
    }

    fn decimals(&self) -> usize {
        let number = self.printed.trim_end_matches('%');
        number
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len())
    }

    fn assert_near(&self) {
        let half_a_digit = 0.005 / 10_f64.powi(self.decimals() as i32);
        let published: f64 = self.printed.trim_end_matches('%').parse().unwrap();
        let published = published / 100.0;
        // A share printed as 0 may be as large as half a digit.
        let spread = published.clamp(half_a_digit, 1.0 - half_a_digit);
        let error = (spread * (1.0 - spread) / self.trials as f64).sqrt();
        let found = self.share(self.trials);
        assert!(
            (found - published).abs() <= 4.0 * error + half_a_digit,
            "{} {:?}: {found} where {} is printed",
            self.name,
            self.sets,
            self.printed
        );
    }

    fn assert_printed(&self) {
        let found = format!("{:.*}%", self.decimals(), 100.0 * self.share(1_000_000));
        assert_eq!(found, self.printed, "{} {:?}", self.name, self.sets);
    }
}

fn page(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

/// Returns the cells of the rows below the heading row that begins with a text.
fn rows(page: &str, heading: &str) -> Vec<Vec<String>> {
    let lines = page.lines().skip_while(|line| !line.starts_with(heading));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    let rows: Vec<_> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "{heading}");
    rows
}

/// Returns the shares of whole battles, and of smaller ones with and without reinforcements.
fn mass_combat() -> Vec<Cell> {
    let rows = rows(&page("reports/claims.md"), "| invaders | whole |");
    let of_row = |row: Vec<String>| {
        let [invaders, whole, sizes, reinforced, alone] = row.try_into().unwrap();
        let (first, late) = sizes.split_once(" + ").unwrap();
        let half = (first.parse::<u32>().unwrap() / 2).to_string();
        let count = |number: &str| format!("side.invaders.Invader.count={number}");
        let cut = |printed, further: [String; 2]| Cell {
            printed,
            name: "@mass-scaled",
            sets: [vec![count(first)], further.to_vec()].concat(),
            trials: 4_000,
            what: What::First,
        };
        let late = ["count", "when_standing"]
            .into_iter()
            .zip([late, half.as_str()]);
        let late: Vec<String> = late
            .map(|(key, value)| format!("side.invaders.'Late Invader'.{key}={value}"))
            .collect();
        let without = ["defenders", "invaders"].map(|side| format!("side.{side}.reinforcement=[]"));
        [
            Cell {
                printed: whole,
                name: "@mass-whole",
                sets: vec![count(&invaders)],
                trials: 1_000,
                what: What::First,
            },
            cut(reinforced, late.try_into().unwrap()),
            cut(alone, without),
        ]
    };
    rows.into_iter().flat_map(of_row).collect()
}

/// Returns the shares of the heist by player, without and with combined dice.
fn heist() -> Vec<Cell> {
    let rows = rows(&page("docs/players.md"), "| player | success |");
    let of_row = |row: Vec<String>| {
        let [name, plain, combined] = row.try_into().unwrap();
        [(plain, false), (combined, true)].map(|(printed, combine)| {
            let name = name.trim_matches('`');
            // Solved figures do not depend on the player.
            let (player, what) = match name {
                "solvable" => ("thrifty", What::Metric("solvable")),
                player => (player, What::First),
            };
            Cell {
                printed,
                name: "@heist",
                sets: vec![
                    format!("player={player}"),
                    format!("rules.combine={combine}"),
                ],
                trials: 4_000,
                what,
            }
        })
    };
    rows.into_iter().flat_map(of_row).collect()
}

#[test]
fn the_table_of_mass_combat_is_near_what_is_played() {
    let cells = mass_combat();
    assert_eq!(cells.len(), 18);
    cells.iter().for_each(Cell::assert_near);
}

#[test]
fn the_table_of_the_heist_is_near_what_is_played() {
    let cells = heist();
    assert_eq!(cells.len(), 8);
    cells.iter().for_each(Cell::assert_near);
}

#[test]
#[ignore = "some minutes: cargo test --release --no-default-features --test it -- --ignored to_the_last_digit"]
fn the_tables_of_mass_combat_and_of_the_heist_are_right_to_the_last_digit() {
    let cells = mass_combat().into_iter().chain(heist());
    cells.for_each(|cell| cell.assert_printed());
}

#[test]
fn the_range_of_the_canyon_is_that_of_its_table() {
    let players = page("docs/players.md");
    let rows = rows(&players, "| heroes \\ ambushers |");
    let cells = rows.iter().flat_map(|row| &row[1..]);
    let share = |cell: &&String| {
        let percent: f64 = cell.trim_end_matches('%').parse().unwrap();
        (10.0 * percent) as u32
    };
    let least = cells.clone().min_by_key(share).unwrap();
    let most = cells.max_by_key(share).unwrap();
    assert!(page("README.md").contains(&format!("win {least} to {most} of their fights")));
    assert!(players.contains(&format!("win {least} or {most} of their fights")));
}
