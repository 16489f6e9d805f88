//! Percentile tables of the document.

/// Row: the lowest and highest roll of a d100, and the result.
///
/// A result of ±10 means: add that and roll on the first table.
type Row = (u8, u8, i8);

/// First table: result of a d100 for one side.
const FIRST_ROWS: [Row; 11] = [
    (1, 20, 0),
    (21, 36, 1),
    (37, 49, 2),
    (50, 60, 3),
    (61, 68, 4),
    (69, 74, 5),
    (75, 80, 6),
    (81, 84, 7),
    (85, 87, 8),
    (88, 90, 9),
    (91, 100, 10),
];

/// Combined table: net luck of both sides.
const COMBINED_ROWS: [Row; 21] = [
    (1, 6, -10),
    (7, 8, -9),
    (9, 10, -8),
    (11, 12, -7),
    (13, 15, -6),
    (16, 19, -5),
    (20, 24, -4),
    (25, 30, -3),
    (31, 37, -2),
    (38, 46, -1),
    (47, 54, 0),
    (55, 63, 1),
    (64, 70, 2),
    (71, 76, 3),
    (77, 81, 4),
    (82, 85, 5),
    (86, 88, 6),
    (89, 90, 7),
    (91, 92, 8),
    (93, 94, 9),
    (95, 100, 10),
];

/// Result that also requires another roll.
pub(super) const MORE: i64 = 10;

/// Table indexed by roll; index 0 is unused.
pub(super) type Table = [i8; 101];

/// First table, by roll.
pub(super) static FIRST: Table = by_roll(&FIRST_ROWS);
/// Combined table, by roll.
pub(super) static COMBINED: Table = by_roll(&COMBINED_ROWS);

const fn by_roll(rows: &[Row]) -> Table {
    let mut table = [0; 101];
    let mut row = 0;
    while row < rows.len() {
        let (lowest, highest, result) = rows[row];
        let mut roll = lowest as usize;
        while roll <= highest as usize {
            table[roll] = result;
            roll += 1;
        }
        row += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_follow_each_other_from_1_to_100_without_gap() {
        for rows in [&FIRST_ROWS[..], &COMBINED_ROWS] {
            assert_eq!((rows[0].0, rows[rows.len() - 1].1), (1, 100));
            for pair in rows.windows(2) {
                assert_eq!(pair[1].0, pair[0].1 + 1);
                assert_eq!(pair[1].2, pair[0].2 + 1);
            }
        }
    }

    #[test]
    fn the_documents_single_rolls_are_on_the_tables() {
        assert_eq!((FIRST[24], FIRST[50]), (1, 3));
        assert_eq!((COMBINED[28], COMBINED[96]), (-3, 10));
    }
}
