//! Results of expectations as `JUnit` XML for CI systems.
//!
//! Each file is a `testsuite`, and each expectation a `testcase`. An expectation that fails is a
//! failure. An undecided one is skipped if that is allowed, otherwise a failure. Files that cannot
//! be opened are errors. There are no times or dates, so the same results give the same bytes.

use super::super::text::{clean, grouped};
use super::CheckReport;
use super::rows::{expected, figure};
use crate::analysis::{CheckResult, TestedExpectation, Verdict};
use crate::document::printable::is_control;
use crate::document::xml;
use crate::stats::FigureMethod;
use std::fmt::Write as _;

/// Result of one test.
pub enum TestFate {
    /// The test passes.
    Passed,
    /// The test fails: a word for the reason, and a message.
    Failed(&'static str, String),
    /// The test has no result: a message.
    Skipped(String),
    /// The test cannot be run: a word for the reason, a short message and a long one.
    Broken(&'static str, &'static str, String),
}

/// Name and result of a test.
type Test = (String, TestFate);

/// Returns the XML text, ending in a line break.
pub fn check_junit(report: &CheckReport) -> String {
    let checked = report.checked.iter();
    let checked = checked.map(|one| {
        let tests = tests(one, report.allow_undecided);
        (one.scenario.path.as_str(), tests)
    });
    let alone = |fate| vec![("scenario".to_owned(), fate)];
    let faulty = report.others.faulty.iter().map(|file| {
        let short = if file.unreadable {
            "the file cannot be read"
        } else {
            "the file is not a valid scenario"
        };
        let message = file.message.trim_end().to_owned();
        let fate = TestFate::Broken(file.why(), short, message);
        (file.path.as_str(), alone(fate))
    });
    let unchecked = report.others.unasked.iter().map(|path| {
        let fate = TestFate::Skipped("interrupted before it was checked".to_owned());
        (path.as_str(), alone(fate))
    });
    let suites: Vec<(&str, Vec<Test>)> = checked.chain(faulty).chain(unchecked).collect();
    junit("evenodds check", &suites)
}

/// Returns the XML text of suites of tests, each with the path of a file.
pub fn junit(name: &str, suites: &[(&str, Vec<Test>)]) -> String {
    let all: Vec<&Test> = suites.iter().flat_map(|(_, tests)| tests).collect();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" {}>\n",
        counts(&all)
    );
    for (path, tests) in suites {
        suite(&mut text, path, tests);
    }
    text.push_str("</testsuites>\n");
    text
}

fn tests(checked: &CheckResult, allow_undecided: bool) -> Vec<Test> {
    let test = |result: &TestedExpectation| {
        let fate = match result.verdict {
            Verdict::Holds => TestFate::Passed,
            Verdict::Fails => TestFate::Failed("fails", failure_message(result)),
            Verdict::Undecided if allow_undecided => TestFate::Skipped(failure_message(result)),
            Verdict::Undecided => TestFate::Failed("undecided", failure_message(result)),
        };
        (result.expectation.quantity.name(), fate)
    };
    checked.expectations.iter().map(test).collect()
}

/// Returns an expectation in one line.
fn failure_message(result: &TestedExpectation) -> String {
    let name = clean(&result.expectation.quantity.name());
    let verdict = result.verdict.word();
    let (figure, interval) = figure(result);
    let trials = match result.figure.method {
        FigureMethod::Exact => String::new(),
        _ => format!(" after {} trials", grouped(result.figure.trials)),
    };
    let expected = expected(result);
    format!("{name} {verdict}: {figure} ({interval}){trials}, expected {expected}")
}

fn counts(tests: &[&Test]) -> String {
    let count = |is: fn(&TestFate) -> bool| tests.iter().filter(|(_, fate)| is(fate)).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        tests.len(),
        count(|fate| matches!(fate, TestFate::Failed(..))),
        count(|fate| matches!(fate, TestFate::Broken(..))),
        count(|fate| matches!(fate, TestFate::Skipped(_)))
    )
}

fn suite(text: &mut String, path: &str, tests: &[Test]) {
    let path = escaped(path);
    let all: Vec<&Test> = tests.iter().collect();
    let _ = writeln!(text, "  <testsuite name=\"{path}\" {}>", counts(&all));
    for (name, fate) in tests {
        let name = escaped(name);
        let _ = write!(
            text,
            "    <testcase name=\"{name}\" classname=\"{path}\" file=\"{path}\""
        );
        let inner = match fate {
            TestFate::Passed => {
                text.push_str("/>\n");
                continue;
            }
            TestFate::Failed(kind, message) => {
                let message = escaped(message);
                format!("<failure type=\"{kind}\" message=\"{message}\">{message}</failure>")
            }
            TestFate::Skipped(message) => format!("<skipped message=\"{}\"/>", escaped(message)),
            TestFate::Broken(kind, short, message) => {
                let message = escaped(message);
                format!("<error type=\"{kind}\" message=\"{short}\">{message}</error>")
            }
        };
        let _ = writeln!(text, ">\n      {inner}\n    </testcase>");
    }
    text.push_str("  </testsuite>\n");
}

/// Escapes text for XML 1.0 elements and attributes. Characters that XML does not allow become
/// question marks. Line breaks and tabs become references, since attributes would lose them.
fn escaped(text: &str) -> String {
    // https://www.w3.org/TR/xml/#charsets excludes other control characters and these two. It also
    // discourages 7f to 9f, which could steer a terminal, as marks of the writing direction could.
    let is_kept = |one: char| matches!(one, '\n' | '\t') || !is_control(one);
    let is_kept = |one: char| is_kept(one) && !matches!(one, '\u{fffe}' | '\u{ffff}');
    let text = text.chars().map(|one| if is_kept(one) { one } else { '?' });
    let text = xml(&text.collect::<String>());
    text.replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests_of_xml {
    use super::super::sample::report;
    use super::*;

    #[test]
    fn a_suite_for_each_file_and_a_case_for_each_expectation() {
        insta::assert_snapshot!(check_junit(&report()), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="evenodds check" tests="6" failures="2" errors="1" skipped="0">
          <testsuite name="fights/canyon.toml" tests="4" failures="2" errors="0" skipped="0">
            <testcase name="heroes" classname="fights/canyon.toml" file="fights/canyon.toml"/>
            <testcase name="mean.turns" classname="fights/canyon.toml" file="fights/canyon.toml">
              <failure type="fails" message="mean.turns FAILS: 5.421 (5.401 to 5.441) after 10,000 trials, expected 6 to 7">mean.turns FAILS: 5.421 (5.401 to 5.441) after 10,000 trials, expected 6 to 7</failure>
            </testcase>
            <testcase name="p50.turns" classname="fights/canyon.toml" file="fights/canyon.toml">
              <failure type="undecided" message="p50.turns undecided: 5 (5 to 6) after 160,000 trials, expected 5">p50.turns undecided: 5 (5 to 6) after 160,000 trials, expected 5</failure>
            </testcase>
            <testcase name="max.turns" classname="fights/canyon.toml" file="fights/canyon.toml"/>
          </testsuite>
          <testsuite name="lock.toml" tests="1" failures="0" errors="0" skipped="0">
            <testcase name="success" classname="lock.toml" file="lock.toml"/>
          </testsuite>
          <testsuite name="new.toml" tests="0" failures="0" errors="0" skipped="0">
          </testsuite>
          <testsuite name="bad.toml" tests="1" failures="0" errors="1" skipped="0">
            <testcase name="scenario" classname="bad.toml" file="bad.toml">
              <error type="faulty" message="the file is not a valid scenario">bad.toml:1:1: difficulty is missing: it has to be a whole number</error>
            </testcase>
          </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn any_name_and_message_can_be_read_back() {
        let nasty =
            "a<b>&\"c' ]]> \u{1b}[31m \u{0}\u{fffe}\u{85}\u{202e}\u{2066}\r\n\tЖ 峡谷 🎲 &lt;";
        let readable = "a<b>&\"c' ]]> ?[31m ??????\n\tЖ 峡谷 🎲 &lt;";
        let mut report = report();
        report.checked[0].scenario.path = nasty.to_owned();
        report.others.faulty[0].path = nasty.to_owned();
        report.others.faulty[0].message = nasty.to_owned();
        let text = check_junit(&report);
        let document = roxmltree::Document::parse(&text).unwrap();
        let suites: Vec<roxmltree::Node> = document
            .descendants()
            .filter(|node| node.has_tag_name("testsuite"))
            .collect();
        assert_eq!(suites[0].attribute("name"), Some(readable));
        let error = document
            .descendants()
            .find(|node| node.has_tag_name("error"));
        assert_eq!(error.unwrap().text(), Some(readable));
    }
}
