//! Columns into the pages of a Parquet file.
//!
//! polars would find the dictionary of a column by hashing each of its values. Here all short values
//! of a column lie between two bounds, so that a table, or a subtraction, finds the place of each.

use crate::sim::Values;
use polars_parquet::parquet::CowBuffer;
use polars_parquet::parquet::compression::{CompressionOptions, ZstdLevel};
use polars_parquet::parquet::encoding::Encoding;
use polars_parquet::parquet::error::ParquetResult;
use polars_parquet::parquet::metadata::Descriptor;
use polars_parquet::parquet::page::{
    CompressedPage, DataPage, DataPageHeader, DataPageHeaderV1, DictPage, Page,
};
use polars_parquet::parquet::statistics::ParquetStatistics;
use polars_parquet::parquet::write::compress;
use std::ops::Range;

/// The widest range of values whose dictionary has all that lie between, also those that never came up.
const DENSE: usize = 1 << 8;

/// Whole numbers.
pub(super) fn whole_numbers(
    values: &Values,
    descriptor: &Descriptor,
) -> ParquetResult<Vec<CompressedPage>> {
    match values {
        Values::Short(values) => {
            let lowest = values.iter().copied().min().unwrap_or(0);
            let highest = values.iter().copied().max().unwrap_or(0);
            let (dictionary, keys) = keyed(values, lowest, highest);
            let plain: Vec<u8> = dictionary
                .iter()
                .flat_map(|&value| i64::from(value).to_le_bytes())
                .collect();
            let known = bounds(lowest.into(), highest.into());
            in_dictionary(plain, dictionary.len(), &keys, descriptor, known)
        }
        Values::Long(values) => {
            let lowest = values.iter().copied().min().unwrap_or(0);
            let highest = values.iter().copied().max().unwrap_or(0);
            let plain = values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect();
            let known = bounds(lowest, highest);
            let page = data_page(plain, values.len(), Encoding::Plain, descriptor, known);
            Ok(vec![compressed(page)?])
        }
    }
}

/// Words, by their positions in `words`.
pub(super) fn words(
    words: &[String],
    positions: &Values,
    descriptor: &Descriptor,
) -> ParquetResult<Vec<CompressedPage>> {
    let mut plain = Vec::new();
    for word in words {
        plain.extend((word.len() as u32).to_le_bytes());
        plain.extend(word.as_bytes());
    }
    let keys: Vec<u16> = match positions {
        Values::Short(positions) => positions.iter().map(|&position| position as u16).collect(),
        Values::Long(positions) => positions.iter().map(|&position| position as u16).collect(),
    };
    in_dictionary(plain, words.len(), &keys, descriptor, known(None, None))
}

/// Numbers that follow each other.
pub(super) fn counting(
    numbers: &Range<u64>,
    descriptor: &Descriptor,
) -> ParquetResult<Vec<CompressedPage>> {
    let count = numbers.end - numbers.start;
    let mut bytes = Vec::new();
    // DELTA_BINARY_PACKED: blocks of 128 differences in four parts each. All differences are the least
    // one, 1, so nothing is left to be packed.
    varint(128, &mut bytes);
    varint(4, &mut bytes);
    varint(count, &mut bytes);
    varint(numbers.start << 1, &mut bytes);
    for _ in 0..count.saturating_sub(1).div_ceil(128) {
        varint(1 << 1, &mut bytes);
        bytes.extend([0; 4]);
    }
    let last = numbers.end.saturating_sub(1);
    let known = bounds(numbers.start as i64, last as i64);
    let encoding = Encoding::DeltaBinaryPacked;
    let page = data_page(bytes, count as usize, encoding, descriptor, known);
    Ok(vec![compressed(page)?])
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
    plain: Vec<u8>,
    entries: usize,
    keys: &[u16],
    descriptor: &Descriptor,
    known: ParquetStatistics,
) -> ParquetResult<Vec<CompressedPage>> {
    let dictionary = Page::Dict(DictPage::new(CowBuffer::Owned(plain), entries, false));
    let bytes = packed_page(keys, entries);
    let encoding = Encoding::RleDictionary;
    let page = data_page(bytes, keys.len(), encoding, descriptor, known);
    Ok(vec![compressed(dictionary)?, compressed(page)?])
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

/// A number in as few bytes of seven bits as it takes.
fn varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// What is known of whole numbers without reading them.
fn bounds(lowest: i64, highest: i64) -> ParquetStatistics {
    let bytes = |value: i64| Some(value.to_le_bytes().to_vec());
    known(bytes(lowest), bytes(highest))
}

/// What is known of a column without nulls.
fn known(min_value: Option<Vec<u8>>, max_value: Option<Vec<u8>>) -> ParquetStatistics {
    ParquetStatistics {
        max: None,
        min: None,
        null_count: Some(0),
        distinct_count: None,
        max_value,
        min_value,
        is_max_value_exact: None,
        is_min_value_exact: None,
    }
}

fn data_page(
    bytes: Vec<u8>,
    rows: usize,
    encoding: Encoding,
    descriptor: &Descriptor,
    known: ParquetStatistics,
) -> Page {
    let header = DataPageHeaderV1 {
        num_values: rows as i32,
        encoding: encoding.into(),
        // There are no levels: no column is nested, and none has nulls.
        definition_level_encoding: Encoding::Rle.into(),
        repetition_level_encoding: Encoding::Rle.into(),
        statistics: Some(known),
    };
    Page::Data(DataPage::new(
        DataPageHeader::V1(header),
        CowBuffer::Owned(bytes),
        descriptor.clone(),
        rows,
    ))
}

fn compressed(page: Page) -> ParquetResult<CompressedPage> {
    // Of packed keys it leaves less than LZ4 and Snappy do, in about the same time.
    let level = ZstdLevel::try_new(1)?;
    compress(page, Vec::new(), CompressionOptions::Zstd(Some(level)))
}
