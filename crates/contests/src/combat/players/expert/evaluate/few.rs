//! Short lists without an allocation.

/// List that allocates only if it has more than `FEW` items.
pub(super) struct Few<T, const FEW: usize> {
    few: [T; FEW],
    count: usize,
    /// All items if there are more than `FEW`.
    many: Vec<T>,
}

impl<T: Copy, const FEW: usize> Few<T, FEW> {
    /// Returns an empty list; `unused` fills the places without an item.
    #[inline]
    pub(super) fn of(unused: T) -> Self {
        Self {
            few: [unused; FEW],
            count: 0,
            many: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        match self.few.get_mut(self.count) {
            Some(place) => *place = item,
            None => self.push_to_many(item),
        }
        self.count += 1;
    }

    #[cold]
    fn push_to_many(&mut self, item: T) {
        if self.many.is_empty() {
            self.many.extend(self.few);
        }
        self.many.push(item);
    }

    #[inline]
    pub(super) fn items(&self) -> &[T] {
        self.few.get(..self.count).unwrap_or(&self.many)
    }
}
