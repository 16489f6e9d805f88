use super::*;
use crate::records::Columns;

/// Returns the rows of a run of two scenarios with two figures each.
fn night(share: f64) -> Records {
    let rows = [
        ("a.toml", "success", share),
        ("a.toml", "mean.rolls", share * 7.0),
        ("b.toml", "success", 0.5),
    ];
    Columns::of(&rows)
        .all("scenario", |row| row.0)
        .all("figure", |row| row.1)
        .all("trials", |row| (row.2 * 1000.0) as u64)
        .all("value", |row| row.2)
        .all("low", |row| (row.2 > 0.3).then_some(row.2 - 0.1))
        .end()
}

#[test]
fn every_value_comes_back_and_what_is_missing_stays_missing() {
    let bytes = history_parquet("1", &night(0.25)).unwrap();
    assert!(bytes == history_parquet("1", &night(0.25)).unwrap());
    let expected = ("1".to_owned(), night(0.25));
    assert_eq!(read_history(&bytes).unwrap(), [expected]);
    let mut none = night(0.25);
    for column in &mut none.columns {
        column.values = column.values.picked(&[]);
    }
    let none = history_parquet("1", &none).unwrap();
    assert_eq!(read_history(&none).unwrap(), []);
}

#[test]
fn only_files_of_a_history_are_read() {
    let foreign = super::super::parquet(&night(0.25)).unwrap();
    for bytes in [b"" as &[u8], b"night,scenario\n", &foreign] {
        let error = read_history(bytes).unwrap_err();
        assert!(matches!(error, HistoryError::Foreign), "{error}");
    }
}

#[test]
fn a_damaged_byte_is_seen_before_anything_is_made_of_it() {
    let whole = history_parquet("1", &night(0.25)).unwrap();
    for place in 0..whole.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= flip;
            assert!(read_history(&bytes).is_err(), "byte {place} ^ {flip}");
        }
        assert!(read_history(&whole[..place]).is_err(), "{place} bytes");
    }
}
