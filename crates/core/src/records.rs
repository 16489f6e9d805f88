//! Rows of typed columns: the common source of CSV and Parquet files, JSON lists and printed
//! tables.
//!
//! [`Columns`] declares each column of an answer once.

use crate::stats::{Figure, FigureField};
use serde::Serialize;

/// Rows of typed columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    /// Columns of equal length.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name, unique within the records.
    pub name: String,
    /// One value for each row.
    pub values: ColumnValues,
}

/// Values of one type; `None` for a row without a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ColumnValues {
    /// Strings.
    Texts(Vec<Option<String>>),
    /// Nonnegative integers.
    Counts(Vec<Option<u64>>),
    /// Integers.
    Integers(Vec<Option<i64>>),
    /// Finite floating-point numbers.
    Numbers(Vec<Option<f64>>),
    /// Booleans.
    Flags(Vec<Option<bool>>),
}

impl ColumnValues {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Texts(values) => values.len(),
            Self::Counts(values) => values.len(),
            Self::Integers(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Flags(values) => values.len(),
        }
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends values. If their type differs, all values become strings, unless all appended ones
    /// are `None`.
    fn append(&mut self, more: Self) {
        match (&mut *self, more) {
            (Self::Texts(own), Self::Texts(more)) => own.extend(more),
            (Self::Counts(own), Self::Counts(more)) => own.extend(more),
            (Self::Integers(own), Self::Integers(more)) => own.extend(more),
            (Self::Numbers(own), Self::Numbers(more)) => own.extend(more),
            (Self::Flags(own), Self::Flags(more)) => own.extend(more),
            (own, Self::Texts(more)) if more.iter().all(Option::is_none) => own.pad(more.len()),
            (own, more) => {
                let mut texts = own.texts();
                texts.extend(more.texts());
                *self = Self::Texts(texts);
            }
        }
    }

    /// Appends rows without a value.
    fn pad(&mut self, rows: usize) {
        let all = self.len() + rows;
        match self {
            Self::Texts(values) => values.resize(all, None),
            Self::Counts(values) => values.resize(all, None),
            Self::Integers(values) => values.resize(all, None),
            Self::Numbers(values) => values.resize(all, None),
            Self::Flags(values) => values.resize(all, None),
        }
    }

    /// Returns the values as strings.
    fn texts(&self) -> Vec<Option<String>> {
        fn texts<T: ToString>(values: &[Option<T>]) -> Vec<Option<String>> {
            let values = values.iter();
            values
                .map(|value| value.as_ref().map(T::to_string))
                .collect()
        }
        match self {
            Self::Texts(values) => values.clone(),
            Self::Counts(values) => texts(values),
            Self::Integers(values) => texts(values),
            Self::Numbers(values) => texts(values),
            Self::Flags(values) => texts(values),
        }
    }

    /// Returns the values of the rows with these indices, in this order.
    #[must_use]
    pub fn select_rows(&self, rows: &[usize]) -> Self {
        fn pick<T: Clone>(values: &[T], rows: &[usize]) -> Vec<T> {
            rows.iter().map(|&row| values[row].clone()).collect()
        }
        match self {
            Self::Texts(values) => Self::Texts(pick(values, rows)),
            Self::Counts(values) => Self::Counts(pick(values, rows)),
            Self::Integers(values) => Self::Integers(pick(values, rows)),
            Self::Numbers(values) => Self::Numbers(pick(values, rows)),
            Self::Flags(values) => Self::Flags(pick(values, rows)),
        }
    }
}

/// Type of the values in a column.
pub trait ColumnValue: Sized {
    /// Returns the values as a column.
    fn column(values: Vec<Option<Self>>) -> ColumnValues;
}

macro_rules! value {
    ($($of:ty => $make:expr),* $(,)?) => {
        $(impl ColumnValue for $of {
            fn column(values: Vec<Option<Self>>) -> ColumnValues {
                $make(values)
            }
        })*
    };
}

/// Converts each value that is not `None`.
fn each<T, U>(values: Vec<Option<T>>, into: impl Fn(T) -> Option<U>) -> Vec<Option<U>> {
    let values = values.into_iter();
    values.map(|value| value.and_then(&into)).collect()
}

value! {
    String => ColumnValues::Texts,
    &str => |values| ColumnValues::Texts(each(values, |text: &str| Some(text.to_owned()))),
    u64 => ColumnValues::Counts,
    i64 => ColumnValues::Integers,
    // In files, an infinite bound of an interval is null.
    f64 => |values| ColumnValues::Numbers(each(values, |number: f64| number.is_finite().then_some(number))),
    bool => ColumnValues::Flags,
}

impl<T: ColumnValue> ColumnValue for Option<T> {
    fn column(values: Vec<Option<Self>>) -> ColumnValues {
        T::column(each(values, |value| value))
    }
}

/// Cell text of a missing value.
pub const NONE: &str = "–";

/// A value that can be a cell of a table.
pub trait Cell {
    /// Returns the text of the cell.
    fn text(self) -> String;
}

impl Cell for String {
    fn text(self) -> String {
        self
    }
}

impl Cell for &str {
    fn text(self) -> String {
        self.to_owned()
    }
}

impl<T: Cell> Cell for Option<T> {
    fn text(self) -> String {
        self.map_or_else(|| NONE.to_owned(), T::text)
    }
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownColumn {
    /// Heading of the column.
    pub heading: String,
    /// True if the cells are strings, which are left-aligned; other cells are right-aligned.
    pub is_words: bool,
    /// One cell for each row.
    pub cells: Vec<String>,
}

impl Records {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the column with this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Appends the rows of other records. Columns are matched by name. A row has no value in a
    /// column that its records do not have. Columns of different types become strings.
    pub fn append(&mut self, other: Self) {
        if self.columns.is_empty() {
            *self = other;
            return;
        }
        let (before, added) = (self.len(), other.len());
        for column in &mut self.columns {
            let more = other.columns.iter().find(|more| more.name == column.name);
            match more {
                Some(more) => column.values.append(more.values.clone()),
                None => column.values.append(ColumnValues::Texts(vec![None; added])),
            }
        }
        // A new column is inserted after the column that it follows in `other`.
        let mut place = 0;
        for mut column in other.columns {
            let known = self.columns.iter().position(|own| own.name == column.name);
            if let Some(known) = known {
                place = known + 1;
                continue;
            }
            let mut values = column.values.select_rows(&[]);
            values.append(ColumnValues::Texts(vec![None; before]));
            values.append(column.values);
            column.values = values;
            self.columns.insert(place, column);
            place += 1;
        }
    }

    /// Returns these columns, then those of varied keys, then `others`. A varied key with the name
    /// of another column, such as `seed`, gets the suffix `_varied`.
    #[must_use]
    pub fn with_varied(mut self, varied: impl IntoIterator<Item = Column>, others: Self) -> Self {
        for mut column in varied {
            while self.column(&column.name).is_some() || others.column(&column.name).is_some() {
                column.name.push_str("_varied");
            }
            self.columns.push(column);
        }
        self.columns.extend(others.columns);
        self
    }
}

/// Builder of the columns of an answer. Each column is declared once, with its values for files and
/// JSON and its cells for tables.
#[derive(Clone, Debug)]
pub struct Columns<Row> {
    rows: Vec<Row>,
    /// Columns of CSV and Parquet files.
    pub files: Records,
    /// Members of the objects in JSON lists, by name.
    pub json: Vec<(&'static str, ColumnValues)>,
    /// Columns of tables.
    pub shown: Vec<ShownColumn>,
}

impl<Row: Copy> Columns<Row> {
    /// Creates a builder without columns for these rows.
    pub fn of(rows: impl IntoIterator<Item = Row>) -> Self {
        Self {
            rows: rows.into_iter().collect(),
            files: Records::default(),
            json: Vec::new(),
            shown: Vec::new(),
        }
    }

    fn values<T: ColumnValue>(&self, get: impl Fn(Row) -> T) -> ColumnValues {
        T::column(self.rows.iter().map(|&row| Some(get(row))).collect())
    }

    /// Adds a column to files and JSON.
    #[must_use]
    pub fn all<T: ColumnValue>(self, name: &'static str, get: impl Fn(Row) -> T) -> Self {
        self.both(name, name, get)
    }

    /// Adds a column to files and, under the name `member`, to JSON.
    #[must_use]
    pub fn both<T: ColumnValue>(
        mut self,
        name: &'static str,
        member: &'static str,
        get: impl Fn(Row) -> T,
    ) -> Self {
        self = self.file(name, get);
        let values = self.files.columns.last().map(|last| last.values.clone());
        self.json.extend(values.map(|values| (member, values)));
        self
    }

    /// Adds a column to files only.
    #[must_use]
    pub fn file<T: ColumnValue>(mut self, name: &str, get: impl Fn(Row) -> T) -> Self {
        let values = self.values(get);
        self.files.columns.push(Column {
            name: name.to_owned(),
            values,
        });
        self
    }

    /// Adds a figure to files and JSON: its value under `name`, and its interval.
    #[must_use]
    pub fn figure(self, name: &'static str, get: impl Fn(Row) -> Option<Figure>) -> Self {
        let value: FigureField = (name, Figure::known);
        let fields = std::iter::once(value).chain(Figure::INTERVAL);
        fields.fold(self, |columns, (name, field)| {
            columns.all(name, |row| field(&get(row)?))
        })
    }

    /// Adds a column of each of these fields of a figure to files.
    #[must_use]
    pub fn file_fields(self, fields: &[FigureField], get: impl Fn(Row) -> Option<Figure>) -> Self {
        let fields = fields.iter();
        fields.fold(self, |columns, (name, field)| {
            columns.file(name, |row| field(&get(row)?))
        })
    }

    /// Adds a column of each of these fields of a figure to JSON.
    #[must_use]
    pub fn json_fields(self, fields: &[FigureField], get: impl Fn(Row) -> Option<Figure>) -> Self {
        let fields = fields.iter();
        fields.fold(self, |columns, (name, field)| {
            columns.json(name, |row| field(&get(row)?))
        })
    }

    /// Adds a column to JSON only.
    #[must_use]
    pub fn json<T: ColumnValue>(mut self, name: &'static str, get: impl Fn(Row) -> T) -> Self {
        let values = self.values(get);
        self.json.push((name, values));
        self
    }

    /// Adds a column to tables.
    #[must_use]
    pub fn cell<T: Cell>(mut self, heading: impl Into<String>, get: impl Fn(Row) -> T) -> Self {
        self.shown.push(ShownColumn {
            heading: heading.into(),
            is_words: false,
            cells: self.rows.iter().map(|&row| get(row).text()).collect(),
        });
        self
    }

    /// Adds a column to tables if `is_there` is true.
    #[must_use]
    pub fn cell_if<T: Cell>(
        self,
        is_there: bool,
        heading: impl Into<String>,
        get: impl Fn(Row) -> T,
    ) -> Self {
        if is_there {
            self.cell(heading, get)
        } else {
            self
        }
    }

    /// Marks the last column of tables as strings, which are left-aligned.
    #[must_use]
    pub fn words(mut self) -> Self {
        if let Some(last) = self.shown.last_mut() {
            last.is_words = true;
        }
        self
    }

    /// Returns the columns of files.
    pub fn end(self) -> Records {
        self.files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_matched_by_name_when_rows_are_put_below_each_other() {
        let records = |columns: Vec<(&str, ColumnValues)>| Records {
            columns: columns
                .into_iter()
                .map(|(name, values)| Column {
                    name: name.to_owned(),
                    values,
                })
                .collect(),
        };
        let mut all = records(vec![
            ("scenario", ColumnValues::Texts(vec![Some("a".to_owned())])),
            ("dice", ColumnValues::Integers(vec![Some(3)])),
            ("share", ColumnValues::Numbers(vec![Some(0.5)])),
        ]);
        all.append(records(vec![
            ("scenario", ColumnValues::Texts(vec![Some("b".to_owned())])),
            ("half", ColumnValues::Texts(vec![Some("down".to_owned())])),
            ("share", ColumnValues::Numbers(vec![Some(0.25)])),
        ]));
        all.append(records(vec![
            ("scenario", ColumnValues::Texts(vec![Some("c".to_owned())])),
            ("dice", ColumnValues::Texts(vec![Some("many".to_owned())])),
            ("share", ColumnValues::Numbers(vec![None])),
        ]));
        let texts = |texts: [Option<&str>; 3]| {
            ColumnValues::Texts(texts.map(|text| text.map(str::to_owned)).into())
        };
        let expected = records(vec![
            ("scenario", texts([Some("a"), Some("b"), Some("c")])),
            ("half", texts([None, Some("down"), None])),
            ("dice", texts([Some("3"), None, Some("many")])),
            (
                "share",
                ColumnValues::Numbers(vec![Some(0.5), Some(0.25), None]),
            ),
        ]);
        assert_eq!(all, expected);
    }
}
