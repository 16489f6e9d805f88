//! Tables of weights by integers.

/// Sums of weights, each for a key of a fixed number of integers. The order of the keys is that of
/// their first addition, so that sums over a table are the same on every machine.
#[derive(Clone, Debug)]
pub struct WeightTable {
    width: usize,
    keys: Vec<i64>,
    weights: Vec<f64>,
    /// Open addressing: index of a key plus 1, or 0 for a free slot.
    slots: Vec<u32>,
    /// Probability that a die of the table would explode more often than the limit allows.
    pub cut_off: f64,
}

impl WeightTable {
    /// Returns an empty table with keys of `width` integers.
    pub fn new(width: usize) -> Self {
        Self {
            width,
            keys: Vec::new(),
            weights: Vec::new(),
            slots: vec![0; 16],
            cut_off: 0.0,
        }
    }

    /// Returns the table with one key of weight 1.
    pub fn certain(key: &[i64]) -> Self {
        let mut table = Self::new(key.len());
        table.add(key, 1.0);
        table
    }

    /// Returns the number of keys.
    #[inline]
    pub fn rows(&self) -> usize {
        self.weights.len()
    }

    /// Returns the number of integers of a key.
    pub fn key_width(&self) -> usize {
        self.width
    }

    /// Returns the bytes that the table takes.
    pub fn bytes(&self) -> usize {
        (self.keys.capacity() + self.weights.capacity()) * 8 + self.slots.len() * 4
    }

    /// Returns the keys with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (&[i64], f64)> {
        (self.weights.iter().enumerate()).map(|(index, &weight)| (self.key(index), weight))
    }

    /// Returns a key by its index.
    #[inline]
    pub fn key(&self, index: usize) -> &[i64] {
        &self.keys[index * self.width..(index + 1) * self.width]
    }

    /// Returns the index of a key, if the table has it.
    pub fn index(&self, key: &[i64]) -> Option<usize> {
        (self.slots[self.slot(key)] as usize).checked_sub(1)
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.weights.clear();
        self.slots.fill(0);
    }

    /// Adds to the weight of a key and returns its index.
    #[inline]
    pub fn add(&mut self, key: &[i64], weight: f64) -> usize {
        if (self.weights.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        if let Some(index) = (self.slots[slot] as usize).checked_sub(1) {
            self.weights[index] += weight;
            return index;
        }
        self.keys.extend_from_slice(key);
        self.weights.push(weight);
        self.slots[slot] = self.weights.len() as u32;
        self.weights.len() - 1
    }

    /// Adds to the weight of a key by its index.
    pub fn add_to(&mut self, index: usize, weight: f64) {
        self.weights[index] += weight;
    }

    /// Returns the slot of a key: the one that has it, or else a free one.
    #[inline]
    fn slot(&self, key: &[i64]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) & mask;
        while let Some(index) = (self.slots[slot] as usize).checked_sub(1) {
            // Keys are short: a loop is faster than a call that compares memory.
            let other = &self.key(index)[..key.len()];
            if (0..key.len()).all(|place| other[place] == key[place]) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for index in 0..self.weights.len() {
            let slot = self.slot(self.key(index));
            self.slots[slot] = index as u32 + 1;
        }
    }
}

#[inline]
fn hash(key: &[i64]) -> usize {
    let mut hash = 0_u64;
    for &value in key {
        hash = (hash.rotate_left(5) ^ value as u64).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    // Slots are low bits, on which the highest bits of a value have no effect so far.
    hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash ^ (hash >> 32)) as usize
}

#[cfg(test)]
mod tests {
    use super::hash;
    use std::collections::BTreeSet;

    #[test]
    fn keys_in_equal_distances_have_different_slots() {
        const SLOTS: usize = 4_096;
        for distance in (0..=49).flat_map(|shift| [1_i64 << shift, (1 << shift) + 1, 10 << shift]) {
            let slots = |key: &dyn Fn(i64) -> Vec<i64>| {
                let slots = (0..1_000).map(|step| hash(&key(step)) % SLOTS);
                slots.collect::<BTreeSet<usize>>().len()
            };
            let found = [
                slots(&|step| vec![step.wrapping_mul(distance)]),
                slots(&|step| vec![step.wrapping_mul(distance), 0]),
                slots(&|step| vec![step % 30, (step / 30).wrapping_mul(distance)]),
            ];
            assert!(
                found.iter().all(|&slots| slots > 600),
                "{distance} {found:?}"
            );
        }
    }
}
