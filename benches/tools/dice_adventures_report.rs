//! Prints `reports/dice-adventures-scores.md`: the exact scores of all parties of Dice Adventures in all modes.
//!
//! ```sh
//! cargo run --release -p evenodds-benches --bin dice_adventures_report > reports/dice-adventures-scores.md
//! ```
//!
//! Nothing is sampled. It takes a minute and a half on one core.

use evenodds::contest::{ExactDistribution, Solve};
use evenodds::contests::dice_adventures::{
    Book, Deck, DiceAdventures, HeroClass, LevelUp, LoseLevel, Mode, ModifierWhen, Options, Player,
    RangerDice, RangerReroll, Replace, Shop, ThiefGold,
};
use std::time::Instant;

const MODES: [(Mode, &str); 3] = [
    (Mode::Basic, "Basic"),
    (Mode::Hardcore, "Hardcore"),
    (Mode::HardcorePlus, "Hardcore+"),
];

fn book(mode: Mode) -> Book {
    Book {
        mode,
        adventures: 5,
        options: Options::default(),
        shop: Shop::default(),
        deck: Deck::default(),
    }
}

/// Results of a party, by player.
struct Row {
    party: String,
    classes: u8,
    optimal: Figures,
    greedy: Figures,
    passive: Figures,
}

/// Results of one player.
struct Figures {
    score: f64,
    /// Scores that 5, 25, 50, 75 and 95% of the games do not exceed.
    quantiles: [i64; 5],
    survived: f64,
    /// Mean numbers of provisions, weapons and hirelings bought.
    bought: [f64; 3],
}

fn mean(values: &[(i64, f64)]) -> f64 {
    values
        .iter()
        .map(|&(value, share)| value as f64 * share)
        .sum()
}

fn quantile(values: &[(i64, f64)], share: f64) -> i64 {
    let mut sum = 0.0;
    let found = values.iter().find(|&&(_, chance)| {
        sum += chance;
        sum >= share
    });
    found.or(values.last()).map_or(0, |&(value, _)| value)
}

fn figures(game: &DiceAdventures, player: Player) -> Figures {
    let ExactDistribution {
        outcomes, metrics, ..
    } = match game.played_by(player).exact() {
        Ok(exact) => exact,
        Err(why) => panic!("{why}"),
    };
    let score = metrics[0].overall();
    Figures {
        score: mean(&score),
        quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| quantile(&score, share)),
        survived: outcomes[0],
        bought: [5, 6, 7].map(|metric: usize| mean(&metrics[metric].overall())),
    }
}

fn party(game: &DiceAdventures) -> String {
    let heroes = game.party().heroes();
    let names: Vec<&str> = heroes.map(|(_, hero)| hero.class.name()).collect();
    names.join(", ")
}

/// Returns all parties, the best first.
fn rows(mode: Mode, name: &str) -> Vec<Row> {
    let games = DiceAdventures::all(book(mode), Player::Optimal);
    let begun = Instant::now();
    // The first call solves the game for all parties.
    games[0].optimal_score();
    eprintln!(
        "{name}: {} situations solved in {:.2} s",
        games[0].situations(),
        begun.elapsed().as_secs_f64()
    );
    let mut rows: Vec<Row> = games
        .iter()
        .map(|game| Row {
            party: party(game),
            classes: game.party().classes(),
            optimal: figures(game, Player::Optimal),
            greedy: figures(game, Player::Greedy),
            passive: figures(game, Player::Passive),
        })
        .collect();
    rows.sort_by(|a, b| b.optimal.score.total_cmp(&a.optimal.score));
    rows
}

/// Returns the expected score of each party under optimal play.
fn worths(book: Book) -> Vec<f64> {
    let games = DiceAdventures::all(book, Player::Optimal);
    games.iter().map(DiceAdventures::optimal_score).collect()
}

fn percent(share: f64) -> String {
    // A share below 1 is not printed as 100%.
    if share < 1.0 && share > 0.9999 {
        ">99.99%".to_owned()
    } else {
        format!("{:.2}%", share * 100.0)
    }
}

fn average(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    all.iter().sum::<f64>() / all.len() as f64
}

fn print_mode(name: &str, rows: &[Row]) {
    println!("\n## {name}\n");
    println!(
        "| party | `optimal` | 5% | 25% | 50% | 75% | 95% | survives | `greedy` | survives | `passive` | survives |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for row in rows {
        let [p05, p25, p50, p75, p95] = row.optimal.quantiles;
        println!(
            "| {} | {:.6} | {p05} | {p25} | {p50} | {p75} | {p95} | {} | {:.6} | {} | {:.6} | {} |",
            row.party,
            row.optimal.score,
            percent(row.optimal.survived),
            row.greedy.score,
            percent(row.greedy.survived),
            row.passive.score,
            percent(row.passive.survived),
        );
    }
    let mean = |score: fn(&Row) -> f64| average(rows.iter().map(score));
    println!(
        "| *mean of all* | {:.6} | | | | | | {} | {:.6} | {} | {:.6} | {} |",
        mean(|row| row.optimal.score),
        percent(mean(|row| row.optimal.survived)),
        mean(|row| row.greedy.score),
        percent(mean(|row| row.greedy.survived)),
        mean(|row| row.passive.score),
        percent(mean(|row| row.passive.survived)),
    );
}

fn print_shop(tables: &[Vec<Row>]) {
    println!("\n## Value of the shop\n");
    println!(
        "*Bought*: mean number that `optimal` buys in a game. *Missed*: points lost in a shop without it. *Alone*: points gained\nin a shop with nothing else. Each first column is the mean over the twenty parties, the second their maximum.\n"
    );
    println!("| mode | item | bought | maximum | missed | maximum | alone | maximum |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    let all = Shop::default();
    let none = Shop {
        provisions: false,
        weapons: false,
        hireling: false,
    };
    let shops = [
        (
            "provisions",
            Shop {
                provisions: false,
                ..all
            },
            Shop {
                provisions: true,
                ..none
            },
        ),
        (
            "magic weapons",
            Shop {
                weapons: false,
                ..all
            },
            Shop {
                weapons: true,
                ..none
            },
        ),
        (
            "hirelings",
            Shop {
                hireling: false,
                ..all
            },
            Shop {
                hireling: true,
                ..none
            },
        ),
    ];
    for ((mode, name), rows) in MODES.iter().zip(tables) {
        let in_shop = |shop| {
            worths(Book {
                shop,
                ..book(*mode)
            })
        };
        let (full, empty) = (in_shop(all), in_shop(none));
        for (thing, (what, without, alone)) in shops.iter().enumerate() {
            let bought: Vec<f64> = rows.iter().map(|row| row.optimal.bought[thing]).collect();
            let columns = [
                bought,
                differences(&full, &in_shop(*without)),
                differences(&in_shop(*alone), &empty),
            ];
            let columns = columns.map(|values| {
                let most = values.iter().copied().fold(0.0, f64::max);
                format!("{} | {}", points(average(values.into_iter())), points(most))
            });
            println!("| {name} | {what} | {} |", columns.join(" | "));
        }
    }
}

fn differences(more: &[f64], less: &[f64]) -> Vec<f64> {
    more.iter()
        .zip(less)
        .map(|(more, less)| more - less)
        .collect()
}

/// Formats points with three decimals; rounding errors are 0.
fn points(value: f64) -> String {
    if value.abs() < 5e-9 {
        "0".to_owned()
    } else if value.abs() < 5e-4 {
        "<0.001".to_owned()
    } else {
        format!("{value:.3}")
    }
}

fn print_classes(tables: &[Vec<Row>]) {
    println!("\n## Value of the classes\n");
    println!(
        "Mean score of the ten parties that begin with the class, minus that of the ten that begin without it, with `optimal`.\n"
    );
    println!("| class | basic | hardcore | hardcore+ |");
    println!("|---|--:|--:|--:|");
    for class in HeroClass::ALL {
        let columns: Vec<String> = tables
            .iter()
            .map(|rows| {
                let mean = |with: bool| {
                    let rows = rows.iter();
                    let rows = rows.filter(|row| (row.classes & class.bit() != 0) == with);
                    average(rows.map(|row| row.optimal.score))
                };
                format!("{:+.3}", mean(true) - mean(false))
            })
            .collect();
        println!("| {} | {} |", class.name(), columns.join(" | "));
    }
}

fn print_readings() {
    println!("\n## Effect of the readings\n");
    println!(
        "Change of the score of `optimal` with another reading of one open point of the rules, in points: the mean over the\ntwenty parties.\n"
    );
    println!("| reading | basic | hardcore | hardcore+ |");
    println!("|---|--:|--:|--:|");
    let plain = Options::default();
    let readings = [
        (
            "ranger = \"level\"",
            Options {
                ranger: RangerDice::Level,
                ..plain
            },
        ),
        (
            "ranger_reroll = \"kept\"",
            Options {
                ranger_reroll: RangerReroll::Kept,
                ..plain
            },
        ),
        (
            "thief = \"level\"",
            Options {
                thief: ThiefGold::Level,
                ..plain
            },
        ),
        (
            "lose_level = \"any\"",
            Options {
                lose_level: LoseLevel::Any,
                ..plain
            },
        ),
        (
            "level_up = \"random\"",
            Options {
                level_up: LevelUp::Random,
                ..plain
            },
        ),
        (
            "replace = \"must\"",
            Options {
                replace: Replace::Must,
                ..plain
            },
        ),
        (
            "modifier_when = \"after\"",
            Options {
                modifier_when: ModifierWhen::After,
                ..plain
            },
        ),
    ];
    let full = MODES.map(|(mode, _)| worths(book(mode)));
    for (name, options) in readings {
        let changes = [0, 1, 2].map(|index: usize| {
            let other = worths(Book {
                options,
                ..book(MODES[index].0)
            });
            let change = average(
                other
                    .iter()
                    .zip(&full[index])
                    .map(|(other, own)| other - own),
            );
            // A rounding error is no change.
            if change.abs() < 5e-7 {
                "0".to_owned()
            } else {
                format!("{change:+.3}")
            }
        });
        println!("| `{name}` | {} |", changes.join(" | "));
    }
}

fn print_beginning(tables: &[Vec<Row>]) {
    let [basic, hardcore, plus] = tables else {
        return;
    };
    let mean = |rows: &[Row], score: fn(&Row) -> f64| average(rows.iter().map(score));
    let optimal = |rows: &[Row]| mean(rows, |row| row.optimal.score);
    let passive = |rows: &[Row]| mean(rows, |row| row.passive.score);
    let greedy = |rows: &[Row]| mean(rows, |row| row.greedy.score);
    let survived = |rows: &[Row]| percent(mean(rows, |row| row.optimal.survived));
    let of_all = |row: fn(&[Row]) -> &Row| {
        let [one, two, three] = [basic, hardcore, plus].map(|rows| row(rows).party.as_str());
        if one == two && two == three {
            format!("{one} in all three modes")
        } else {
            format!("{one} in the basic game; {two} in hardcore; {three} in hardcore+")
        }
    };
    println!(
        "\
# Dice Adventures: scores of all parties

In *Dice Adventures* by Ricardo Nakamura, three of six heroes go on five adventures. Its author wrote that it had not
seen heavy playtesting, only a few games to try combinations of heroes and to see whether it is too easy. This page
answers both questions. All figures are exact: the whole game is solved, and nothing is sampled. See
[Method](../crates/contests/README.md#dice-adventures) for the solution, [Dice
Adventures](../docs/kinds/dice_adventures.md) for the rules and their open points, and
[Players](../docs/players.md) for the players. The page is printed by

```text
cargo run --release -p evenodds-benches --bin dice_adventures_report > reports/dice-adventures-scores.md
```
"
    );
    println!(
        "- **Best party** with optimal play: {}. Worst party: {}.",
        of_all(|rows| &rows[0]),
        of_all(|rows| &rows[rows.len() - 1])
    );
    println!(
        "- **Play matters more than the party.** In the basic game, the best and the worst party are {:.2} points apart with\n  optimal play. The mean score of all parties is {:.2} with `optimal`, {:.2} with `greedy` and {:.2} with `passive`.",
        basic[0].optimal.score - basic[basic.len() - 1].optimal.score,
        optimal(basic),
        greedy(basic),
        passive(basic)
    );
    println!(
        "- **The hard modes are hard with careless play only.** With `optimal`, a hero survives in {} of the hardcore games\n  and in {} of those in hardcore+; with `passive`, in {} and {}. Without the bonus of 5 and 6 points,\n  `optimal` earns {:.2} and {:.2} points, compared with {:.2} in the basic game.",
        survived(hardcore),
        survived(plus),
        percent(mean(hardcore, |row| row.passive.survived)),
        percent(mean(plus, |row| row.passive.survived)),
        optimal(hardcore) - 5.0,
        optimal(plus) - 6.0,
        optimal(basic)
    );
    let sold = |thing: usize| {
        let all = tables.iter().flatten();
        all.map(|row| row.optimal.bought[thing]).fold(0.0, f64::max)
    };
    let verdict = |name: &str, most: f64| {
        if most > 0.0 {
            format!("{name} ({most:.1} a game in the party that buys most)")
        } else {
            format!("no {name}")
        }
    };
    println!(
        "- **Shop**: over all parties and modes, `optimal` buys {}, {} and {}.",
        verdict("provisions", sold(0)),
        verdict("magic weapons", sold(1)),
        verdict("hirelings", sold(2))
    );
    println!(
        "\nThe columns after `optimal` are the scores that 5, 25, 50, 75 and 95% of its games do not exceed. *Survives* is the\nchance that a hero lives at the end. Heroes are seated by class, which matters to `greedy` and `passive` only."
    );
}

fn main() {
    let tables: Vec<Vec<Row>> = MODES.iter().map(|(mode, name)| rows(*mode, name)).collect();
    print_beginning(&tables);
    for ((_, name), rows) in MODES.iter().zip(&tables) {
        print_mode(name, rows);
    }
    print_shop(&tables);
    print_classes(&tables);
    print_readings();
}
