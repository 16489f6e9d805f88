//! Encodes records as CSV and Parquet. Equal records give equal bytes.

use super::FrameError;
use super::arrays::{array, schema};
use super::parquet::{RowGroup, file};
use crate::document::printable_csv;
use crate::records::{ColumnValues, Records};
use polars_arrow::array::Array;
use polars_parquet::parquet::metadata::KeyValue;
use polars_parquet::write::{get_dtype_encoding, schema_to_metadata_key, to_parquet_schema};

/// Number of rows in a group of a Parquet file.
const ROW_GROUP: usize = 1 << 18;

/// Returns records as CSV.
///
/// The first line has the headings, lines end with LF, null is empty, and only cells that need
/// quotes have them. Numbers are the shortest text that parses to the same bits. Terminal control
/// characters are escaped.
pub fn csv(records: &Records) -> String {
    let mut csv = String::new();
    for (index, column) in records.columns.iter().enumerate() {
        separate(&mut csv, index);
        push_text(&mut csv, &column.name);
    }
    csv.push('\n');
    for row in 0..records.len() {
        for (index, column) in records.columns.iter().enumerate() {
            separate(&mut csv, index);
            push_value(&mut csv, &column.values, row);
        }
        csv.push('\n');
    }
    printable_csv(&csv).into_owned()
}

/// Appends the comma before every cell of a line but the first.
fn separate(csv: &mut String, index: usize) {
    if index > 0 {
        csv.push(',');
    }
}

/// Appends a cell, nothing for null.
fn push_value(csv: &mut String, values: &ColumnValues, row: usize) {
    let number = match values {
        ColumnValues::Texts(values) => {
            if let Some(text) = &values[row] {
                push_text(csv, text);
            }
            return;
        }
        ColumnValues::Counts(values) => values[row].map(serde_json::Value::from),
        ColumnValues::Integers(values) => values[row].map(serde_json::Value::from),
        ColumnValues::Numbers(values) => values[row].map(serde_json::Value::from),
        ColumnValues::Flags(values) => values[row].map(serde_json::Value::from),
    };
    if let Some(number) = number {
        csv.push_str(&number.to_string());
    }
}

/// Appends a cell with text. An empty text has quotes, unlike null.
fn push_text(csv: &mut String, text: &str) {
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        csv.push('"');
        csv.push_str(&text.replace('"', "\"\""));
        csv.push('"');
    } else {
        csv.push_str(text);
    }
}

/// Returns records as Parquet, compressed with Snappy.
///
/// # Errors
/// Returns an error if two columns have the same name.
pub fn parquet(records: &Records) -> Result<Vec<u8>, FrameError> {
    parquet_with_metadata(records, &[])
}

/// Returns records as Parquet with `notes`, keys and values, as metadata of the file.
pub(super) fn parquet_with_metadata(
    records: &Records,
    notes: &[(&str, String)],
) -> Result<Vec<u8>, FrameError> {
    let arrays = records.columns.iter().map(|column| array(&column.values));
    let arrays: Vec<Box<dyn Array>> = arrays.collect();
    let schema = schema(records, &arrays)?;
    let parquet_schema = to_parquet_schema(&schema)?;
    let types = parquet_schema.fields().to_vec();
    let mut file = file(Vec::new(), parquet_schema);
    for start in (0..records.len()).step_by(ROW_GROUP) {
        let rows = ROW_GROUP.min(records.len() - start);
        let group = arrays.iter().map(|array| {
            let encoding = get_dtype_encoding(array.dtype())[0];
            (array.sliced(start, rows), encoding)
        });
        RowGroup::encode(rows, group.collect(), &types)?.write(&mut file)?;
    }
    let notes = notes.iter().map(|(key, value)| KeyValue {
        key: (*key).to_owned(),
        value: Some(value.clone()),
    });
    let notes = notes.chain([schema_to_metadata_key(&schema)]);
    file.end(Some(notes.collect()))?;
    Ok(file.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::parquet::read_content;
    use crate::records::Column as Named;

    fn records() -> Records {
        let column = |name: &str, values| Named {
            name: name.to_owned(),
            values,
        };
        let texts = [Some("a, \"b\""), None, Some("Ж\n2"), Some("")];
        let texts = texts.map(|text| text.map(str::to_owned)).to_vec();
        let shares = vec![Some(0.1), Some(1.0 / 3.0), None, Some(3.84e-6)];
        let counts = vec![Some(1_u64), Some(1 << 40), None, Some(0)];
        Records {
            columns: vec![
                column("outcome", ColumnValues::Texts(texts)),
                column("share", ColumnValues::Numbers(shares)),
                column("count", ColumnValues::Counts(counts)),
                column(
                    "integer",
                    ColumnValues::Integers(vec![Some(-7), None, Some(0), None]),
                ),
                column(
                    "flag",
                    ColumnValues::Flags(vec![Some(true), None, Some(false), None]),
                ),
            ],
        }
    }

    #[test]
    fn csv_has_lf_ends_and_the_shortest_numbers() {
        assert_eq!(
            csv(&records()),
            "outcome,share,count,integer,flag\n\"a, \"\"b\"\"\",0.1,1,-7,true\n,0.3333333333333333,\
             1099511627776,,\n\"Ж\n2\",,,0,false\n\"\",3.84e-6,0,,\n"
        );
    }

    #[test]
    fn parquet_files_contain_the_records() {
        let bytes = parquet(&records()).unwrap();
        let read = read_content(&bytes).unwrap();
        assert_eq!(read.records, records());
        let mut empty = records();
        for column in &mut empty.columns {
            column.values = column.values.select_rows(&[]);
        }
        let read = read_content(&parquet(&empty).unwrap()).unwrap();
        assert_eq!(read.records, empty);
    }

    #[test]
    fn the_same_records_give_the_same_bytes() {
        assert_eq!(parquet(&records()).unwrap(), parquet(&records()).unwrap());
        assert_eq!(csv(&records()), csv(&records()));
    }
}
