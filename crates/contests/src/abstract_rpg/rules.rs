//! One trial of the Abstract RPG.

use super::narrate::{Event, Side};
use super::tables::{COMBINED, FIRST, MORE};
use super::{AbstractRpg, FAILURE, RandomTermForm, SUCCESS, TIE, TieRule, lead_dice};
use evenodds_core::contest::{Observer, Record, Rules};
use evenodds_core::dice::{Dice, Roller};

/// Roller of the coin.
const COIN: Roller = 0;
/// Roller of the active side, or of the single throw of a form with only one.
const ACTIVE: Roller = 1;
/// Roller of the passive side.
const PASSIVE: Roller = 2;

/// Highest face of a d10 that stops the lower side, in a throw for the lead.
const STOP: u32 = 2;

/// Faces of a throw, recorded only for an active observer.
#[derive(Clone, Debug, Default)]
pub struct ThrownFaces {
    kept: Vec<u32>,
}

impl Rules for AbstractRpg {
    type State = ThrownFaces;

    fn state(&self) -> ThrownFaces {
        ThrownFaces::default()
    }

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ThrownFaces,
        observer: &mut O,
        record: &mut Record,
    ) {
        let mut table = TrialInProgress {
            contest: self,
            dice,
            observer,
            faces: &mut state.kept,
            is_narrated: false,
        };
        table.open();
        let values = record.values.as_mut_slice();
        record.outcome = match (self.form.run(), self.form) {
            (Some((sides, stop)), _) => {
                let [active, passive] =
                    [(ACTIVE, Side::Active), (PASSIVE, Side::Passive)].map(|(roller, side)| {
                        let count = table.run(roller, sides, stop);
                        table.counted(side, count);
                        count
                    });
                table.net_of_sides(values, active, passive, active + passive + 2)
            }
            (None, RandomTermForm::Combined) => table.combined(values),
            (None, RandomTermForm::Shortcut | RandomTermForm::Tens) => table.lead(values),
            (None, _) => {
                let [(active, first), (passive, second)] =
                    [(ACTIVE, Side::Active), (PASSIVE, Side::Passive)].map(|(roller, side)| {
                        let (count, thrown) = table.first(roller);
                        table.counted(side, count);
                        (count, thrown)
                    });
                table.net_of_sides(values, active, passive, first + second)
            }
        };
    }
}

/// Trial in progress.
struct TrialInProgress<'a, D, O> {
    contest: &'a AbstractRpg,
    dice: &'a mut D,
    observer: &'a mut O,
    faces: &'a mut Vec<u32>,
    /// True if the observer uses events. With a silent observer the compiler removes all code that
    /// depends on it.
    is_narrated: bool,
}

impl<D: Dice, O: Observer<Event>> TrialInProgress<'_, D, O> {
    #[inline]
    fn open(&mut self) {
        let is_narrated = &mut self.is_narrated;
        self.observer.note(|| {
            *is_narrated = true;
            Event::Opened
        });
    }

    #[inline]
    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        let face = self.dice.die(roller, sides);
        if self.is_narrated {
            self.faces.push(face);
        }
        face
    }

    /// Throws dice for a side and returns the number of them before one stops it.
    #[inline]
    fn run(&mut self, roller: Roller, sides: u32, stop: u32) -> i64 {
        let Self {
            faces, is_narrated, ..
        } = self;
        let is_narrated = *is_narrated;
        let count = self.dice.run_length(roller, sides, stop, &mut |face| {
            if is_narrated {
                faces.push(face);
            }
        });
        i64::from(count)
    }

    /// Rolls on the first table, and again after each `MORE`. Returns the sum of the results and
    /// the number of dice.
    #[inline]
    fn first(&mut self, roller: Roller) -> (i64, i64) {
        let (mut count, mut thrown) = (0, 0);
        loop {
            let result = i64::from(FIRST[self.die(roller, 100) as usize]);
            thrown += 1;
            count += result;
            if result < MORE || self.dice.abandoned() {
                return (count, thrown);
            }
        }
    }

    #[inline]
    fn counted(&mut self, side: Side, count: i64) {
        let faces = &mut *self.faces;
        self.observer.note(|| Event::Counted {
            side,
            faces: std::mem::take(faces),
            count,
        });
    }

    #[inline]
    fn net_of_sides(
        &mut self,
        values: &mut [i64],
        active: i64,
        passive: i64,
        thrown: i64,
    ) -> usize {
        let random_term = active - passive;
        let net = self.contest.ahead() + random_term;
        if let [net_value, active_value, passive_value, dice, ..] = values {
            *net_value = net;
            *active_value = active;
            *passive_value = passive;
            *dice = thrown;
        }
        self.by_net(random_term, net, values.get_mut(4))
    }

    #[inline]
    fn combined(&mut self, values: &mut [i64]) -> usize {
        let mut random_term = i64::from(COMBINED[self.die(ACTIVE, 100) as usize]);
        let mut thrown = 1;
        if random_term.abs() == MORE {
            let (more, dice) = self.first(ACTIVE);
            random_term += random_term.signum() * more;
            thrown += dice;
        }
        let faces = &mut *self.faces;
        self.observer.note(|| Event::CombinedTable {
            faces: std::mem::take(faces),
            random_term,
        });
        let net = self.contest.ahead() + random_term;
        if let [net_value, luck_value, dice, ..] = values {
            *net_value = net;
            *luck_value = random_term;
            *dice = thrown;
        }
        self.by_net(random_term, net, values.get_mut(3))
    }

    #[inline]
    fn lead(&mut self, values: &mut [i64]) -> usize {
        let ahead = self.contest.ahead();
        let (tens, ones) = lead_dice(ahead, self.contest.form);
        let mut stops = 0;
        for _ in 0..tens {
            stops += i64::from(self.die(ACTIVE, 10) != 1);
        }
        for _ in 0..ones {
            stops += i64::from(self.die(ACTIVE, 10) <= STOP);
        }
        let faces = &mut *self.faces;
        self.observer.note(|| Event::Thrown {
            faces: std::mem::take(faces),
            stops,
        });
        if let [dice, stops_value] = values {
            *dice = tens + ones;
            *stops_value = stops;
        }
        self.by_sign(if stops == 0 { 0 } else { ahead })
    }

    /// Returns the outcome of a net; `fine_value` is the metric of the net with its decimals, if
    /// there is one.
    #[inline]
    fn by_net(&mut self, random_term: i64, net: i64, fine_value: Option<&mut i64>) -> usize {
        self.observer.note(|| Event::Net { random_term, net });
        let outcome = self.by_sign(net);
        if let Some(fine_value) = fine_value {
            *fine_value = self.refined(net, outcome);
        }
        outcome
    }

    /// Returns the net with its decimals, which are rolled unless neither side has prevailed.
    fn refined(&mut self, net: i64, outcome: usize) -> i64 {
        if outcome == TIE {
            return 0;
        }
        let roller = match self.contest.form {
            RandomTermForm::Combined => ACTIVE + 1,
            _ => PASSIVE + 1,
        };
        let mut decimals = 0;
        for _ in 0..self.contest.decimals {
            // A 10 is the digit 0.
            decimals = decimals * 10 + i64::from(self.die(roller, 10) % 10);
        }
        let fine = self.contest.fine_net(net, outcome, decimals);
        let faces = &mut *self.faces;
        self.observer.note(|| Event::Refined {
            faces: std::mem::take(faces),
            fine,
        });
        fine
    }

    /// Returns the outcome if the active side is ahead (above 0), behind (below 0) or neither.
    #[inline]
    fn by_sign(&mut self, sign: i64) -> usize {
        let outcome = match sign {
            0 => self.level(),
            1.. => SUCCESS,
            _ => FAILURE,
        };
        self.observer.note(|| Event::Ended {
            level: sign == 0,
            outcome,
        });
        outcome
    }

    #[inline]
    fn level(&mut self) -> usize {
        match self.contest.tie {
            TieRule::Coin if self.dice.choose(COIN, 2) == 0 => SUCCESS,
            TieRule::Active => SUCCESS,
            TieRule::Coin | TieRule::Passive => FAILURE,
            TieRule::Tie => TIE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenodds_core::contest::{Narrate, Silent, play_record};
    use evenodds_core::dice::Scripted;

    /// Returns outcome and metrics of a trial with these faces: the coin's, then the throwers'.
    fn scripted(contest: &AbstractRpg, lists: &[&[u32]]) -> (usize, Vec<i64>) {
        let mut dice = Scripted::new(lists.iter().map(|list| list.to_vec()).collect());
        let record = play_record(contest, &mut dice, &mut Silent);
        assert_eq!(dice.fault(), None);
        assert!(dice.left().iter().all(Vec::is_empty));
        (record.outcome, record.values)
    }

    fn even(form: RandomTermForm) -> AbstractRpg {
        AbstractRpg::new(0, 0, TieRule::Tie, form)
    }

    #[test]
    fn the_document_s_24_and_50_on_the_first_table_are_1_and_3() {
        let found = scripted(&even(RandomTermForm::First), &[&[], &[24], &[50]]);
        assert_eq!(found, (FAILURE, vec![-2, 1, 3, 2]));
    }

    #[test]
    fn the_document_s_28_on_the_combined_table_is_3_below() {
        let found = scripted(&even(RandomTermForm::Combined), &[&[], &[28]]);
        assert_eq!(found, (FAILURE, vec![-3, -3, 1]));
    }

    #[test]
    fn the_document_s_exotic_roll_is_34_above() {
        let found = scripted(&even(RandomTermForm::Combined), &[&[], &[96, 99, 93, 61]]);
        assert_eq!(found, (SUCCESS, vec![34, 34, 4]));
    }

    #[test]
    fn a_continued_low_roll_counts_down() {
        let found = scripted(&even(RandomTermForm::Combined), &[&[], &[6, 91, 20]]);
        assert_eq!(found, (FAILURE, vec![-20, -20, 3]));
    }

    #[test]
    fn the_document_s_two_sequences_of_d10_are_12_and_5() {
        let active: &[u32] = &[3, 8, 10, 7, 9, 4, 6, 3, 10, 10, 8, 4, 2];
        let passive: &[u32] = &[3, 6, 9, 4, 4, 1];
        let found = scripted(&even(RandomTermForm::D10), &[&[], active, passive]);
        assert_eq!(found, (SUCCESS, vec![7, 12, 5, 19]));
    }

    #[test]
    fn the_document_s_climber_throws_eight_dice_and_a_1_saves_her() {
        let climber = |tie| AbstractRpg::new(57, 49, tie, RandomTermForm::Shortcut);
        let faces: &[u32] = &[3, 5, 6, 1, 3, 9, 9, 8];
        let found = scripted(&climber(TieRule::Coin), &[&[], faces]);
        assert_eq!(found, (SUCCESS, vec![8, 1]));
        // The variant in the rules, "If the 1 had been a 7": the sides are level and a coin
        // decides.
        let faces: &[u32] = &[3, 5, 6, 7, 3, 9, 9, 8];
        for (coin, outcome) in [(0, SUCCESS), (1, FAILURE)] {
            let found = scripted(&climber(TieRule::Coin), &[&[coin], faces]);
            assert_eq!(found, (outcome, vec![8, 0]));
        }
        for tie in [TieRule::Active, TieRule::Passive, TieRule::Tie] {
            for (coin, outcome) in [(0, SUCCESS), (1, FAILURE)] {
                let found = scripted(&climber(tie), &[&[coin], faces]);
                assert_eq!(found, (outcome, vec![8, 0]), "{tie:?} has no say");
            }
        }
    }

    #[test]
    fn the_lower_side_is_stopped_whichever_it_is() {
        let behind = AbstractRpg::new(49, 51, TieRule::Coin, RandomTermForm::Shortcut);
        assert_eq!(scripted(&behind, &[&[], &[2, 10]]), (FAILURE, vec![2, 1]));
    }

    #[test]
    fn a_ten_of_the_lead_is_a_die_that_has_to_show_1() {
        let contest = AbstractRpg::new(12, 0, TieRule::Tie, RandomTermForm::Tens);
        assert_eq!(
            scripted(&contest, &[&[0], &[1, 3, 10]]),
            (SUCCESS, vec![3, 0])
        );
        assert_eq!(
            scripted(&contest, &[&[], &[2, 3, 10]]),
            (SUCCESS, vec![3, 1])
        );
        assert_eq!(
            scripted(&contest, &[&[], &[1, 2, 1]]),
            (SUCCESS, vec![3, 2])
        );
    }

    #[test]
    fn without_a_lead_no_dice_are_thrown_and_a_coin_decides_at_once() {
        for form in [RandomTermForm::Shortcut, RandomTermForm::Tens] {
            for (coin, outcome) in [(0, SUCCESS), (1, FAILURE)] {
                let found = scripted(&even(form), &[&[coin], &[]]);
                assert_eq!(found, (outcome, vec![0, 0]));
            }
        }
    }

    #[test]
    fn a_net_of_0_is_decided_by_the_tie_rule() {
        let contest = |tie| AbstractRpg::new(5, 4, tie, RandomTermForm::D5);
        let (active, passive): (&[u32], &[u32]) = (&[2, 1], &[5, 3, 1]);
        let outcome = |tie, coin: &[u32]| scripted(&contest(tie), &[coin, active, passive]).0;
        assert_eq!(outcome(TieRule::Coin, &[0]), SUCCESS);
        assert_eq!(outcome(TieRule::Coin, &[1]), FAILURE);
        assert_eq!(outcome(TieRule::Active, &[]), SUCCESS);
        assert_eq!(outcome(TieRule::Passive, &[]), FAILURE);
        assert_eq!(outcome(TieRule::Tie, &[]), TIE);
    }

    #[test]
    fn the_document_s_3_and_5_make_7_a_finer_7_35() {
        let active: &[u32] = &[3, 8, 10, 7, 9, 4, 6, 3, 10, 10, 8, 4, 2];
        let passive: &[u32] = &[3, 6, 9, 4, 4, 1];
        let fine = |decimals, faces: &[u32]| {
            let contest = even(RandomTermForm::D10).with_decimals(decimals);
            scripted(&contest, &[&[], active, passive, faces])
        };
        assert_eq!(fine(2, &[3, 5]), (SUCCESS, vec![7, 12, 5, 19, 735]));
        assert_eq!(fine(1, &[3]), (SUCCESS, vec![7, 12, 5, 19, 73]));
        // A 10 is the digit 0.
        assert_eq!(fine(2, &[10, 5]), (SUCCESS, vec![7, 12, 5, 19, 705]));
    }

    #[test]
    fn decimals_lead_away_from_0_to_the_side_that_prevails_and_decide_nothing() {
        let fine = |tie, coin: &[u32], roll: u32, faces: &[u32]| {
            let contest = AbstractRpg::new(0, 0, tie, RandomTermForm::Combined).with_decimals(2);
            let (outcome, values) = scripted(&contest, &[coin, &[roll], faces]);
            (outcome, values[3])
        };
        // On the combined table 28 is -3, 47 to 54 are 0, and 55 is 1.
        assert_eq!(fine(TieRule::Coin, &[], 28, &[3, 5]), (FAILURE, -335));
        assert_eq!(fine(TieRule::Coin, &[], 55, &[10, 10]), (SUCCESS, 100));
        assert_eq!(fine(TieRule::Coin, &[0], 50, &[9, 9]), (SUCCESS, 99));
        assert_eq!(fine(TieRule::Coin, &[1], 50, &[9, 9]), (FAILURE, -99));
        assert_eq!(fine(TieRule::Active, &[], 50, &[3, 5]), (SUCCESS, 35));
        assert_eq!(fine(TieRule::Passive, &[], 50, &[3, 5]), (FAILURE, -35));
        // Neither side prevails, and no decimals are rolled.
        assert_eq!(fine(TieRule::Tie, &[], 50, &[]), (TIE, 0));
    }

    #[test]
    fn decimals_do_not_affect_other_rolls() {
        for form in RandomTermForm::ALL {
            let plain = AbstractRpg::new(0, 1, TieRule::Coin, form);
            let fine = plain.clone().with_decimals(2);
            for trial in 0..300 {
                let (plain, fine) = (
                    plain.narrate_trial(3, trial).record,
                    fine.narrate_trial(3, trial).record,
                );
                assert_eq!(fine.outcome, plain.outcome);
                assert_eq!(fine.values[..plain.values.len()], plain.values);
            }
        }
    }

    #[test]
    fn the_tie_rule_does_not_affect_rolls() {
        let [coin, passive] = [TieRule::Coin, TieRule::Tie]
            .map(|tie| AbstractRpg::new(0, 1, tie, RandomTermForm::D6));
        for trial in 0..300 {
            assert_eq!(
                coin.narrate_trial(3, trial).record.values,
                passive.narrate_trial(3, trial).record.values
            );
        }
    }
}
