use super::*;
use crate::records::Columns;
use std::time::Instant;

/// A night of two scenarios with two figures each.
fn night(share: f64) -> Records {
    figures(&[("a.toml", share), ("b.toml", 0.5)])
}

fn figures(scenarios: &[(&str, f64)]) -> Records {
    let rows: Vec<(&str, &str, f64)> = scenarios
        .iter()
        .flat_map(|&(scenario, share)| {
            [
                (scenario, "success", share),
                (scenario, "mean.rolls", share * 7.0),
            ]
        })
        .collect();
    Columns::of(&rows)
        .all("scenario", |row| row.0)
        .all("figure", |row| row.1)
        .all("trials", |row| (row.2 * 1000.0) as u64)
        .all("value", |row| row.2)
        .all("low", |row| (row.2 > 0.3).then_some(row.2 - 0.1))
        .end()
}

fn empty() -> History {
    History::new(&figures(&[])).unwrap()
}

fn file(nights: &[(&str, Records)]) -> Vec<u8> {
    let mut history = empty();
    for (name, rows) in nights {
        history.put(name, rows).unwrap();
    }
    history.parquet().unwrap()
}

fn read(bytes: &[u8]) -> Result<History, HistoryError> {
    empty().read(Cursor::new(bytes))
}

/// What a night has in a column of texts and one of numbers.
fn shown(history: &History) -> Vec<(String, f64)> {
    let rows = history.last(usize::MAX, &["night", "value"]).unwrap();
    let [nights, values] = ["night", "value"].map(|name| rows.column(name).unwrap().values.clone());
    let (Values::Texts(nights), Values::Numbers(values)) = (nights, values) else {
        panic!("other types");
    };
    let pairs = nights.into_iter().zip(values);
    pairs
        .map(|(night, value)| (night.unwrap(), value.unwrap()))
        .collect()
}

#[test]
fn nights_follow_each_other_and_a_known_one_is_replaced_in_its_place() {
    let first = file(&[("1", night(0.25)), ("2", night(0.3)), ("3", night(0.35))]);
    let mut history = read(&first).unwrap();
    assert_eq!(history.nights().collect::<Vec<_>>(), ["1", "2", "3"]);
    assert_eq!(shown(&history).len(), 12);
    // The same night with the same rows changes no byte.
    history.put("2", &night(0.3)).unwrap();
    assert!(history.parquet().unwrap() == first);
    // With fewer rows, and others.
    history.put("2", &figures(&[("c.toml", 0.75)])).unwrap();
    let again = read(&history.parquet().unwrap()).unwrap();
    assert_eq!(again.nights().collect::<Vec<_>>(), ["1", "2", "3"]);
    let second: Vec<(String, f64)> = shown(&again)
        .into_iter()
        .filter(|row| row.0 == "2")
        .collect();
    assert_eq!(second, [("2".to_owned(), 0.75), ("2".to_owned(), 5.25)]);
    assert_eq!(shown(&again).len(), 10);
    // Put together in one go it has the same bytes.
    let whole = file(&[
        ("1", night(0.25)),
        ("2", figures(&[("c.toml", 0.75)])),
        ("3", night(0.35)),
    ]);
    assert!(again.parquet().unwrap() == whole);
    // The last two nights of three.
    let last = again.last(2, &["figure"]).unwrap();
    assert_eq!((last.columns.len(), last.len()), (1, 6));
}

#[test]
fn every_value_comes_back_and_what_is_missing_stays_missing() {
    let history = read(&file(&[("a \"night\"", night(0.25))])).unwrap();
    let columns = ["night", "scenario", "figure", "trials", "value", "low"];
    let back = history.last(9, &columns).unwrap();
    assert_eq!(back, named("a \"night\"", &night(0.25)));
}

#[test]
fn a_file_that_is_no_history_is_told_from_one() {
    let whole = file(&[("1", night(0.25))]);
    let said = |bytes: &[u8]| {
        let error = read(bytes).unwrap_err();
        // What the end of a file tells is told without its rows.
        assert_eq!(
            empty().check(Cursor::new(bytes)).unwrap_err().to_string(),
            error.to_string()
        );
        error.to_string()
    };
    let foreign = super::super::parquet(&named("1", &night(0.25))).unwrap();
    let other = {
        let rows = night(0.25).picked(&["scenario", "value", "trials"]);
        let mut history = History::new(&rows).unwrap();
        history.put("1", &rows).unwrap();
        history.parquet().unwrap()
    };
    let mut spoilt = whole.clone();
    spoilt[9] ^= 1;
    let told = [
        said(b""),
        said(b"night,scenario\n"),
        said(&spoilt),
        said(&whole[..whole.len() - 9]),
        said(&foreign),
        said(&other),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_spoilt_byte_is_seen_before_anything_is_made_of_it() {
    let whole = file(&[("1", night(0.25)), ("2", night(0.3))]);
    for place in 0..whole.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= flip;
            assert!(read(&bytes).is_err(), "byte {place} ^ {flip}");
        }
        assert!(
            place == 0 || read(&whole[..place]).is_err(),
            "{place} bytes"
        );
    }
}

#[test]
#[ignore = "takes seconds; `cargo test --release -- --ignored a_year` prints how long and how large"]
fn a_year_of_three_hundred_scenarios_is_read_and_written_in_a_moment() {
    let names: Vec<String> = (0..1500).map(|n| format!("scenarios/{n}.toml")).collect();
    let mut history = empty();
    for day in 0..365_u32 {
        let rows = names.iter().enumerate().map(|(number, name)| {
            // A tenth of the scenarios have other figures every night.
            let changes = if number % 10 == 0 {
                f64::from(day)
            } else {
                0.0
            };
            let share = libm::sin(number as f64 * 1.7 + changes);
            (name.as_str(), share * share)
        });
        let rows: Vec<(&str, f64)> = rows.collect();
        history
            .put(&format!("night {day}"), &figures(&rows))
            .unwrap();
    }
    let bytes = history.parquet().unwrap();
    let clock = Instant::now();
    let mut history = read(&bytes).unwrap();
    let reading = clock.elapsed();
    history.put("night 364", &night(0.5)).unwrap();
    let clock = Instant::now();
    let shorter = history.parquet().unwrap();
    let writing = clock.elapsed();
    println!(
        "{} rows, {} bytes: read in {reading:.2?}, written in {writing:.2?}",
        365 * 3000,
        bytes.len()
    );
    assert!(shorter.len() < 30_000_000);
}
