//! Records: rows of typed columns, for files that programs read. Frames are made of them, and so are lists in
//! JSON, so that a question names each of its figures once.

/// Rows of typed columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    /// The columns, all of the same length.
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// A value for each row.
    pub values: Values,
}

/// Values of one type; `None` where a row has none.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Words.
    Texts(Vec<Option<String>>),
    /// Whole numbers from 0 on.
    Counts(Vec<Option<u64>>),
    /// Whole numbers.
    Integers(Vec<Option<i64>>),
    /// Other numbers, all of them finite.
    Numbers(Vec<Option<f64>>),
    /// True or false.
    Flags(Vec<Option<bool>>),
}

impl Values {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Texts(values) => values.len(),
            Self::Counts(values) => values.len(),
            Self::Integers(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Flags(values) => values.len(),
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts further values behind these; those of another type make words of all, unless none of them is there.
    fn append(&mut self, more: Self) {
        match (&mut *self, more) {
            (Self::Texts(own), Self::Texts(more)) => own.extend(more),
            (Self::Counts(own), Self::Counts(more)) => own.extend(more),
            (Self::Integers(own), Self::Integers(more)) => own.extend(more),
            (Self::Numbers(own), Self::Numbers(more)) => own.extend(more),
            (Self::Flags(own), Self::Flags(more)) => own.extend(more),
            (own, Self::Texts(more)) if more.iter().all(Option::is_none) => own.lack(more.len()),
            (own, more) => {
                let mut words = own.words();
                words.extend(more.words());
                *self = Self::Texts(words);
            }
        }
    }

    /// Adds rows without a value.
    fn lack(&mut self, rows: usize) {
        let all = self.len() + rows;
        match self {
            Self::Texts(values) => values.resize(all, None),
            Self::Counts(values) => values.resize(all, None),
            Self::Integers(values) => values.resize(all, None),
            Self::Numbers(values) => values.resize(all, None),
            Self::Flags(values) => values.resize(all, None),
        }
    }

    /// The values as words.
    fn words(&self) -> Vec<Option<String>> {
        fn say<T: ToString>(values: &[Option<T>]) -> Vec<Option<String>> {
            let said = values.iter();
            said.map(|value| value.as_ref().map(T::to_string)).collect()
        }
        match self {
            Self::Texts(values) => values.clone(),
            Self::Counts(values) => say(values),
            Self::Integers(values) => say(values),
            Self::Numbers(values) => say(values),
            Self::Flags(values) => say(values),
        }
    }

    /// The values of these rows.
    #[must_use]
    pub fn picked(&self, rows: &[usize]) -> Self {
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

/// Something that a column can hold, and its type.
pub trait Value: Sized {
    /// The column of these values.
    fn column(values: Vec<Option<Self>>) -> Values;
}

macro_rules! value {
    ($($of:ty => $make:expr),* $(,)?) => {
        $(impl Value for $of {
            fn column(values: Vec<Option<Self>>) -> Values {
                $make(values)
            }
        })*
    };
}

/// The values that are there, each as another type.
fn each<T, U>(values: Vec<Option<T>>, into: impl Fn(T) -> Option<U>) -> Vec<Option<U>> {
    let values = values.into_iter();
    values.map(|value| value.and_then(&into)).collect()
}

value! {
    String => Values::Texts,
    &str => |values| Values::Texts(each(values, |text: &str| Some(text.to_owned()))),
    u64 => Values::Counts,
    i64 => Values::Integers,
    // An end that nothing bounds is no value.
    f64 => |values| Values::Numbers(each(values, |number: f64| number.is_finite().then_some(number))),
    bool => Values::Flags,
}

impl<T: Value> Value for Option<T> {
    fn column(values: Vec<Option<Self>>) -> Values {
        T::column(each(values, |value| value))
    }
}

/// What people read where a row has no value.
pub const NONE: &str = "–";

/// Something that people read in a cell of a table.
pub trait Cell {
    /// The text of the cell.
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

/// A column as people read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The heading.
    pub heading: String,
    /// Whether its cells are words, which begin at the same place; those of others end there.
    pub is_words: bool,
    /// A cell for each row.
    pub cells: Vec<String>,
}

impl Records {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Puts the rows of other records behind these. Columns are matched by their names: where one of both has no such
    /// column its rows have no value there, and where the types differ, as those of a key may, the values become words.
    pub fn append(&mut self, other: Self) {
        if self.columns.is_empty() {
            *self = other;
            return;
        }
        let (before, behind) = (self.len(), other.len());
        for column in &mut self.columns {
            let more = other.columns.iter().find(|more| more.name == column.name);
            match more {
                Some(more) => column.values.append(more.values.clone()),
                None => column.values.append(Values::Texts(vec![None; behind])),
            }
        }
        // A column that comes new goes behind the one that it follows there.
        let mut place = 0;
        for mut column in other.columns {
            let known = self.columns.iter().position(|own| own.name == column.name);
            if let Some(known) = known {
                place = known + 1;
                continue;
            }
            let mut values = column.values.picked(&[]);
            values.append(Values::Texts(vec![None; before]));
            values.append(column.values);
            column.values = values;
            self.columns.insert(place, column);
            place += 1;
        }
    }

    /// These columns, then those of keys that were varied, then others. A key may be called as a column is, such
    /// as `seed`; then its column has another name.
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

/// The columns of an answer, each declared once: the value of each row for programs, which read it in files and in
/// lists in JSON, and its cell for people.
#[derive(Clone, Debug)]
pub struct Columns<Row> {
    rows: Vec<Row>,
    /// What CSV and Parquet have.
    pub files: Records,
    /// What lists in JSON have, by name.
    pub json: Vec<(&'static str, Values)>,
    /// What tables have.
    pub shown: Vec<Shown>,
}

impl<Row: Copy> Columns<Row> {
    /// Columns of these rows, as yet none.
    pub fn of(rows: impl IntoIterator<Item = Row>) -> Self {
        Self {
            rows: rows.into_iter().collect(),
            files: Records::default(),
            json: Vec::new(),
            shown: Vec::new(),
        }
    }

    fn values<T: Value>(&self, get: impl Fn(Row) -> T) -> Values {
        T::column(self.rows.iter().map(|&row| Some(get(row))).collect())
    }

    /// A column of files and of JSON.
    #[must_use]
    pub fn all<T: Value>(self, name: &'static str, get: impl Fn(Row) -> T) -> Self {
        self.both(name, name, get)
    }

    /// A column that has another name in JSON than in files.
    #[must_use]
    pub fn both<T: Value>(
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

    /// A column of files alone.
    #[must_use]
    pub fn file<T: Value>(mut self, name: &str, get: impl Fn(Row) -> T) -> Self {
        let values = self.values(get);
        self.files.columns.push(Column {
            name: name.to_owned(),
            values,
        });
        self
    }

    /// A column of JSON alone.
    #[must_use]
    pub fn json<T: Value>(mut self, name: &'static str, get: impl Fn(Row) -> T) -> Self {
        let values = self.values(get);
        self.json.push((name, values));
        self
    }

    /// A column that people read.
    #[must_use]
    pub fn cell<T: Cell>(mut self, heading: impl Into<String>, get: impl Fn(Row) -> T) -> Self {
        self.shown.push(Shown {
            heading: heading.into(),
            is_words: false,
            cells: self.rows.iter().map(|&row| get(row).text()).collect(),
        });
        self
    }

    /// A column that people read where there is something to read in it.
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

    /// The last column that people read, as one of words.
    #[must_use]
    pub fn words(mut self) -> Self {
        if let Some(last) = self.shown.last_mut() {
            last.is_words = true;
        }
        self
    }

    /// The records of files.
    pub fn end(self) -> Records {
        self.files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_matched_by_name_when_rows_are_put_below_each_other() {
        let records = |columns: Vec<(&str, Values)>| Records {
            columns: columns
                .into_iter()
                .map(|(name, values)| Column {
                    name: name.to_owned(),
                    values,
                })
                .collect(),
        };
        let mut all = records(vec![
            ("scenario", Values::Texts(vec![Some("a".to_owned())])),
            ("dice", Values::Integers(vec![Some(3)])),
            ("share", Values::Numbers(vec![Some(0.5)])),
        ]);
        all.append(records(vec![
            ("scenario", Values::Texts(vec![Some("b".to_owned())])),
            ("half", Values::Texts(vec![Some("down".to_owned())])),
            ("share", Values::Numbers(vec![Some(0.25)])),
        ]));
        all.append(records(vec![
            ("scenario", Values::Texts(vec![Some("c".to_owned())])),
            ("dice", Values::Texts(vec![Some("many".to_owned())])),
            ("share", Values::Numbers(vec![None])),
        ]));
        let texts = |texts: [Option<&str>; 3]| {
            Values::Texts(texts.map(|text| text.map(str::to_owned)).into())
        };
        let expected = records(vec![
            ("scenario", texts([Some("a"), Some("b"), Some("c")])),
            ("half", texts([None, Some("down"), None])),
            ("dice", texts([Some("3"), None, Some("many")])),
            ("share", Values::Numbers(vec![Some(0.5), Some(0.25), None])),
        ]);
        assert_eq!(all, expected);
    }
}
