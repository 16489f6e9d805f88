//! Cache of search results by position. Clearing takes constant time and keeps the allocation, so
//! that later trials do not allocate. A table never grows beyond `MOST_ENTRIES`: a full one is
//! cleared. Lost entries are searched again, so results do not depend on them.

/// Key of a position: the explored set and the rest of its state.
pub type Position = (u64, u64);

#[derive(Clone, Copy, Debug, Default)]
struct MemoEntry {
    position: Position,
    /// Generation of the entry; entries of other generations count as empty.
    generation: u32,
    value: u32,
}

/// Maximum number of entries of a table, which take 12 MiB.
const MOST_ENTRIES: usize = 1 << 19;

/// A map from positions to numbers.
#[derive(Clone, Debug)]
pub struct Memo {
    entries: Vec<MemoEntry>,
    generation: u32,
    used: usize,
    most: usize,
}

impl Default for Memo {
    fn default() -> Self {
        Self::up_to(MOST_ENTRIES)
    }
}

impl Memo {
    /// Creates a table that grows up to `most` entries, a power of two of at least 256.
    pub fn up_to(most: usize) -> Self {
        Self {
            entries: vec![MemoEntry::default(); 1 << 8],
            generation: 1,
            used: 0,
            most,
        }
    }

    /// Clears the table.
    #[inline]
    pub fn clear(&mut self) {
        self.used = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill(MemoEntry::default());
            self.generation = 1;
        }
    }

    /// Returns the value of a position.
    #[inline]
    pub fn get(&self, position: Position) -> Option<u32> {
        let entry = &self.entries[self.slot(position)];
        (entry.generation == self.generation).then_some(entry.value)
    }

    /// Inserts the value of a position.
    pub fn insert(&mut self, position: Position, value: u32) {
        if 2 * (self.used + 1) > self.entries.len() {
            if self.entries.len() < self.most {
                self.grow();
            } else {
                self.clear();
            }
        }
        let slot = self.slot(position);
        self.used += usize::from(self.entries[slot].generation != self.generation);
        self.entries[slot] = MemoEntry {
            position,
            generation: self.generation,
            value,
        };
    }

    /// Returns the number of stored positions.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.used
    }

    /// Returns the slot of a position, or the empty slot for it.
    #[inline]
    fn slot(&self, position: Position) -> usize {
        let mask = self.entries.len() - 1;
        let mixed = (position.0 ^ position.1.rotate_left(25)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed >> 32) as usize & mask;
        // The loop ends, since at least half of the entries are empty.
        loop {
            let entry = &self.entries[slot];
            if entry.generation != self.generation || entry.position == position {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![MemoEntry::default(); 2 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, larger);
        for entry in old {
            if entry.generation == self.generation {
                let slot = self.slot(entry.position);
                self.entries[slot] = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_kept_until_cleared() {
        let mut memo = Memo::default();
        for round in 0..3 {
            for number in 0..1_000_u64 {
                assert_eq!(memo.get((number << 20, number)), None);
                memo.insert((number << 20, number), number as u32 + round);
            }
            memo.insert((0, 0), 7);
            assert_eq!(memo.len(), 1_000);
            assert_eq!(memo.get((0, 0)), Some(7));
            assert_eq!(memo.get((999 << 20, 999)), Some(999 + round));
            memo.clear();
        }
        assert_eq!(memo.len(), 0);
    }

    #[test]
    fn a_full_memo_is_cleared() {
        let mut memo = Memo::default();
        for number in 0..MOST_ENTRIES as u64 {
            memo.insert((number, 1), number as u32);
            assert_eq!(memo.get((number, 1)), Some(number as u32));
        }
        assert_eq!(memo.entries.len(), MOST_ENTRIES);
        assert!(memo.len() <= MOST_ENTRIES / 2);
        assert_eq!(memo.get((0, 1)), None);
    }
}
