//! Requests of a page. A request is a JSON object with its name under `do`; an answer is JSON, or the text of a file.
//! Nothing here depends on the kinds of contest.

mod csv;
mod edit;
mod place;
mod questions;
mod scene;
mod show;

use evenodds::analysis::{ALPHA, HintError, LoadedScenario, diff, hint, sample_trials};
use evenodds::ask::{Advise, Hint, Tune};
use evenodds::contests::KINDS;
use evenodds::document::{Shown, json_schema, template};
use evenodds::expressions::{ExpressionDistribution, ExpressionError, ExpressionLink};
use evenodds::report::{
    NarratedTrial, Replay, dice_answer, diff_answer, hint_answer, results_answer,
};
use evenodds::scenario::{BUILTINS, LIBRARY, Link, Scenario, USE};
use scene::{Text, opened};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use show::{Joined, answered};

/// Maximum number of expressions of dice side by side.
const MOST_EXPRESSIONS: usize = 12;

/// Request of a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Request {
    /// Returns the kinds of contest with their players, and the built-in scenarios.
    Kinds,
    /// Returns the keys of a kind as JSON Schema, and a template.
    Kind { name: String },
    /// Returns the text of a built-in scenario.
    Builtin { name: String },
    /// Opens a scenario and returns its description or its faults.
    Open(Text),
    /// Parses a text as TOML, whether it is a scenario or not.
    Parse { text: String },
    /// Applies edits to a text and keeps the rest as it is.
    Edit {
        text: String,
        edits: Vec<edit::Edit>,
    },
    /// Plays trials and returns their counts.
    Play {
        of: Text,
        seed: u64,
        first: u64,
        end: u64,
    },
    /// Returns the results of counts, for the page.
    Show(Joined),
    /// Returns the results as JSON, as the command line does.
    Json(Joined),
    /// Returns the results as CSV, as the command line does.
    Csv(Joined),
    /// Returns the page of a report.
    Page(Joined),
    /// Narrates a trial.
    Story { of: Text, seed: u64, trial: u64 },
    /// Narrates a few trials, from the worst to the best.
    Stories { of: Text, seed: u64, among: u64 },
    /// Finds the best action at a position.
    Hint {
        of: Text,
        #[serde(flatten)]
        question: Hint,
    },
    /// Answers a question of which the page shows only the answer: its name under `question`, and its options.
    Ask {
        of: Text,
        #[serde(flatten)]
        question: Map<String, Value>,
    },
    /// Finds the single changes that come nearest to a target, such as `heroes=0.6`.
    Advise {
        of: Text,
        #[serde(flatten)]
        question: Box<Advise>,
    },
    /// Applies assignments to a text.
    Apply { of: Text, assignments: Vec<String> },
    /// Returns the tunable parameters with their values.
    Levers { of: Text },
    /// Finds the values of keys that meet a target.
    Tune {
        of: Text,
        #[serde(flatten)]
        question: Box<Tune>,
    },
    /// Returns the part of a link after its `#`.
    Link(Link),
    /// Returns what changed between two results in JSON.
    Diff { old: String, new: String },
    /// Computes the exact distributions of expressions of dice.
    Dice(ExpressionLink),
    /// Returns the content of a link: a scenario, or expressions of dice.
    Unlink { address: String },
}

/// Answers a request. An error is an object with a text under `wrong`, or with the `faults` of the scenario.
pub fn answer(request: &[u8]) -> String {
    let request = match serde_json::from_slice(request) {
        Ok(request) => request,
        Err(error) => return wrong(&format!("invalid request: {error}")).to_string(),
    };
    match asked(request) {
        Ok(Answer::Value(value)) | Err(value) => value.to_string(),
        Ok(Answer::Text(text)) => text,
    }
}

/// Answer to a request.
enum Answer {
    /// JSON.
    Value(Value),
    /// Content of a file.
    Text(String),
}

fn wrong(text: &str) -> Value {
    json!({ "wrong": text })
}

fn error_value(error: impl std::fmt::Display) -> Value {
    wrong(&error.to_string())
}

fn asked(request: Request) -> Result<Answer, Value> {
    let value = match request {
        Request::Kinds => kinds(),
        Request::Kind { name } => kind(&name)?,
        Request::Builtin { name } => {
            let found = BUILTINS.iter().find(|one| one.name == name);
            let found = found.ok_or_else(|| wrong("there is no built-in scenario of that name"))?;
            json!({ "text": found.text })
        }
        Request::Open(text) => opened(&text)?.about(),
        Request::Parse { text } => match toml::from_str::<toml::Table>(&text) {
            Ok(document) => json!({ "document": document }),
            Err(error) => return Err(error_value(error.message())),
        },
        Request::Edit { text, edits } => {
            json!({ "text": edit::edited(&text, &edits).map_err(error_value)? })
        }
        Request::Play {
            of,
            seed,
            first,
            end,
        } => {
            let counts = opened(&of)?.play(seed, first..end);
            serde_json::to_value(counts).map_err(error_value)?
        }
        Request::Show(joined) => joined.shown()?,
        Request::Json(joined) => return joined.json().map(Answer::Text),
        Request::Csv(joined) => return joined.csv().map(Answer::Text),
        Request::Page(joined) => return joined.page().map(Answer::Text),
        Request::Story { of, seed, trial } => {
            let opened = opened(&of)?;
            narrated(&opened.scenario, seed, trial)
        }
        Request::Stories { of, seed, among } => {
            let opened = opened(&of)?;
            let contest = opened.scenario.contest.as_ref();
            let trials = sample_trials(contest, seed, among).into_iter();
            let narrated = trials.map(|(name, trial)| {
                let mut story = narrated(&opened.scenario, seed, trial);
                story["name"] = json!(name);
                story
            });
            Value::Array(narrated.collect())
        }
        Request::Hint { of, question } => {
            let opened = opened(&of)?;
            let plan = question.plan(&opened.scenario);
            match hint(&opened.scenario, question.table.as_deref(), &plan) {
                Ok(hinted) => answered(&hint_answer(&hinted)),
                // A request without a position gets an example.
                Err(HintError::NoTable(example)) if question.table.is_none() => {
                    json!({ "table": example })
                }
                Err(HintError::Faulty(faults)) => return Err(scene::faults(&faults)),
                Err(other) => return Err(error_value(other)),
            }
        }
        Request::Ask { of, mut question } => {
            // A page runs an engine per thread.
            question.insert("threads".to_owned(), json!(1));
            let question = serde_json::from_value(Value::Object(question)).map_err(error_value)?;
            questions::ask(&question, &opened(&of)?.scenario)?
        }
        Request::Apply { of, assignments } => {
            let text = assignments.iter().try_fold(of.text, |text, assignment| {
                edit::assigned(&text, assignment)
            });
            json!({ "text": text.map_err(error_value)? })
        }
        Request::Advise { of, question } => {
            questions::advise_on(&opened(&of)?.scenario, *question)?
        }
        Request::Levers { of } => questions::tunable_keys(&opened(&of)?.scenario),
        Request::Tune { of, question } => questions::tuned(&opened(&of)?.scenario, *question)?,
        Request::Link(link) => match link.fragment() {
            Ok(fragment) => json!({ "fragment": fragment }),
            Err(why) => return Err(wrong(&format!("A link cannot hold this scenario: {why}."))),
        },
        Request::Diff { old, new } => {
            let [old, new] = [old, new].map(|text| LoadedScenario::read(&text));
            let changes = diff(
                old.map_err(error_value)?,
                new.map_err(error_value)?,
                (ALPHA, 0.0),
            );
            answered(&diff_answer(&changes))
        }
        Request::Dice(line) => distributions(&line)?,
        Request::Unlink { address } if address.starts_with("#dice=") => {
            match ExpressionLink::read(&address) {
                Some(Ok(line)) => serde_json::to_value(line).map_err(error_value)?,
                Some(Err(reason)) => return Err(unopened(&reason)),
                None => return Err(wrong("This is not a link to expressions.")),
            }
        }
        Request::Unlink { address } => match Link::read(&address) {
            Some(Ok(link)) => serde_json::to_value(link).map_err(error_value)?,
            Some(Err(reason)) => return Err(unopened(&reason)),
            None => return Err(wrong("This is not a link to a scenario.")),
        },
    };
    Ok(Answer::Value(value))
}

fn unopened(reason: &str) -> Value {
    wrong(&format!("The link cannot be opened: {reason}."))
}

/// Returns the answer for expressions, or their faults with the text before, at and after each.
fn distributions(line: &ExpressionLink) -> Result<Value, Value> {
    let count = line.expressions.len();
    if count > MOST_EXPRESSIONS {
        return Err(wrong(&format!(
            "there are {count} expressions; expected at most {MOST_EXPRESSIONS}"
        )));
    }
    let mut all = Vec::new();
    let mut slips = Vec::new();
    let texts = line.expressions.iter().map(String::as_str);
    for (text, found) in ExpressionDistribution::of_line(texts) {
        match found {
            Ok(found) => all.push(found),
            Err(error) => {
                let place = match &error {
                    ExpressionError::Syntax(place, ..) => place.clone(),
                    ExpressionError::TooLarge(_) => 0..text.len(),
                };
                let parts = [
                    &text[..place.start],
                    &text[place.clone()],
                    &text[place.end..],
                ];
                slips.push(json!({ "text": error.to_string(), "parts": parts }));
            }
        }
    }
    let mut answer = if slips.is_empty() {
        answered(&dice_answer(&all, &line.marks))
    } else {
        json!({ "slips": slips })
    };
    answer["fragment"] = json!(line.fragment());
    Ok(answer)
}

fn kinds() -> Value {
    let kinds = KINDS.iter().map(|kind| {
        let players = kind.players.iter();
        let players: Vec<Value> = players
            .map(|player| json!({ "name": player.name, "help": player.help }))
            .collect();
        let scenarios = BUILTINS
            .iter()
            .filter(|one| scene::kind_of(one.text) == kind.name);
        let scenarios: Vec<Value> = scenarios
            .map(|one| json!({ "name": one.name, "title": scene::title_of(one.text) }))
            .collect();
        json!({
            "name": kind.name,
            "title": kind.title,
            "summary": kind.summary,
            "players": players,
            "scenarios": scenarios,
        })
    });
    json!({ "version": env!("CARGO_PKG_VERSION"), "kinds": kinds.collect::<Vec<Value>>() })
}

fn kind(name: &str) -> Result<Value, Value> {
    let kind = KINDS.iter().find(|kind| kind.name == name);
    let kind = kind.ok_or_else(|| wrong("there is no kind of that name"))?;
    let keys = LIBRARY.keys_of(kind);
    Ok(
        json!({ "schema": json_schema(kind.title, keys, USE), "template": template(keys, Shown::All) }),
    )
}

fn narrated(scenario: &Scenario, seed: u64, trial: u64) -> Value {
    let replay = Replay {
        path: &scenario.path,
        assignments: &scenario.assignments,
    };
    let narrated = NarratedTrial::new(scenario, &replay, seed, trial);
    json!({ "heading": narrated.heading, "lines": narrated.lines, "command": narrated.command, "trial": trial })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: &Value) -> Value {
        let answer = answer(request.to_string().as_bytes());
        serde_json::from_str(&answer).unwrap_or(Value::String(answer))
    }

    fn canyon() -> Value {
        let text = ask(&json!({ "do": "builtin", "name": "canyon" }));
        json!({ "name": "@canyon", "text": text["text"] })
    }

    #[test]
    fn counts_of_parts_add_up_to_those_of_the_whole() {
        let play = |first: u64, end: u64| {
            ask(&json!({ "do": "play", "of": canyon(), "seed": 3, "first": first, "end": end }))
        };
        let whole = play(0, 500);
        let parts = [play(0, 120), play(120, 121), play(121, 500)];
        let joined = |parts: Value| {
            ask(&json!({ "do": "json", "of": canyon(), "seed": 3, "trials": 500, "parts": parts }))
        };
        let one = joined(json!([whole]));
        assert_eq!(one["trials"], 500);
        assert_eq!(one, joined(json!(parts)));
        let shown = ask(
            &json!({ "do": "show", "of": canyon(), "seed": 3, "trials": 500, "parts": [whole] }),
        );
        assert_eq!(shown["main"]["name"], "heroes");
        assert_eq!(shown["main"]["share"], one["outcomes"][0]["share"]);
    }

    #[test]
    fn faults_have_the_paths_of_their_values() {
        let text = "kind = 'quick'\ndifficulty = 10\nactor = { name = 'Ann', dice = 9 }\n";
        let open = ask(&json!({ "do": "open", "name": "a.toml", "text": text }));
        let fault = &open["faults"][0];
        assert_eq!(
            (&fault["line"], &fault["at"]),
            (&json!(3), &json!(["actor", "dice"]))
        );
        assert!(
            fault["text"]
                .as_str()
                .unwrap()
                .starts_with("actor.dice is 9")
        );
    }

    #[test]
    fn every_built_in_scenario_opens_and_every_kind_has_keys() {
        let known = ask(&json!({ "do": "kinds" }));
        for kind in known["kinds"].as_array().unwrap() {
            let keys = ask(&json!({ "do": "kind", "name": kind["name"] }));
            assert!(keys["schema"]["properties"]["kind"].is_object());
            let new = json!({ "do": "open", "name": "new.toml", "text": keys["template"] });
            assert_eq!(ask(&new)["kind"], kind["name"]);
            for one in kind["scenarios"].as_array().unwrap() {
                let text = ask(&json!({ "do": "builtin", "name": one["name"] }));
                let name = format!("@{}", one["name"].as_str().unwrap());
                let open = ask(&json!({ "do": "open", "name": name, "text": text["text"] }));
                assert_eq!(open["title"], one["title"], "{name}");
            }
        }
    }

    #[test]
    fn invalid_requests_are_answered() {
        assert!(ask(&json!({ "do": "dance" }))["wrong"].is_string());
        assert!(ask(&json!({ "do": "unlink", "address": "#v1.AAAA" }))["wrong"].is_string());
        assert!(ask(&json!({ "do": "advise", "of": canyon(), "seed": 1, "target": "nobody=2" }))["wrong"].is_string());
    }

    #[test]
    fn expressions_have_distributions_faults_and_links() {
        let dice =
            |text: &str| ask(&json!({ "do": "dice", "expressions": ["3d6", text], "marks": [15] }));
        let found = dice("2d6 + 9");
        assert!(
            found["sentence"]
                .as_str()
                .unwrap()
                .contains("2d6 + 9 has mean 16, at least 15")
        );
        assert!(found["charts"][0]["narrow"].is_string());
        let address = format!("#{}", found["fragment"].as_str().unwrap());
        let link = ask(&json!({ "do": "unlink", "address": address }));
        assert_eq!(link["expressions"][1], "2d6 + 9");
        let faulty = dice("2d6 / 2");
        assert_eq!(faulty["slips"][0]["parts"], json!(["2d6 ", "/", " 2"]));
        assert!(ask(&json!({ "do": "unlink", "address": "#dice=%" }))["wrong"].is_string());
    }

    #[test]
    fn tunable_parameters_have_accepted_values() {
        let tunable_keys = ask(&json!({ "do": "levers", "of": canyon() }));
        let dice = tunable_keys.as_array().unwrap().iter();
        let dice = dice.filter(|one| {
            one["vary"]
                .as_str()
                .unwrap()
                .contains("Dirk.classes[0].dice=1..6")
        });
        assert_eq!(dice.count(), 1, "{tunable_keys}");
    }
}
