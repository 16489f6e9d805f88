//! Placement of labels and other items, moved apart as little as possible where they would overlap.

/// Returns for each desired position one that is at least `gap` from every other, within
/// `low..=high` if there is room.
///
/// Positions keep their order; equal ones are in the order of the list.
pub fn place_labels(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let items: Vec<(f64, f64, f64)> = order
        .iter()
        .map(|&label| (wanted[label], 0.0, 1.0))
        .collect();
    let mut placed = vec![0.0; wanted.len()];
    for (&label, start) in order.iter().zip(place_apart(&items, gap, low, high)) {
        placed[label] = start;
    }
    placed
}

/// Returns the starts of items in this order, each given as desired start, length and weight: at
/// least `gap` between neighbors, and within `low..=high` if there is room.
pub fn place_apart(items: &[(f64, f64, f64)], gap: f64, low: f64, high: f64) -> Vec<f64> {
    // Groups of touching items: first item, length, weight, weighted sum of desired starts. A group
    // is at the mean of the desired starts of its items.
    let mut groups: Vec<(usize, f64, f64, f64)> = Vec::new();
    let start = |&(_, length, weight, sum): &(usize, f64, f64, f64)| {
        (sum / weight).min(high - length).max(low)
    };
    for (place, &(wanted, length, weight)) in items.iter().enumerate() {
        groups.push((place, length, weight, weight * wanted));
        while let [.., before, last] = groups.as_slice() {
            if start(before) + before.1 + gap <= start(last) {
                break;
            }
            let shift = before.1 + gap;
            let joined = (
                before.0,
                shift + last.1,
                before.2 + last.2,
                before.3 + last.3 - last.2 * shift,
            );
            groups.truncate(groups.len() - 2);
            groups.push(joined);
        }
    }
    let mut placed = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let end = groups.get(index + 1).map_or(items.len(), |next| next.0);
        let mut next = start(group);
        for item in &items[group.0..end] {
            placed.push(next);
            next += item.1 + gap;
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distant_labels_are_not_moved() {
        assert_eq!(place_labels(&[50.0, 10.0], 16.0, 0.0, 100.0), [50.0, 10.0]);
    }

    #[test]
    fn equal_positions_are_centered_around_the_desired_one() {
        assert_eq!(
            place_labels(&[50.0; 3], 10.0, 0.0, 100.0),
            [40.0, 50.0, 60.0]
        );
        assert_eq!(
            place_labels(&[100.0; 3], 10.0, 0.0, 100.0),
            [80.0, 90.0, 100.0]
        );
        assert_eq!(place_labels(&[], 10.0, 0.0, 100.0), Vec::<f64>::new());
    }

    proptest::proptest! {
        #[test]
        fn no_two_labels_overlap(wanted in proptest::collection::vec(0.0..300.0f64, 0..18)) {
            let mut placed = place_labels(&wanted, 16.0, 0.0, 300.0);
            placed.sort_by(f64::total_cmp);
            for pair in placed.windows(2) {
                proptest::prop_assert!(pair[1] - pair[0] >= 16.0 - 1e-6);
            }
            proptest::prop_assert!(placed.iter().all(|y| (-1e-6..=300.0 + 1e-6).contains(y)));
        }
    }
}
