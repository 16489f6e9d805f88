//! Results of counts, and answers in the form that the page draws.

use super::scene::{OpenedScenario, Text, opened};
use super::{csv, error_value, results_answer, wrong};
use evenodds::analysis::{
    DecisiveReading, EstimatedRun, Skill, decisive_readings, nearby, skill, verdicts,
};
use evenodds::charts::{Chart, hex};
use evenodds::contest::{MainFigure, TallyCounts};
use evenodds::report::{
    Answer, BlockContent, Media, NarratedTrial, RecordFrame, Replay, ReportInput, ResultContext,
    exact_percent, figures, headline, highlights, json, nearby_answer, own_share, page,
    reading_sentences,
};
use evenodds::sim::{Finished, NoProgress, Results, StopReason};
use serde::Deserialize;
use serde_json::{Value, json as object};

/// Counts of all trials from trial 0 on, in parts, and the content of the answer.
#[derive(Debug, Deserialize)]
pub struct Joined {
    of: Text,
    seed: u64,
    /// Number of trials.
    trials: u64,
    parts: Vec<TallyCounts>,
    /// True to add the exact answer, which may take a while.
    #[serde(default)]
    exact: bool,
    /// True if the headline has the figure of other players, and the readings on which it depends;
    /// together they take up to two seconds.
    #[serde(default)]
    skill: bool,
    /// True to draw charts.
    #[serde(default)]
    charts: bool,
    /// Name of the frame, for CSV.
    #[serde(default)]
    frame: String,
}

impl Joined {
    fn results(&self, opened: &OpenedScenario, exact: bool) -> Result<Results, Value> {
        let finished = Finished {
            tally: opened.tally(&self.parts)?,
            trials: 0..self.trials,
            stopped: StopReason::Trials,
        };
        let contest = opened.scenario.contest.as_ref();
        let exact = exact.then(|| opened.exact()).flatten();
        let identity = opened.scenario.identity();
        Ok(Results::sampled(
            identity, contest, self.seed, &finished, false, exact,
        ))
    }

    fn glanced(&self) -> EstimatedRun<'static> {
        EstimatedRun {
            seed: self.seed,
            trials: self.trials,
            threads: 1,
            ladder: None,
        }
    }

    /// Plays the contest with other players.
    fn skill(&self, opened: &OpenedScenario) -> Result<Option<Skill>, Value> {
        let played = skill(&opened.scenario, &self.glanced(), &NoProgress);
        played.map_err(|_| interrupted())
    }

    /// Tries other readings of the rules.
    fn readings(&self, opened: &OpenedScenario) -> Result<Option<Vec<DecisiveReading>>, Value> {
        let found = decisive_readings(&opened.scenario, &self.glanced(), &NoProgress);
        found.map_err(|_| interrupted())
    }

    /// Returns the results as JSON, as the command line does.
    pub fn json(&self) -> Result<String, Value> {
        let opened = opened(&self.of)?;
        let results = self.results(&opened, true)?;
        let skill = self.skill(&opened)?;
        let readings = self.readings(&opened)?;
        let result_context = ResultContext {
            skill: skill.as_ref(),
            readings: readings.as_deref(),
            ..ResultContext::default()
        };
        Ok(json(&results_answer(&results, &result_context)))
    }

    /// Returns a frame of the results as CSV, as the command line does.
    pub fn csv(&self) -> Result<String, Value> {
        let opened = opened(&self.of)?;
        let results = self.results(&opened, true)?;
        let frame = RecordFrame::ALL
            .into_iter()
            .find(|frame| frame.name() == self.frame);
        let frame = frame.ok_or_else(|| wrong("there is no frame of that name"))?;
        let answer = results_answer(&results, &ResultContext::default());
        Ok(csv::written(&answer.rows.records(frame)))
    }

    /// Returns the results for the page.
    pub fn shown(&self) -> Result<Value, Value> {
        let opened = opened(&self.of)?;
        let results = self.results(&opened, self.exact)?;
        let contest = opened.scenario.contest.as_ref();
        let skill = if self.skill {
            self.skill(&opened)?
        } else {
            Skill::of(&opened.scenario)
        };
        let headline = headline(&results, skill.as_ref());
        let found = if self.skill {
            self.readings(&opened)?
        } else {
            None
        };
        let readings: Vec<String> = reading_sentences(&results, found.as_deref()).collect();
        let exact = self.exact.then(|| opened.exact()).flatten();
        let verdicts = verdicts(&opened.scenario.expectations, contest, exact, &results);
        let outcomes = results
            .outcomes
            .iter()
            .filter(|one| one.always_shown || one.count.is_some_and(|count| count > 0));
        let colors = colors(&figures(&results));
        let outcomes = outcomes.enumerate().map(|(index, one)| {
            object!({
                "color": colors.get(index),
                "name": one.name,
                "phrase": one.phrase,
                "share": one.share.map(|share| share.value),
                "low": one.shown_share().interval.low,
                "high": one.shown_share().interval.high,
                "exact": one.exact,
                "digits": one.exact.map(|exact| exact_percent(exact, 0.0)),
            })
        });
        let highlights = highlights(&results);
        let highlights = highlights
            .iter()
            .map(|one| object!({ "label": one.label, "pieces": one.pieces() }));
        Ok(object!({
            "headline": headline.brief(),
            "basis": headline.basis(),
            "readings": readings,
            "players": headline.players,
            "trials": results.trials,
            "counts": opened.tally(&self.parts)?.counts(),
            "main": main_share(&results),
            "is_exact": results.outcomes.iter().all(|one| one.exact.is_some()),
            "outcomes": outcomes.collect::<Vec<Value>>(),
            "highlights": highlights.collect::<Vec<Value>>(),
            "expected": verdicts.iter().map(|one| object!({ "verdict": one.verdict, "line": one.line })).collect::<Vec<Value>>(),
            "charts": if self.charts { drawn(&figures(&results)) } else { Vec::new() },
        }))
    }

    /// Returns the page of a report, as the command line writes it.
    pub fn page(&self) -> Result<String, Value> {
        let opened = opened(&self.of)?;
        let scenario = &opened.scenario;
        let contest = scenario.contest.as_ref();
        let results = self.results(&opened, true)?;
        let replay = Replay {
            path: &scenario.path,
            assignments: &scenario.assignments,
        };
        let skill = self.skill(&opened)?;
        let readings = self.readings(&opened)?;
        let changes = nearby(scenario, &self.glanced(), &NoProgress).map_err(|_| interrupted())?;
        let narrated_trials = NarratedTrial::samples(scenario, &replay, self.seed, results.trials);
        let answers: Vec<Answer> = changes
            .map(|changes| nearby_answer(&changes, own_share(&changes, &results), &replay))
            .into_iter()
            .collect();
        let command = replay.command(
            "report",
            &format!(" -n {} -s {}", results.trials, self.seed),
        );
        page(&ReportInput {
            results: &results,
            scenario: scenario.whole_text(),
            command: &command,
            key: "",
            flags: evenodds::report::ReportFlags::default(),
            result_context: ResultContext {
                verdicts: &verdicts(&scenario.expectations, contest, opened.exact(), &results),
                skill: skill.as_ref(),
                readings: readings.as_deref(),
                players: &scenario.players(),
                notes: &scenario.notes,
                line_up: &scenario.line_up(),
                narrated_trials: &narrated_trials,
            },
            related: evenodds::report::RelatedPages::default(),
            answers: &answers,
        })
        .map_err(error_value)
    }
}

/// Returns the share in the headline; null if that is a mean, or the share of the most likely outcome, which another
/// version may not share.
fn main_share(results: &Results) -> Value {
    if results.score().is_some() || results.main == MainFigure::MostLikely {
        return Value::Null;
    }
    let outcome = results.main_outcome();
    let share = outcome.and_then(|outcome| Some((&outcome.name, outcome.best()?)));
    share.map_or(Value::Null, |(name, share)| {
        object!({
            "name": name,
            "share": share.value,
            "low": share.interval.low,
            "high": share.interval.high,
        })
    })
}

/// Returns the colors of the outcomes in their chart.
fn colors(figures: &[evenodds::report::ReportChart]) -> Vec<String> {
    // In some contests the chart of the score comes before that of the outcomes.
    let bars = figures.iter().find_map(|figure| match &figure.chart {
        Chart::ShareBars(bars) => Some(bars),
        _ => None,
    });
    let rows = bars.iter().flat_map(|bars| &bars.rows);
    rows.map(|row| hex(row.color)).collect()
}

fn interrupted() -> Value {
    object!({ "wrong": "interrupted" })
}

fn drawn(figures: &[evenodds::report::ReportChart]) -> Vec<Value> {
    let drawn = figures.iter().filter_map(|figure| {
        let svg = figure.chart.svg().ok()?;
        let narrow = figure.chart.narrow_svg().ok()?;
        Some(object!({
            "name": figure.name,
            "title": figure.chart.title(),
            "shares": matches!(figure.chart, Chart::ShareBars(_)),
            "more": figure.topic == evenodds::report::Topic::More,
            "svg": svg,
            "narrow": narrow,
        }))
    });
    drawn.collect()
}

/// Returns an answer for the page: headline, blocks in order, and charts.
pub fn answered(answer: &Answer) -> Value {
    let blocks = answer
        .blocks
        .iter()
        .filter(|block| !matches!(block.on, Media::Screen | Media::Markdown));
    let blocks = blocks.filter_map(|block| {
        Some(match &block.content {
            BlockContent::Text(text) => object!({ "text": text }),
            BlockContent::Table(caption, table) => object!({
                "caption": caption,
                "headings": table.headings,
                "rows": table.rows,
            }),
            BlockContent::Notes(notes) => object!({ "notes": notes }),
            BlockContent::Commands(..) | BlockContent::Bars(_) => return None,
        })
    });
    object!({
        "question": answer.question,
        "heading": answer.heading,
        "claim": answer.page_headline,
        "sentence": answer.titled_headline,
        "facts": answer.facts,
        "blocks": blocks.collect::<Vec<Value>>(),
        "charts": drawn(&answer.charts),
    })
}
