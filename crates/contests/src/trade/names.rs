//! Checks of the keys that each type of step has, and of the names in steps.

use evenodds_core::contest::CargoOrigin;
use evenodds_core::contest::{Typed, choices};
use evenodds_core::document::{CheckedTable, Fault, Faults, Item, not_known};

choices! {
    /// Kind of step.
    pub(super) enum StepKind {
        /// prosperity is rolled against a difficulty
        Bill = "bill",
        /// a cargo is sold; prosperity gains a die if the cargo has more
        Sell = "sell",
        /// a foreign cargo is offered for a local one: both are rolled
        Barter = "barter",
        /// a journey: cargoes on board become foreign, and refusals end
        Travel = "travel",
        /// prosperity gains dice
        Windfall = "windfall",
        /// prosperity loses dice
        Expense = "expense",
    }
}

/// Returns the required and the optional keys of a type of step.
fn keys(kind: StepKind) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        StepKind::Bill => (
            &["difficulty"],
            &["contributors", "payer", "pay_on_failure"],
        ),
        StepKind::Sell => (&["cargo"], &[]),
        StepKind::Barter => (&["give", "get"], &[]),
        StepKind::Windfall | StepKind::Expense => (&["dice"], &[]),
        StepKind::Travel => (&[], &[]),
    }
}

/// Keys that not all types of step have.
const TYPE_SPECIFIC_KEYS: [&str; 8] = [
    "difficulty",
    "contributors",
    "payer",
    "pay_on_failure",
    "cargo",
    "give",
    "get",
    "dice",
];

/// Names of the backers and cargoes of a file, by index.
pub(super) struct Names<'a> {
    backers: Vec<Option<&'a str>>,
    cargoes: Vec<&'a CheckedTable>,
}

impl<'a> Names<'a> {
    pub(super) fn of(table: &'a CheckedTable) -> Self {
        let backers = table.tables("backer").iter();
        Self {
            backers: backers.map(|backer| backer.text("name")).collect(),
            cargoes: table.tables("cargo").iter().collect(),
        }
    }

    /// Returns the index of a backer.
    pub(super) fn backer(&self, name: &str) -> Option<usize> {
        self.backers.iter().position(|known| *known == Some(name))
    }

    /// Returns the index of a cargo.
    pub(super) fn cargo(&self, name: &str) -> Option<usize> {
        self.cargoes
            .iter()
            .position(|known| known.text("name") == Some(name))
    }

    /// Reports a name that is not that of a backer.
    fn backer_is_known(&self, item: &Item, faults: &mut Faults) {
        if let Some(name) = item.as_text()
            && self.backer(name).is_none()
        {
            let known: Vec<&str> = self.backers.iter().flatten().copied().collect();
            unknown(item, name, "backers", &known, faults);
        }
    }

    /// Returns the cargo that a key names; reports a name that is not that of a cargo.
    fn cargo_of(
        &self,
        step: &CheckedTable,
        key: &str,
        faults: &mut Faults,
    ) -> Option<&'a CheckedTable> {
        let position = self.cargo_is_known(step.item(key)?, faults)?;
        Some(self.cargoes[position])
    }

    /// Returns the index of the cargo that a value names; reports a name that is not that of a
    /// cargo.
    pub(super) fn cargo_is_known(&self, item: &Item, faults: &mut Faults) -> Option<usize> {
        let name = item.as_text()?;
        let found = self.cargo(name);
        if found.is_none() {
            let names = self.cargoes.iter().filter_map(|cargo| cargo.text("name"));
            let known: Vec<&str> = names.collect();
            unknown(item, name, "cargoes", &known, faults);
        }
        found
    }
}

fn unknown(item: &Item, name: &str, what: &str, known: &[&str], faults: &mut Faults) {
    let (accepted, help) = not_known(name, known, what);
    faults.push(Fault {
        span: item.span(),
        path: item.path(),
        found: format!("is {name:?}"),
        accepted,
        reason: None,
        help,
        absent: None,
    });
}

/// Reports faults of a step that involve more than one key.
pub(super) fn examine(step: &CheckedTable, names: &Names, faults: &mut Faults) {
    if let Some(kind) = StepKind::under(step, "type") {
        let (needed, allowed) = keys(kind);
        let kind = kind.name();
        for key in TYPE_SPECIFIC_KEYS {
            if needed.contains(&key) {
                let mistyped = faults.iter().any(|fault| {
                    fault.path.starts_with(&format!("{}.", step.path())) && !fault.path.is_empty()
                });
                if !step.given(key) && !mistyped {
                    let accepted = format!("a step of type {kind:?} requires it");
                    faults.refuse(step, key, accepted, None);
                }
            } else if step.given(key) && !allowed.contains(&key) {
                let all: Vec<&str> = needed.iter().chain(allowed).copied().collect();
                let accepted = if all.is_empty() {
                    format!("a step of type {kind:?} takes no keys but its name")
                } else {
                    format!("a step of type {kind:?} takes {}", all.join(", "))
                };
                faults.refuse(step, key, accepted, None);
            }
        }
    }
    contributors(step, names, faults);
    names.cargo_of(step, "cargo", faults);
    let give = names.cargo_of(step, "give", faults);
    let get = names.cargo_of(step, "get", faults);
    if give.is_some() && step.text("give") == step.text("get") {
        faults.refuse(
            step,
            "get",
            "expected a cargo other than the one given",
            None,
        );
        return;
    }
    // A cargo with `on_offer = false` is not a fault: an adventure sets this for a cargo that is
    // gone. In play there is then no exchange.
    if let Some(get) = get.filter(|get| get.flag("on_offer") != Some(false)) {
        let accepted = match (CargoOrigin::under(get, "origin"), get.flag("held")) {
            (Some(CargoOrigin::Foreign), _) => {
                "expected a local cargo, with origin = \"local\" and held = false"
            }
            (_, Some(true)) => "expected a cargo on offer, with held = false",
            _ => return,
        };
        faults.refuse(step, "get", accepted, None);
    }
}

fn contributors(step: &CheckedTable, names: &Names, faults: &mut Faults) {
    let list = step.list("contributors");
    for (index, item) in list.iter().enumerate() {
        names.backer_is_known(item, faults);
        let is_same = |other: &Item| other.as_text().is_some() && other.as_text() == item.as_text();
        if list[..index].iter().any(is_same) {
            faults.push(Fault {
                span: item.span(),
                path: item.path(),
                found: format!("is {:?}", item.as_text().unwrap_or_default()),
                accepted: "expected each backer once".to_owned(),
                reason: None,
                help: None,
                absent: None,
            });
        }
    }
    if let Some(payer) = step.item("payer") {
        names.backer_is_known(payer, faults);
        if step.given("contributors") {
            let accepted = "a payer pays the whole bill alone; remove payer or contributors";
            faults.refuse(step, "payer", accepted, None);
        }
    }
}
