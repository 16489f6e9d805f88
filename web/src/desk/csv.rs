//! Records as CSV, with the same bytes as the command line. Polars would make up most of the
//! size of the page, so it is not used here.

use evenodds::document::printable_csv;
use evenodds::records::{ColumnValues, Records};
use std::fmt::Write;

/// Returns records as CSV: a line of headings and a line per row, with LF line ends. Missing values are empty, quotes
/// only where needed, and numbers the shortest text that parses to the same bits.
pub fn written(records: &Records) -> String {
    let mut text = String::new();
    let headings: Vec<String> = records
        .columns
        .iter()
        .map(|column| quoted(&column.name))
        .collect();
    text.push_str(&headings.join(","));
    text.push('\n');
    for row in 0..records.len() {
        for (place, column) in records.columns.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            // Writing to a text cannot fail.
            let _ = match &column.values {
                ColumnValues::Texts(values) => {
                    write_some(&mut text, values[row].as_deref().map(quoted))
                }
                ColumnValues::Counts(values) => write_some(&mut text, values[row]),
                ColumnValues::Integers(values) => write_some(&mut text, values[row]),
                ColumnValues::Numbers(values) => {
                    write_some(&mut text, values[row].map(|number| format!("{number:?}")))
                }
                ColumnValues::Flags(values) => write_some(&mut text, values[row]),
            };
        }
        text.push('\n');
    }
    printable_csv(&text).into_owned()
}

fn write_some(text: &mut String, value: Option<impl std::fmt::Display>) -> std::fmt::Result {
    value.map_or(Ok(()), |value| write!(text, "{value}"))
}

/// Returns a text as a cell, quoted if needed. An empty text is quoted, unlike a missing one.
fn quoted(text: &str) -> String {
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenodds::records::Column;

    #[test]
    fn missing_values_are_empty_and_ambiguous_texts_are_quoted() {
        let column = |name: &str, values| Column {
            name: name.to_owned(),
            values,
        };
        let texts = [Some("a, \"b\""), None, Some("Ж\n2"), Some("")];
        let texts = texts.map(|text| text.map(str::to_owned)).to_vec();
        let records = Records {
            columns: vec![
                column("outcome", ColumnValues::Texts(texts)),
                column(
                    "share",
                    ColumnValues::Numbers(vec![Some(0.1), Some(1.0 / 3.0), None, Some(3.84e-6)]),
                ),
                column(
                    "count",
                    ColumnValues::Counts(vec![Some(1), Some(1 << 40), None, Some(0)]),
                ),
            ],
        };
        assert_eq!(
            written(&records),
            "outcome,share,count\n\"a, \"\"b\"\"\",0.1,1\n,0.3333333333333333,1099511627776\n\"Ж\n2\",,\n\
             \"\",3.84e-6,0\n"
        );
    }
}
