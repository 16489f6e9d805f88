//! Columns into the pages of a Parquet file.
//!
//! polars would find the dictionary of a column by hashing each of its values. Here all short values
//! of a column lie between two bounds, so that a table, or a subtraction, finds the place of each.

use super::thrift::{Fields, varint, zigzag};
use crate::sim::Values;
use polars_parquet::parquet::compression::{CompressionOptions, ZstdLevel, compress};
use polars_parquet::parquet::error::ParquetResult;
use std::borrow::Cow;
use std::ops::Range;

/// The widest range of values whose dictionary has all that lie between, also those that never came up.
const DENSE: usize = 1 << 8;

/// The numbers that Parquet has for encodings.
pub(super) struct Encodings {
    pub plain: i32,
    levels: i32,
    differences: i32,
    keys: i32,
}

/// Those that are used here.
pub(super) const ENCODING: Encodings = Encodings {
    plain: 0,
    levels: 3,
    differences: 5,
    keys: 8,
};

/// The kinds of pages.
const DATA: i32 = 0;
const DICTIONARY: i32 = 2;

/// What there is of one column in a group: perhaps the page of a dictionary, and one of values.
pub(super) struct Chunk {
    /// Bytes of all its pages.
    pub length: u64,
    /// Bytes that they would have if they were not compressed.
    pub full_length: u64,
    /// Bytes of the page of the dictionary; 0 if there is none.
    pub dictionary: u64,
    /// How the values are encoded.
    pub encoding: i32,
    /// The least and the greatest value, of numbers.
    pub bounds: Option<(i64, i64)>,
    /// The number of rows without a value.
    pub nulls: u64,
}

/// The rows of a column that have a value.
enum Present {
    /// All of them; their number.
    All(usize),
    /// Those with a 1.
    Some(Vec<u16>),
}

impl Present {
    fn rows(&self) -> usize {
        match self {
            Self::All(rows) => *rows,
            Self::Some(levels) => levels.len(),
        }
    }

    fn nulls(&self) -> u64 {
        match self {
            Self::All(_) => 0,
            Self::Some(levels) => levels.iter().filter(|&&level| level == 0).count() as u64,
        }
    }

    /// Returns the beginning of a page: where rows may be null, the length of the levels and a run of one bit each.
    fn levels(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Self::Some(levels) = self {
            let mut run = Vec::new();
            varint((levels.len().div_ceil(8) as u64) << 1 | 1, &mut run);
            pack(levels, 1, &mut run);
            bytes.extend((run.len() as u32).to_le_bytes());
            bytes.extend(run);
        }
        bytes
    }
}

/// Returns the least and the greatest value, if there is one.
fn bounds<T: Copy + Ord>(values: &[T]) -> Option<(T, T)> {
    let all = || values.iter().copied();
    all().min().zip(all().max())
}

/// Appends whole numbers to `bytes`; rows with the value `never` become nulls.
pub(super) fn whole_numbers(
    values: &Values,
    never: Option<i64>,
    bytes: &mut Vec<u8>,
) -> ParquetResult<Chunk> {
    match values {
        Values::Short(values) => {
            let (values, present) = measured(values, never);
            let Some((lowest, highest)) = bounds(&values) else {
                return data_page(&[], ENCODING.plain, (&present, None), bytes);
            };
            let (dictionary, keys) = keyed(&values, lowest, highest);
            let plain: Vec<u8> = dictionary
                .iter()
                .flat_map(|&value| i64::from(value).to_le_bytes())
                .collect();
            let bounds = Some((lowest.into(), highest.into()));
            in_dictionary(&plain, dictionary.len(), &keys, (&present, bounds), bytes)
        }
        Values::Long(values) => {
            let (values, present) = measured(values, never);
            let bounds = bounds(&values);
            let plain: Vec<u8> = values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect();
            data_page(&plain, ENCODING.plain, (&present, bounds), bytes)
        }
    }
}

/// Returns the values that were measured, and the rows that have one.
fn measured<T: Copy + Into<i64>>(values: &[T], never: Option<i64>) -> (Cow<'_, [T]>, Present)
where
    [T]: ToOwned<Owned = Vec<T>>,
{
    let Some(never) = never else {
        return (Cow::Borrowed(values), Present::All(values.len()));
    };
    let is_one = |value: &T| (*value).into() != never;
    let levels = values.iter().map(|value| u16::from(is_one(value)));
    let present = Present::Some(levels.collect());
    let some = values.iter().copied().filter(is_one);
    (Cow::Owned(some.collect()), present)
}

/// Puts words, by their positions in `words`, behind `bytes`.
pub(super) fn words(
    words: &[String],
    positions: &Values,
    bytes: &mut Vec<u8>,
) -> ParquetResult<Chunk> {
    let mut plain = Vec::new();
    for word in words {
        plain.extend((word.len() as u32).to_le_bytes());
        plain.extend(word.as_bytes());
    }
    let keys: Vec<u16> = match positions {
        Values::Short(positions) => positions.iter().map(|&position| position as u16).collect(),
        Values::Long(positions) => positions.iter().map(|&position| position as u16).collect(),
    };
    let present = Present::All(keys.len());
    in_dictionary(&plain, words.len(), &keys, (&present, None), bytes)
}

/// Puts numbers that follow each other behind `bytes`.
pub(super) fn counting(numbers: &Range<u64>, bytes: &mut Vec<u8>) -> ParquetResult<Chunk> {
    let count = numbers.end - numbers.start;
    let mut plain = Vec::new();
    // DELTA_BINARY_PACKED: blocks of 128 differences in four parts each. All differences are the least
    // one, 1, so nothing is left to be packed.
    varint(128, &mut plain);
    varint(4, &mut plain);
    varint(count, &mut plain);
    varint(zigzag(numbers.start as i64), &mut plain);
    for _ in 0..count.saturating_sub(1).div_ceil(128) {
        varint(zigzag(1), &mut plain);
        plain.extend([0; 4]);
    }
    let last = numbers.end.saturating_sub(1);
    let bounds = Some((numbers.start as i64, last as i64));
    let present = Present::All(count as usize);
    data_page(&plain, ENCODING.differences, (&present, bounds), bytes)
}

/// The values that there are, ascending, and the position among them of each of `values`, which lie
/// between these bounds.
fn keyed(values: &[i16], lowest: i16, highest: i16) -> (Vec<i16>, Vec<u16>) {
    let place = |value: i16| value.wrapping_sub(lowest) as u16;
    let range = usize::from(place(highest)) + 1;
    if range <= DENSE {
        let keys = values.iter().map(|&value| place(value)).collect();
        return ((lowest..=highest).collect(), keys);
    }
    let mut keys = vec![0; range];
    for &value in values {
        keys[usize::from(place(value))] = 1;
    }
    let mut dictionary = Vec::new();
    for (value, key) in (lowest..=highest).zip(&mut keys) {
        if *key != 0 {
            *key = dictionary.len() as u16;
            dictionary.push(value);
        }
    }
    let keys = values
        .iter()
        .map(|&value| keys[usize::from(place(value))])
        .collect();
    (dictionary, keys)
}

/// A dictionary with so many entries, and a page of positions in it.
fn in_dictionary(
    plain: &[u8],
    entries: usize,
    keys: &[u16],
    (present, bounds): (&Present, Option<(i64, i64)>),
    bytes: &mut Vec<u8>,
) -> ParquetResult<Chunk> {
    let about = Fields::default()
        .number32(1, entries as i32)
        .number32(2, ENCODING.plain);
    let (length, full_length) = page(DICTIONARY, 7, about, plain, bytes)?;
    let packed = packed_page(keys, entries);
    let chunk = data_page(&packed, ENCODING.keys, (present, bounds), bytes)?;
    Ok(Chunk {
        length: chunk.length + length,
        full_length: chunk.full_length + full_length,
        dictionary: length,
        ..chunk
    })
}

/// Keys below `entries` as one run: of bits, or of the same key.
fn packed_page(keys: &[u16], entries: usize) -> Vec<u8> {
    let bits = usize::BITS - entries.saturating_sub(1).leading_zeros();
    // Not every reader knows keys without bits.
    let bits = bits.max(1);
    let mut bytes = Vec::with_capacity(keys.len() * bits as usize / 8 + 32);
    bytes.push(bits as u8);
    if entries <= 1 {
        varint((keys.len() as u64) << 1, &mut bytes);
        bytes.push(0);
    } else {
        varint((keys.len().div_ceil(8) as u64) << 1 | 1, &mut bytes);
        pack(keys, bits, &mut bytes);
    }
    bytes
}

/// Packs keys of so many bits, at most 16, eight at a time.
fn pack(keys: &[u16], bits: u32, bytes: &mut Vec<u8>) {
    let (eights, rest) = keys.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let rest = (!rest.is_empty()).then_some(&last);
    let half = |keys: &[u16]| {
        let bits = |(place, &key): (usize, &u16)| u64::from(key) << (place as u32 * bits);
        keys.iter()
            .enumerate()
            .map(bits)
            .fold(0, |all, one| all | one)
    };
    for eight in eights.iter().chain(rest) {
        if bits <= 8 {
            bytes.extend_from_slice(&half(eight).to_le_bytes()[..bits as usize]);
        } else {
            let low = u128::from(half(&eight[..4]));
            let all = low | u128::from(half(&eight[4..])) << (4 * bits);
            bytes.extend_from_slice(&all.to_le_bytes()[..bits as usize]);
        }
    }
}

/// A page of values, with a level for each row where some may have none; no column is nested.
fn data_page(
    plain: &[u8],
    encoding: i32,
    (present, bounds): (&Present, Option<(i64, i64)>),
    bytes: &mut Vec<u8>,
) -> ParquetResult<Chunk> {
    let mut leveled = present.levels();
    let plain = if leveled.is_empty() {
        plain
    } else {
        leveled.extend_from_slice(plain);
        &leveled
    };
    let about = Fields::default()
        .number32(1, present.rows() as i32)
        .number32(2, encoding)
        .number32(3, ENCODING.levels)
        .number32(4, ENCODING.levels);
    let (length, full_length) = page(DATA, 5, about, plain, bytes)?;
    Ok(Chunk {
        length,
        full_length,
        dictionary: 0,
        encoding,
        bounds,
        nulls: present.nulls(),
    })
}

/// A page with its header, behind `bytes`. What the header says of its kind is in this field of it.
/// Returns how many bytes the page has, and how many it would have if it were not compressed.
fn page(
    kind: i32,
    field: u8,
    about: Fields,
    plain: &[u8],
    bytes: &mut Vec<u8>,
) -> ParquetResult<(u64, u64)> {
    // Of packed keys it leaves less than LZ4 and Snappy do, in about the same time.
    let level = ZstdLevel::try_new(1)?;
    let mut packed = Vec::new();
    compress(CompressionOptions::Zstd(Some(level)), plain, &mut packed)?;
    // A group has so few rows that a page never comes near to 2^31 bytes.
    let header = Fields::default()
        .number32(1, kind)
        .number32(2, plain.len() as i32)
        .number32(3, packed.len() as i32)
        .fields(field, about)
        .end();
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(&packed);
    let length = |page: usize| (header.len() + page) as u64;
    Ok((length(packed.len()), length(plain.len())))
}

/// Returns the statistics of a column's values, for readers that skip them: how many are missing, and their bounds.
pub(super) fn known(chunk: &Chunk) -> Fields {
    let known = Fields::default().number(3, chunk.nulls as i64);
    match chunk.bounds {
        Some((lowest, highest)) => known
            .bytes(5, &highest.to_le_bytes())
            .bytes(6, &lowest.to_le_bytes()),
        None => known,
    }
}
