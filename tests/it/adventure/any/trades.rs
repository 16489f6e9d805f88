//! Random trade scenes.

use super::Maker;
use crate::plain::adventure::{Contest, Freight, Seat, TradeRules};
use crate::plain::trade::{Cargo, Step};

impl Maker {
    pub(super) fn trade(&mut self, heads: &mut Vec<String>) -> Contest {
        let mut backers = Vec::new();
        // Steps may name only backers that no other character can replace.
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
        for number in 0..self.between(2, 5) {
            let step = if number == 0 && cargoes.len() > 1 {
                self.barter(&cargoes)
            } else {
                self.step(&sure, &cargoes)
            };
            let had = match &step {
                Step::Barter { get, .. } if self.percent(40) => Some(Step::Sell(get.clone())),
                _ => None,
            };
            steps.push(step);
            steps.extend(had);
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
                has_complications: self.percent(50),
            },
        }
    }

    /// Returns a seat for a character that fits in full, as backers do.
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
                    // A Class must suit at least one of the named characters.
                    let own = self.classes_of(head);
                    characters.truncate(1);
                    classes.retain(|(class, _)| own.contains(class));
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
        if self.percent(50) {
            let held = self.percent(30);
            let cargo = Cargo {
                held,
                // The cargo may be neither held nor on offer.
                on_offer: !held && self.percent(50),
                ..self.cargo()
            };
            all.push(Freight::Own("Crates".to_owned(), cargo));
        }
        all
    }

    fn bill(&mut self, sure: &[String]) -> Step<String> {
        let is_backed = !sure.is_empty() && self.percent(70);
        let backer = is_backed.then(|| self.one_of(sure));
        let pays = self.percent(60);
        Step::Bill {
            difficulty: self.between(4, 14),
            contributors: backer.clone().filter(|_| !pays).into_iter().collect(),
            payer: backer.filter(|_| pays),
            pay_on_failure: self.percent(80),
        }
    }

    /// Returns a barter, mostly for a cargo that the initial cargoes can pay for.
    fn barter(&mut self, cargoes: &[Freight]) -> Step<String> {
        let group = self.group.as_ref();
        let is_held = |freight: &&Freight| match freight {
            Freight::Own(_, cargo) => cargo.held,
            Freight::Group(name) => {
                let mut all = group.iter().flat_map(|group| &group.cargoes);
                all.any(|(other, cargo)| other == name && cargo.held)
            }
        };
        let (held, offered): (Vec<&Freight>, Vec<_>) = cargoes.iter().partition(is_held);
        let offered: Vec<&Freight> = offered
            .into_iter()
            .filter(|one| self.is_wanted(one))
            .collect();
        let names = |all: Vec<&Freight>| all.into_iter().map(name).collect::<Vec<_>>();
        let (held, offered) = (names(held), names(offered));
        let is_possible = !held.is_empty() && !offered.is_empty();
        if is_possible && self.percent(70) {
            // The scene's own cargo comes last.
            let last = offered[offered.len() - 1].clone();
            let is_last = self.percent(60);
            return Step::Barter {
                give: self.one_of(&held),
                get: if is_last { last } else { self.one_of(&offered) },
            };
        }
        let any = self.some(cargoes, 2);
        if !self.is_wanted(&any[1]) {
            return Step::Travel;
        }
        Step::Barter {
            give: name(&any[0]),
            get: name(&any[1]),
        }
    }

    /// Returns whether a barter may ask for a cargo. Cargo on offer has to be local, and a scene's
    /// own cargo must not be held.
    fn is_wanted(&self, freight: &Freight) -> bool {
        let is_wanted = |cargo: &Cargo| !(cargo.on_offer && cargo.foreign);
        match freight {
            Freight::Own(_, cargo) => !cargo.held && is_wanted(cargo),
            Freight::Group(name) => {
                let mut all = self.group.iter().flat_map(|group| &group.cargoes);
                all.any(|(other, cargo)| other == name && is_wanted(cargo))
            }
        }
    }

    fn step(&mut self, sure: &[String], cargoes: &[Freight]) -> Step<String> {
        let names: Vec<String> = cargoes.iter().map(name).collect();
        match self.below(10) {
            0 | 1 if !names.is_empty() => Step::Sell(self.one_of(&names)),
            2..6 if names.len() > 1 => self.barter(cargoes),
            6 => Step::Travel,
            7 => Step::Windfall(1),
            8 => Step::Expense(1),
            _ => self.bill(sure),
        }
    }
}

fn name(freight: &Freight) -> String {
    match freight {
        Freight::Group(name) | Freight::Own(name, _) => name.clone(),
    }
}
