//! What a Parquet file says of itself at its end.
//!
//! polars would keep what it says of every group as values with names, some thousand bytes for each
//! column. Here they are the bytes of the file as soon as a group is written.

use super::pages::{Chunk, ENCODING, known};
use super::thrift::{Fields, Kind, choice, element};

/// The numbers that Parquet has for these things.
const INT64: i32 = 2;
const BYTE_ARRAY: i32 = 6;
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const UTF8: i32 = 0;
const ZSTD: i32 = 6;

/// A column: its name, whether it holds text, else whole numbers, and whether some rows may have no value.
pub(super) struct Column {
    pub name: String,
    pub text: bool,
    pub optional: bool,
}

/// The end of a file, as far as it has got.
pub(super) struct Footer {
    columns: Vec<Column>,
    /// The groups so far, as elements of a list.
    groups: Vec<u8>,
    count: usize,
    rows: u64,
}

impl Footer {
    pub fn new(columns: Vec<Column>) -> Self {
        Self {
            columns,
            groups: Vec::new(),
            count: 0,
            rows: 0,
        }
    }

    /// Notes a group of so many rows whose columns follow each other in the file from `offset` on.
    pub fn note(&mut self, rows: u64, chunks: &[Chunk], offset: u64) {
        let mut columns = Vec::new();
        let mut next = offset;
        for (column, chunk) in self.columns.iter().zip(chunks) {
            columns.extend(column.about(rows, chunk, next));
            next += chunk.length;
        }
        let full: u64 = chunks.iter().map(|chunk| chunk.full_length).sum();
        let group = Fields::default()
            .list(1, Kind::Fields, chunks.len(), &columns)
            .number(2, full as i64)
            .number(3, rows as i64)
            .number(5, offset as i64)
            .number(6, (next - offset) as i64);
        self.groups.extend(group.end());
        self.count += 1;
        self.rows += rows;
    }

    /// The bytes of it, with notes and who made the file.
    pub fn end(self, notes: &[(String, String)], maker: &str) -> Vec<u8> {
        let root = Fields::default()
            .bytes(4, b"trials")
            .number32(5, self.columns.len() as i32);
        let mut schema = root.end();
        schema.extend(self.columns.iter().flat_map(Column::declared));
        let about: Vec<u8> = notes
            .iter()
            .flat_map(|(name, value)| {
                let note = Fields::default().bytes(1, name.as_bytes());
                note.bytes(2, value.as_bytes()).end()
            })
            .collect();
        // Bounds are in the order of the type of each column.
        let order = Fields::default().fields(1, Fields::default()).end();
        let orders = order.repeat(self.columns.len());
        Fields::default()
            .number32(1, 1)
            .list(2, Kind::Fields, self.columns.len() + 1, &schema)
            .number(3, self.rows as i64)
            .list(4, Kind::Fields, self.count, &self.groups)
            .list(5, Kind::Fields, notes.len(), &about)
            .bytes(6, maker.as_bytes())
            .list(7, Kind::Fields, self.columns.len(), &orders)
            .end()
    }
}

impl Column {
    const fn kind(&self) -> i32 {
        if self.text { BYTE_ARRAY } else { INT64 }
    }

    /// What the file says of it once.
    fn declared(&self) -> Vec<u8> {
        let fields = Fields::default()
            .number32(1, self.kind())
            .number32(3, if self.optional { OPTIONAL } else { REQUIRED })
            .bytes(4, self.name.as_bytes());
        if self.text {
            let text = Fields::default().fields(1, Fields::default());
            fields.number32(6, UTF8).fields(10, text).end()
        } else {
            fields.end()
        }
    }

    /// What the file says of it in a group.
    fn about(&self, rows: u64, chunk: &Chunk, offset: u64) -> Vec<u8> {
        let data = (offset + chunk.dictionary) as i64;
        let has_dictionary = chunk.dictionary > 0;
        let mut encodings = choice(chunk.encoding);
        if has_dictionary {
            encodings.extend(choice(ENCODING.plain));
        }
        let about = Fields::default()
            .number32(1, self.kind())
            .list(
                2,
                Kind::Number32,
                1 + usize::from(has_dictionary),
                &encodings,
            )
            .list(3, Kind::Bytes, 1, &element(self.name.as_bytes()))
            .number32(4, ZSTD)
            .number(5, rows as i64)
            .number(6, chunk.full_length as i64)
            .number(7, chunk.length as i64)
            .number(9, data);
        let about = if has_dictionary {
            about.number(11, offset as i64)
        } else {
            about
        };
        let about = about.fields(12, known(chunk));
        Fields::default().number(2, 0).fields(3, about).end()
    }
}
