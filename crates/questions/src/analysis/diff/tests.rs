use super::*;
use crate::analysis::ALPHA;

#[test]
fn scenarios_match_by_path_then_by_folder_and_others_are_new_or_gone() {
    let held = |path: &str, folder: &str| {
        let mut held = LoadedScenario::faulty(path, "");
        held.fault = None;
        held.folder = Some(folder.to_owned());
        held
    };
    let old = vec![held("a", "x"), held("b", "y"), held("c", "z")];
    let new = vec![held("b", "x"), held("d", "z"), held("e", "v")];
    let diff = diff(old, new, (ALPHA, 0.0));
    let pairs: Vec<_> = diff
        .scenarios
        .iter()
        .map(|one| {
            let path =
                |held: &Option<LoadedScenario>| held.as_ref().map(|one| one.scenario.path.clone());
            (path(&one.old), path(&one.new), one.verdict)
        })
        .collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        pairs,
        [
            (some("b"), some("b"), ChangeVerdict::Same),
            (some("c"), some("d"), ChangeVerdict::Same),
            (None, some("e"), ChangeVerdict::New),
            (some("a"), None, ChangeVerdict::Gone),
        ]
    );
}

#[test]
fn newly_failing_expectations_and_newly_faulty_files_need_attention() {
    let with = |verdict: &str, line: &str| {
        let written = serde_json::json!({ "verdict": verdict, "line": line });
        let mut held = LoadedScenario::faulty("a", "");
        held.fault = None;
        held.expectations = vec![serde_json::from_value(written).unwrap()];
        vec![held]
    };
    let fails = || with("fails", "heroes 20 to 30%: FAILS, 41%");
    let held = with("holds", "heroes 20 to 30%: holds, 24%");
    let worse = diff(held.clone(), fails(), (ALPHA, 0.0));
    assert_eq!(worse.scenarios[0].broken, ["heroes 20 to 30%: FAILS, 41%"]);
    let also = with("fails", "heroes 20 to 30%: FAILS, 42%");
    assert!(!diff(also, fails(), (ALPHA, 0.0)).needs_attention());
    let similar = with("fails", "mean of heroes: all 20 to 30%: FAILS, 41%");
    let other = with("fails", "mean of heroes: one 20 to 30%: FAILS, 41%");
    assert!(diff(similar, other, (ALPHA, 0.0)).needs_attention());
    assert!(worse.needs_attention());
    assert!(!diff(fails(), fails(), (ALPHA, 0.0)).needs_attention());
    let spoilt = vec![LoadedScenario::faulty("a", "dice is missing")];
    let spoilt = diff(held, spoilt, (ALPHA, 0.0));
    assert_eq!(spoilt.count(ChangeVerdict::Fault), 1);
    assert!(spoilt.needs_attention());
}

#[test]
fn files_without_results_are_rejected() {
    for text in ["", "{}", "[1]", "{\"format\": 1}"] {
        let error = LoadedScenario::read(text).unwrap_err().to_string();
        assert!(error.starts_with("it has no results"), "{error}");
    }
    let later = "{\"format\": 2, \"scenario\": {\"path\": \"a\", \"title\": \"\", \"kind\": \"quick\", \"hash\": \"\"}, \
                 \"seed\": 1, \"trials\": 1, \"outcomes\": [], \"metrics\": []}";
    let error = LoadedScenario::read(later).unwrap_err().to_string();
    assert_eq!(error, "it has format 2; expected format 1");
}
