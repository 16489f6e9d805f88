//! Thrift's compact protocol, as far as the headers of Parquet files need it.

/// A structure that is being written, field by field in ascending order.
#[derive(Default)]
pub(super) struct Fields {
    bytes: Vec<u8>,
    last: u8,
}

/// What the elements of a list are.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Number32 = 5,
    Bytes = 8,
    Fields = 12,
}

impl Fields {
    /// A number of 32 bits, such as a choice.
    pub fn number32(mut self, field: u8, number: i32) -> Self {
        self.head(field, Kind::Number32 as u8);
        varint(zigzag(number.into()), &mut self.bytes);
        self
    }

    /// A number of 64 bits.
    pub fn number(mut self, field: u8, number: i64) -> Self {
        self.head(field, 6);
        varint(zigzag(number), &mut self.bytes);
        self
    }

    /// Bytes or text.
    pub fn bytes(mut self, field: u8, bytes: &[u8]) -> Self {
        self.head(field, Kind::Bytes as u8);
        self.bytes.extend(element(bytes));
        self
    }

    /// A structure in this one.
    pub fn fields(mut self, field: u8, inner: Self) -> Self {
        self.head(field, Kind::Fields as u8);
        self.bytes.extend(inner.end());
        self
    }

    /// A list of so many elements, which are written already.
    pub fn list(mut self, field: u8, kind: Kind, count: usize, elements: &[u8]) -> Self {
        self.head(field, 9);
        if count < 15 {
            self.bytes.push((count as u8) << 4 | kind as u8);
        } else {
            self.bytes.push(0xf0 | kind as u8);
            varint(count as u64, &mut self.bytes);
        }
        self.bytes.extend_from_slice(elements);
        self
    }

    /// The bytes of the whole structure.
    pub fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// Fields are told by the difference to the one before, which is below 16 here.
    fn head(&mut self, field: u8, kind: u8) {
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }
}

/// Bytes as an element of a list.
pub(super) fn element(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(bytes.len() + 2);
    varint(bytes.len() as u64, &mut all);
    all.extend_from_slice(bytes);
    all
}

/// A choice as an element of a list.
pub(super) fn choice(number: i32) -> Vec<u8> {
    let mut all = Vec::new();
    varint(zigzag(number.into()), &mut all);
    all
}

/// Numbers near 0 become small ones without a sign.
pub(super) fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// A number in as few bytes of seven bits as it takes.
pub(super) fn varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
