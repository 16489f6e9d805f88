//! The 56 piles of three dice, numbered by total and then by faces, and the results of replacing a
//! die. All tables are computed at compile time.

/// Number of dice of a pile.
pub const DICE: usize = 3;
/// Number of different piles: multisets of three out of six faces.
pub(super) const PILES: usize = 56;
const FACES: usize = 6;

/// Faces of each pile, ascending. Piles ascend by total, then by their faces in turn.
pub(super) static PILE_FACES: [[u8; DICE]; PILES] = pile_faces();

/// Number of the pile by its faces in any order: faces minus one as base-6 digits.
static NUMBERS: [u8; FACES * FACES * FACES] = numbers();

/// Pile after its die `die` has become `face`, as `REPLACEMENTS[pile][die][face - 1]`.
pub(super) static REPLACEMENTS: [[[u8; FACES]; DICE]; PILES] = replacements();

const fn pile_faces() -> [[u8; DICE]; PILES] {
    let mut piles = [[0; DICE]; PILES];
    let mut next = 0;
    let mut total = 3;
    while total <= 18 {
        let mut first = 1;
        while first <= 6 {
            let mut second = first;
            while second <= 6 {
                let mut third = second;
                while third <= 6 {
                    if first + second + third == total {
                        piles[next] = [first, second, third];
                        next += 1;
                    }
                    third += 1;
                }
                second += 1;
            }
            first += 1;
        }
        total += 1;
    }
    piles
}

const fn index_of(faces: [u8; DICE]) -> usize {
    (faces[0] as usize - 1) * 36 + (faces[1] as usize - 1) * 6 + faces[2] as usize - 1
}

const fn numbers() -> [u8; FACES * FACES * FACES] {
    let piles = pile_faces();
    let mut numbers = [0; FACES * FACES * FACES];
    let mut pile = 0;
    while pile < PILES {
        let [a, b, c] = piles[pile];
        let number = pile as u8;
        numbers[index_of([a, b, c])] = number;
        numbers[index_of([a, c, b])] = number;
        numbers[index_of([b, a, c])] = number;
        numbers[index_of([b, c, a])] = number;
        numbers[index_of([c, a, b])] = number;
        numbers[index_of([c, b, a])] = number;
        pile += 1;
    }
    numbers
}

const fn replacements() -> [[[u8; FACES]; DICE]; PILES] {
    let piles = pile_faces();
    let numbers = numbers();
    let mut replacements = [[[0; FACES]; DICE]; PILES];
    let mut pile = 0;
    while pile < PILES {
        let mut die = 0;
        while die < DICE {
            let mut face = 0;
            while face < FACES {
                let mut faces = piles[pile];
                faces[die] = face as u8 + 1;
                replacements[pile][die][face] = numbers[index_of(faces)];
                face += 1;
            }
            die += 1;
        }
        pile += 1;
    }
    replacements
}

/// Returns the number of the pile with these faces, 1 to 6 each, in any order.
#[inline]
pub(super) fn number(faces: [u8; DICE]) -> u8 {
    NUMBERS[index_of(faces)]
}

/// Returns the sum of a pile's faces.
#[inline]
pub(super) fn total(pile: u8) -> u32 {
    PILE_FACES[usize::from(pile)]
        .iter()
        .map(|&face| u32::from(face))
        .sum()
}

/// Returns the number of rolls of three dice that give this pile: 1, 3 or 6.
pub(super) fn ways(pile: u8) -> u64 {
    let [a, b, c] = PILE_FACES[usize::from(pile)];
    match (a == b, b == c) {
        (true, true) => 1,
        (false, false) => 6,
        _ => 3,
    }
}

/// Returns whether a die of a pile has the same face as the previous one, so that replacing it is
/// redundant.
#[inline]
pub(super) fn repeats(pile: u8, die: usize) -> bool {
    let faces = PILE_FACES[usize::from(pile)];
    die > 0 && faces[die] == faces[die - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_56_piles_in_216_ways() {
        assert_eq!(PILE_FACES[0], [1, 1, 1]);
        assert_eq!(PILE_FACES[PILES - 1], [6, 6, 6]);
        let keys = PILE_FACES.map(|faces| (faces.map(u32::from).iter().sum::<u32>(), faces));
        assert!(keys.is_sorted_by(|a, b| a < b));
        let all: u64 = (0..PILES as u8).map(ways).sum();
        assert_eq!(all, 216);
    }

    #[test]
    fn pile_numbers_do_not_depend_on_the_order_of_faces() {
        for (pile, &[a, b, c]) in PILE_FACES.iter().enumerate() {
            for faces in [[a, b, c], [c, a, b], [b, c, a], [c, b, a]] {
                assert_eq!(usize::from(number(faces)), pile);
            }
            assert_eq!(total(pile as u8), u32::from(a + b + c));
        }
    }

    #[test]
    fn a_replaced_die_makes_the_pile_of_the_other_two_and_the_new_face() {
        for (pile, faces) in PILE_FACES.iter().enumerate() {
            for die in 0..DICE {
                for face in 1..=6 {
                    let mut new = *faces;
                    new[die] = face;
                    new.sort_unstable();
                    let replacements = REPLACEMENTS[pile][die][usize::from(face) - 1];
                    assert_eq!(PILE_FACES[usize::from(replacements)], new);
                }
            }
        }
        assert!(repeats(number([2, 2, 5]), 1) && !repeats(number([2, 2, 5]), 2));
    }
}
