//! Wrong `[sweep]` tables: every fault stands at its place in the file, beside all others.

use super::answer;
use super::quick::QUICK;
use std::fmt::Write as _;

fn with(sweep: &str) -> String {
    format!("{}\n[sweep]\n{sweep}", QUICK.good)
}

#[test]
fn wrong_sweeps_are_answered_where_they_are_wrong() {
    let page = [
        "",
        "vary = []",
        "vary = 'difficulty=1..3'",
        "vary = ['difficulty', 'actor.dice=5..2', 'rules.half=up,up']",
        "vary = ['difficulty=1..100', 'actor.dice=1..30']",
        "vary = ['difficulty=1..3', \"'difficulty'=4\"]",
        "vary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']",
        "vary = ['title=a,b', 'difficulty=1..2']",
        "vary = ['difficulty=1..3']\nfigure = 'sucess'\ntrials = 0",
        "vary = ['difficulty=1..3']\nfigure = ['success', 'mean.totl', 'success']\nfigur = 1",
    ]
    .iter()
    .fold(String::new(), |mut page, sweep| {
        let shown = sweep.replace('\n', " / ");
        let _ = writeln!(page, "--- {shown}\n{}", answer(&with(sweep), &[]));
        page
    });
    insta::assert_snapshot!(page, @"");
}

#[test]
fn faults_of_the_file_and_of_its_sweep_come_together_and_once() {
    let text = with("vary = ['actor.dice=6..7', 'rules.half=up,down']\n").replacen(
        "difficulty = 10",
        "difficulty = 0",
        1,
    );
    insta::assert_snapshot!(answer(&text, &["rules.half=odd"]), @"");
}
