//! Trade and wealth, plainly: a group's prosperity through a list of steps.
//!
//! Rollers are numbered: the group, then the backers, then the cargoes.

use super::dice::PlainDice;

/// A step. Backers and cargoes are identified by their numbers in file order, or by another type.
#[derive(Clone, Debug)]
pub enum Step<Who = usize> {
    Bill {
        difficulty: u32,
        contributors: Vec<Who>,
        payer: Option<Who>,
        pay_on_failure: bool,
    },
    Sell(Who),
    Barter {
        give: Who,
        get: Who,
    },
    Travel,
    Windfall(u32),
    Expense(u32),
}

/// Place of a cargo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    OnBoard,
    OnOffer,
    Gone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cargo {
    pub dice: u32,
    pub foreign: bool,
    pub held: bool,
    /// A cargo that is neither held nor on offer is gone.
    pub on_offer: bool,
}

#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of a file")]
pub struct Plan {
    pub prosperity: u32,
    pub backers: Vec<u32>,
    pub cargoes: Vec<Cargo>,
    pub steps: Vec<Step>,
    pub repeat: u32,
    pub restock: bool,
    pub tie_trades: bool,
    pub port_refuses: bool,
    pub keeps_last_die: bool,
    /// Pairs of cargoes given and wanted that were refused since the last journey.
    pub refused: Vec<(usize, usize)>,
}

/// Results of a trade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Prosperity at the start and after each step.
    pub path: Vec<u32>,
    pub ruined_at: Option<usize>,
    pub paid: u32,
    pub at_cost: u32,
    pub unpaid: u32,
    pub out_of_reach: u32,
    pub gains: u32,
    pub barters: u32,
    /// Number of barters that were rolled and failed.
    pub refused: u32,
    pub backers: Vec<u32>,
}

impl Report {
    /// Returns the outcome, the worst that applies. Without complications it is `ruined` or
    /// `solvent`.
    pub fn outcome(&self, has_complications: bool) -> &'static str {
        if self.ruined_at.is_some() {
            "ruined"
        } else if has_complications && self.unpaid + self.out_of_reach > 0 {
            "unpaid"
        } else if has_complications && self.refused > 0 {
            "refused"
        } else {
            "solvent"
        }
    }
}

pub fn trade(plan: &Plan, dice: &mut dyn PlainDice) -> Report {
    let mut report = Report {
        path: vec![plan.prosperity],
        ..Report::default()
    };
    let mut prosperity = plan.prosperity;
    let mut backers = plan.backers.clone();
    let places = || -> Vec<Place> {
        let place = |cargo: &Cargo| {
            if cargo.held {
                Place::OnBoard
            } else if cargo.on_offer {
                Place::OnOffer
            } else {
                Place::Gone
            }
        };
        plan.cargoes.iter().map(place).collect()
    };
    let origins = || -> Vec<bool> { plan.cargoes.iter().map(|cargo| cargo.foreign).collect() };
    let (mut place, mut foreign) = (places(), origins());
    let mut refused = plan.refused.clone();
    let mut port_is_closed = plan.port_refuses && !refused.is_empty();
    let first_backer = 1;
    let first_cargo = 1 + plan.backers.len();
    for _ in 0..plan.repeat {
        if plan.restock {
            (place, foreign) = (places(), origins());
        }
        for step in &plan.steps {
            match step {
                Step::Bill {
                    difficulty,
                    contributors,
                    payer,
                    pay_on_failure,
                } => {
                    let own = payer.map_or(prosperity, |payer| backers[payer]);
                    let helping: u32 = contributors.iter().map(|&one| backers[one]).sum();
                    if 6 * (own + helping) < *difficulty {
                        report.out_of_reach += 1;
                    } else {
                        let roller = payer.map_or(0, |payer| first_backer + payer);
                        let faces = dice.throw(roller, own as usize);
                        let mut total: u32 = faces.iter().map(|&face| u32::from(face)).sum();
                        for &one in contributors {
                            let faces = dice.throw(first_backer + one, backers[one] as usize);
                            for _ in faces.into_iter().filter(|&face| face == 6) {
                                total += 6;
                            }
                        }
                        let least = if plan.keeps_last_die { 2 } else { 1 };
                        if total >= *difficulty {
                            report.paid += 1;
                        } else if *pay_on_failure && own >= least {
                            report.at_cost += 1;
                            match payer {
                                Some(payer) => backers[*payer] -= 1,
                                None => prosperity -= 1,
                            }
                        } else {
                            report.unpaid += 1;
                        }
                    }
                }
                Step::Sell(cargo) => {
                    if place[*cargo] == Place::OnBoard {
                        place[*cargo] = Place::Gone;
                        if plan.cargoes[*cargo].dice > prosperity {
                            prosperity += 1;
                            report.gains += 1;
                        }
                    }
                }
                Step::Barter { give, get } => {
                    let is_possible = place[*give] == Place::OnBoard
                        && foreign[*give]
                        && place[*get] == Place::OnOffer
                        && !refused.contains(&(*give, *get))
                        && !port_is_closed;
                    if is_possible {
                        let mut sum = |cargo: usize| -> u32 {
                            let count = plan.cargoes[cargo].dice as usize;
                            let faces = dice.throw(first_cargo + cargo, count);
                            faces.iter().map(|&face| u32::from(face)).sum()
                        };
                        let (own, other) = (sum(*give), sum(*get));
                        if own > other || own == other && plan.tie_trades {
                            place[*give] = Place::Gone;
                            place[*get] = Place::OnBoard;
                            report.barters += 1;
                        } else {
                            report.refused += 1;
                            refused.push((*give, *get));
                            port_is_closed = plan.port_refuses;
                        }
                    }
                }
                Step::Travel => {
                    for (cargo, place) in place.iter().enumerate() {
                        if *place == Place::OnBoard {
                            foreign[cargo] = true;
                        }
                    }
                    refused.clear();
                    port_is_closed = false;
                }
                Step::Windfall(more) => prosperity = (prosperity + more).min(6),
                Step::Expense(less) => prosperity = prosperity.saturating_sub(*less),
            }
            if prosperity == 0 && report.ruined_at.is_none() {
                report.ruined_at = Some(report.path.len());
            }
            report.path.push(prosperity);
        }
    }
    report.backers = backers;
    report
}
