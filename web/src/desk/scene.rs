//! Opened scenarios, cached between requests.

use super::place;
use evenodds::contest::{ExactDistribution, Tally, TallyCounts};
use evenodds::document::Faults;
use evenodds::scenario::{BUILTINS, LoadError, Scenario, load, open};
use evenodds::sim::{LEVEL, NoProgress, Plan, run};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// Text of a scenario, with its name in results.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Text {
    /// `@NAME` of an unchanged built-in scenario, else the name of a file.
    pub name: String,
    /// The TOML.
    pub text: String,
}

/// Opened scenario.
pub struct OpenedScenario {
    text: Text,
    pub scenario: Scenario,
    exact: OnceCell<Option<ExactDistribution>>,
}

thread_local! {
    /// Scenario of the last request. Most requests are about the same one.
    static LAST: RefCell<Option<Rc<OpenedScenario>>> = const { RefCell::new(None) };
}

/// Opens a scenario, or returns the cached one. The files that it uses must be built in.
pub fn opened(text: &Text) -> Result<Rc<OpenedScenario>, Value> {
    let last = LAST.with_borrow(|last| last.as_ref().filter(|last| last.text == *text).cloned());
    if let Some(last) = last {
        return Ok(last);
    }
    let shipped = text.name.strip_prefix('@');
    let shipped = shipped.and_then(|name| BUILTINS.iter().find(|one| one.name == name));
    let loaded = if shipped.is_some_and(|shipped| shipped.text == text.text) {
        open(&text.name, &[])
    } else {
        load("@scenario", text.text.as_bytes(), &[])
    };
    let mut scenario = loaded.map_err(|error| refused(&error))?;
    scenario.path.clone_from(&text.name);
    let opened = Rc::new(OpenedScenario {
        text: text.clone(),
        scenario,
        exact: OnceCell::new(),
    });
    LAST.set(Some(Rc::clone(&opened)));
    Ok(opened)
}

fn refused(error: &LoadError) -> Value {
    match error {
        LoadError::Faults(list) | LoadError::PartUnreadable(list) => faults(list),
        other => json!({ "wrong": other.to_string() }),
    }
}

/// Returns all faults with their positions; lines and columns count from 1.
pub fn faults(list: &Faults) -> Value {
    let list = list.iter().map(|fault| {
        let whole = fault.to_string();
        let place = format!("{}: ", fault.span);
        json!({
            "line": fault.span.line(),
            "column": fault.span.column(),
            "path": fault.path,
            "at": place::at(fault.span.source().text(), fault.span.range().start),
            "text": whole.strip_prefix(&place).unwrap_or(&whole),
            "help": fault.help,
        })
    });
    json!({ "faults": list.collect::<Vec<Value>>() })
}

impl OpenedScenario {
    /// Returns the description of the scenario for the page.
    pub fn about(&self) -> Value {
        let scenario = &self.scenario;
        let document: toml::Table = toml::from_str(&self.text.text).unwrap_or_default();
        let seats = scenario
            .seats
            .iter()
            .map(|seat| json!({ "path": seat.path, "name": seat.name }));
        let outcomes = scenario.contest.outcomes().iter();
        json!({
            "title": scenario.title,
            "kind": scenario.kind.name,
            "hash": scenario.hash,
            "seed": scenario.seed,
            "trials": scenario.trials,
            "slow": scenario.contest.is_slow(),
            "judged": scenario.contest.evaluation().is_some(),
            "hints": scenario.contest.hints().is_ok(),
            "seats": seats.collect::<Vec<Value>>(),
            "outcomes": outcomes.map(|outcome| outcome.name.as_str()).collect::<Vec<&str>>(),
            "document": document,
        })
    }

    /// Plays trials and returns their counts.
    pub fn play(&self, seed: u64, trials: Range<u64>) -> TallyCounts {
        let plan = Plan {
            threads: 1,
            alpha: 1.0 - LEVEL,
            ..Plan::new(seed, trials)
        };
        run(self.scenario.contest.as_ref(), &plan, &NoProgress)
            .tally
            .counts()
    }

    /// Returns the exact answer, if there is one. The first call solves the contest.
    pub fn exact(&self) -> Option<&ExactDistribution> {
        self.exact
            .get_or_init(|| self.scenario.contest.exact().ok())
            .as_ref()
    }

    /// Returns the sum of counts.
    pub fn tally(&self, parts: &[TallyCounts]) -> Result<Tally, Value> {
        let contest = self.scenario.contest.as_ref();
        let mut whole = Tally::new(contest);
        for part in parts {
            let part = Tally::from_counts(contest, part);
            whole.merge(
                &part.ok_or_else(|| json!({ "wrong": "the counts belong to another scenario" }))?,
            );
        }
        Ok(whole)
    }
}

/// Returns the kind in a text, which may have faults; empty if there is none.
pub fn kind_of(text: &str) -> String {
    named(text, "kind")
}

/// Returns the title in a text; empty if there is none.
pub fn title_of(text: &str) -> String {
    named(text, "title")
}

fn named(text: &str, key: &str) -> String {
    let document: toml::Table = toml::from_str(text).unwrap_or_default();
    let value = document.get(key).and_then(toml::Value::as_str);
    value.unwrap_or_default().to_owned()
}
