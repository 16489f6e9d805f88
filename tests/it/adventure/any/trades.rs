//! Trade.

use super::Maker;
use crate::plain::adventure::{Contest, Freight, Seat, TradeRules};
use crate::plain::trade::{Cargo, Step};

impl Maker {
    pub(super) fn trade(&mut self, heads: &mut Vec<String>) -> Contest {
        let mut backers = Vec::new();
        // Those whom steps may name: nobody else takes their place.
        let mut sure = Vec::new();
        while let Some(head) = heads.pop()
            && backers.len() < 2
            && self.percent(70)
        {
            let seat = self.backer(&head);
            if !matches!(&seat, Seat::AnyOf { characters, .. } if characters.len() > 1) {
                sure.push(head);
            }
            backers.push(seat);
        }
        let cargoes = self.freight();
        let mut steps = vec![self.bill(&sure)];
        for _ in 0..self.between(2, 5) {
            let step = self.step(&sure, &cargoes);
            steps.push(step);
        }
        Contest::Trade {
            prosperity: self.group.is_none().then(|| self.between(1, 4)),
            backers,
            cargoes,
            steps,
            rules: TradeRules {
                repeat: if self.percent(25) { 2 } else { 1 },
                restock: self.percent(30),
                tie_trades: self.percent(50),
                port_refuses: self.percent(50),
                keeps_last_die: self.percent(30),
            },
        }
    }

    /// A seat of somebody who fits in full, as backers do.
    fn backer(&mut self, head: &str) -> Seat {
        let mut seat = self.seat(head, false);
        match &mut seat {
            Seat::Named { classes, .. } => classes[0].semi = false,
            Seat::Base { semi, .. } => *semi = false,
            Seat::AnyOf {
                characters,
                classes,
            } => {
                if self.percent(50) {
                    characters.truncate(1);
                }
                for (_, semi) in classes {
                    *semi = false;
                }
            }
        }
        seat
    }

    fn freight(&mut self) -> Vec<Freight> {
        let mut all = Vec::new();
        for name in self.cargoes() {
            if self.percent(85) {
                all.push(Freight::Group(name));
            }
        }
        if self.percent(40) {
            let cargo = self.cargo();
            let on_offer = cargo.on_offer && self.percent(40);
            let cargo = Cargo { on_offer, ..cargo };
            all.push(Freight::Own("Crates".to_owned(), cargo));
        }
        all
    }

    fn bill(&mut self, sure: &[String]) -> Step<String> {
        let is_backed = !sure.is_empty() && self.percent(70);
        let somebody = is_backed.then(|| self.one_of(sure));
        let pays = self.percent(60);
        Step::Bill {
            difficulty: self.between(4, 14),
            contributors: somebody.clone().filter(|_| !pays).into_iter().collect(),
            payer: somebody.filter(|_| pays),
            pay_on_failure: self.percent(80),
        }
    }

    fn step(&mut self, sure: &[String], cargoes: &[Freight]) -> Step<String> {
        let names = cargoes.iter().map(|one| match one {
            Freight::Group(name) | Freight::Own(name, _) => name.clone(),
        });
        let names: Vec<String> = names.collect();
        match self.below(10) {
            0..3 if !names.is_empty() => Step::Sell(self.one_of(&names)),
            3..6 if names.len() > 1 => {
                let mut two = self.some(&names, 2);
                // The scene's own comes last, and is what is wanted as a rule.
                if self.percent(60) {
                    two.sort_by_key(|name| names.iter().position(|one| one == name));
                }
                Step::Barter {
                    give: two.remove(0),
                    get: two.remove(0),
                }
            }
            6 => Step::Travel,
            7 => Step::Windfall(1),
            8 => Step::Expense(1),
            _ => self.bill(sure),
        }
    }
}
