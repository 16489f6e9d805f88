//! Source of randomness of the plain programs.
//!
//! Random numbers belong to *rollers*, numbered from zero by the contest. The n-th call for a
//! roller, throw or choice, is that roller's n-th roll, whatever the others have rolled in between:
//! the order of rolls matters within a roller and nowhere else.

/// Source of random numbers.
pub trait PlainDice {
    /// Returns the faces, 1 to 6, of `count` dice rolled together by `roller`.
    fn throw(&mut self, roller: usize, count: usize) -> Vec<u8>;

    /// Returns a uniform choice out of `0..n` by `roller`, for a lot or a random decision.
    fn choose(&mut self, roller: usize, n: usize) -> usize;

    /// Returns the random numbers of the play-outs for a decision of `roller`, called once for each
    /// decision. They are independent of the rolls of the rollers themselves.
    fn playouts(&mut self, roller: usize) -> PlayoutLuck {
        panic!("there is no luck for the play-outs of roller {roller}")
    }
}

/// Source for play-out k of one decision, k from zero. It is called once for each evaluated action
/// and must return the same each time: a source at its beginning, for all rollers of the contest.
pub type PlayoutLuck = Box<dyn FnMut(usize) -> Box<dyn PlainDice>>;

/// Scripted random numbers: for each roller the faces that it rolls, one after another. A choice
/// takes one number of the list too, counted from zero.
#[derive(Clone, Debug)]
pub struct Script {
    lists: Vec<Vec<u8>>,
    taken: Vec<usize>,
}

impl Script {
    /// Returns a script with one list for each roller, in the rollers' order. A roller without a
    /// list may not roll.
    pub fn new(lists: Vec<Vec<u8>>) -> Self {
        let taken = vec![0; lists.len()];
        Self { lists, taken }
    }

    /// Returns whether every number of every list has been used.
    pub fn is_used_up(&self) -> bool {
        self.lists
            .iter()
            .zip(&self.taken)
            .all(|(list, &taken)| taken == list.len())
    }

    fn next(&mut self, roller: usize) -> u8 {
        assert!(
            roller < self.lists.len(),
            "the script has no list for roller {roller}"
        );
        let position = self.taken[roller];
        assert!(
            position < self.lists[roller].len(),
            "the script of roller {roller} has run dry after {position} numbers"
        );
        self.taken[roller] += 1;
        self.lists[roller][position]
    }
}

impl PlainDice for Script {
    fn throw(&mut self, roller: usize, count: usize) -> Vec<u8> {
        let mut faces = Vec::new();
        for _ in 0..count {
            let face = self.next(roller);
            assert!(
                (1..=6).contains(&face),
                "the script of roller {roller} holds {face}, which is no face of a die"
            );
            faces.push(face);
        }
        faces
    }

    fn choose(&mut self, roller: usize, n: usize) -> usize {
        let choice = usize::from(self.next(roller));
        assert!(
            choice < n,
            "the script of roller {roller} chooses {choice} where there are only {n}"
        );
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::{PlainDice, Script};

    #[test]
    fn each_roller_takes_from_its_own_list() {
        let mut script = Script::new(vec![vec![1, 2, 3], vec![6, 0]]);
        assert_eq!(script.throw(0, 2), [1, 2]);
        assert_eq!(script.throw(1, 1), [6]);
        assert_eq!(script.choose(1, 4), 0);
        assert!(!script.is_used_up());
        assert_eq!(script.throw(0, 1), [3]);
        assert!(script.is_used_up());
    }

    #[test]
    #[should_panic(expected = "the script of roller 1 has run dry after 1 numbers")]
    fn an_exhausted_list_names_its_roller() {
        Script::new(vec![vec![], vec![4]]).throw(1, 2);
    }

    #[test]
    #[should_panic(expected = "there is no luck for the play-outs of roller 7")]
    fn play_outs_have_separate_random_streams() {
        Script::new(vec![]).playouts(7)(0);
    }

    #[test]
    #[should_panic(expected = "the script has no list for roller 1")]
    fn a_roller_without_a_list_is_named() {
        Script::new(vec![vec![4]]).throw(1, 1);
    }
}
