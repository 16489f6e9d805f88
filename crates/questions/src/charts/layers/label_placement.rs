//! Placement of labels, moved apart as little as possible where they would overlap.

/// Returns for each desired position one that is at least `gap` from every other, within
/// `low..=high` if there is room.
///
/// Positions keep their order; equal ones are in the order of the list.
pub fn place_labels(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    // Clusters of touching labels, as (first label, length, sum of desired starts). A cluster is at
    // the mean of the desired starts of its labels.
    let mut clusters: Vec<(usize, usize, f64)> = Vec::new();
    let start = |&(_, length, sum): &(usize, usize, f64)| {
        let room = (high - gap * (length as f64 - 1.0)).max(low);
        (sum / length as f64).clamp(low, room)
    };
    for (place, &label) in order.iter().enumerate() {
        clusters.push((place, 1, wanted[label]));
        while let [.., before, last] = clusters.as_slice() {
            if start(before) + gap * before.1 as f64 <= start(last) {
                break;
            }
            let offset = gap * before.1 as f64 * last.1 as f64;
            let joined = (before.0, before.1 + last.1, before.2 + last.2 - offset);
            clusters.truncate(clusters.len() - 2);
            clusters.push(joined);
        }
    }
    let mut placed = vec![0.0; wanted.len()];
    for cluster in &clusters {
        for index in 0..cluster.1 {
            placed[order[cluster.0 + index]] = start(cluster) + gap * index as f64;
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
