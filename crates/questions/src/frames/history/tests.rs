use super::*;
use crate::records::Columns;

/// Returns the rows of a run of two scenarios with two figures each.
fn rows_of_run(share: f64) -> Records {
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
fn values_and_missing_values_survive_a_round_trip() {
    let bytes = history_parquet("1", &rows_of_run(0.25)).unwrap();
    assert!(bytes == history_parquet("1", &rows_of_run(0.25)).unwrap());
    let expected = ("1".to_owned(), rows_of_run(0.25));
    assert_eq!(read_history(&bytes).unwrap(), [expected]);
    let mut none = rows_of_run(0.25);
    for column in &mut none.columns {
        column.values = column.values.select_rows(&[]);
    }
    let none = history_parquet("1", &none).unwrap();
    assert_eq!(read_history(&none).unwrap(), []);
}

#[test]
fn foreign_files_are_refused() {
    let foreign = super::super::parquet(&rows_of_run(0.25)).unwrap();
    for bytes in [b"" as &[u8], b"night,scenario\n", &foreign] {
        let error = read_history(bytes).unwrap_err();
        assert!(matches!(error, HistoryError::Foreign), "{error}");
    }
}

#[test]
fn any_damaged_byte_is_an_error() {
    let whole = history_parquet("1", &rows_of_run(0.25)).unwrap();
    for place in 0..whole.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= flip;
            assert!(read_history(&bytes).is_err(), "byte {place} ^ {flip}");
        }
        assert!(read_history(&whole[..place]).is_err(), "{place} bytes");
    }
}
