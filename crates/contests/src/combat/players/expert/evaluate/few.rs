//! Short lists without an allocation.

/// List that allocates only if it has more than `FEW` items.
pub(super) struct Few<T, const FEW: usize> {
    short: [T; FEW],
    count: usize,
    /// All items if there are more than `FEW`.
    long: Vec<T>,
}

impl<T: Copy, const FEW: usize> Few<T, FEW> {
    /// Returns an empty list; `unused` fills the places without an item.
    #[inline]
    pub(super) fn of(unused: T) -> Self {
        Self {
            short: [unused; FEW],
            count: 0,
            long: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        match self.short.get_mut(self.count) {
            Some(place) => *place = item,
            None => self.push_to_long(item),
        }
        self.count += 1;
    }

    #[cold]
    fn push_to_long(&mut self, item: T) {
        if self.long.is_empty() {
            self.long.extend(self.short);
        }
        self.long.push(item);
    }

    #[inline]
    pub(super) fn items(&self) -> &[T] {
        self.short.get(..self.count).unwrap_or(&self.long)
    }
}
