//! The figures that two contests have in common, and the requested ones among them.

use super::{CompareError, ComparePlan, ComparedFigure};
use crate::contest::{Contest, Metric, Outcome, Scale};
use crate::document;
use crate::scenario::{Quantity, Scenario};
use crate::stats::{Figure, FigureKind, FigureMethod, Interval};

/// Location of a figure in two contests.
#[derive(Clone, Copy)]
pub enum FigureIndex {
    /// Index of an outcome in each contest.
    Outcome([usize; 2]),
    /// All successes of each contest.
    Successes,
    /// The index of a metric among the common metrics.
    Metric(usize),
}

/// A metric that two contests have.
#[derive(Clone, Copy)]
pub struct CommonMetric {
    /// Index of the metric in each contest.
    pub positions: [usize; 2],
    /// The bounds to which values are clamped.
    pub bounds: (i64, i64),
    /// Value that means "not measured", in each contest.
    pub never: [Option<i64>; 2],
}

impl CommonMetric {
    /// Returns whether a trial may lack a value in either contest. Each mean is then over its own
    /// trials.
    pub fn is_unpaired(&self) -> bool {
        self.never != [None; 2]
    }
}

/// A figure that two contests have.
pub struct CommonFigure {
    /// The share of an outcome, or the mean of a metric.
    pub figure: Quantity,
    /// Location of the figure in both contests.
    pub place: FigureIndex,
    /// Index among the requested figures; `None` for other figures.
    pub asked: Option<usize>,
    /// Description of the figure, without results.
    pub reported: ComparedFigure,
}

impl CommonFigure {
    /// Returns a figure that is not requested.
    fn new(figure: Quantity, kind: FigureKind, place: FigureIndex) -> Self {
        let reported = ComparedFigure {
            name: figure.name(),
            difference: Figure::new(kind, FigureMethod::Sequence, None, Interval::UNBOUNDED, 0),
            always_shown: true,
            alpha: 1.0,
            ..ComparedFigure::default()
        };
        Self {
            figure,
            place,
            asked: None,
            reported,
        }
    }

    /// Marks the figure as requested, with its equivalence margin.
    fn ask(&mut self, place: usize, margin: Option<f64>) {
        (self.asked, self.reported.margin) = (Some(place), margin);
    }
}

/// Returns the figures that two scenarios have in common, and the metrics among them. Requested
/// figures come first, in the order of the plan.
pub fn figures(
    (first, second): (&Scenario, &Scenario),
    plan: &ComparePlan,
) -> Result<(Vec<CommonFigure>, Vec<CommonMetric>), CompareError> {
    let (a, b) = (first.contest.as_ref(), second.contest.as_ref());
    let mut all = outcomes(a, b);
    let mut both = Vec::new();
    all.extend(metrics(a, b, &mut both));
    if all.is_empty() {
        return Err(CompareError::NothingInCommon(
            first.path.clone(),
            second.path.clone(),
            outcome_names(a).join(", "),
            outcome_names(b).join(", "),
        ));
    }
    if plan.figures.is_empty() {
        let shares = |one: &&mut CommonFigure| matches!(one.figure, Quantity::Outcome(_));
        for (place, figure) in all.iter_mut().filter(shares).enumerate() {
            figure.ask(place + 1, Some(plan.margin));
        }
        // The main figure comes first.
        let main = Quantity::main(a).filter(|main| Quantity::main(b).as_ref() == Some(main));
        if let Some(main) = all
            .iter_mut()
            .find(|one| Some(&one.figure) == main.as_ref())
        {
            let margin = main.reported.difference.is_share().then_some(plan.margin);
            main.ask(0, margin);
        }
        // A `draw` that never occurs in either contest is no evidence about fights between
        // different sides.
        let is_lead = |one: &CommonFigure| one.asked.is_some() && one.reported.always_shown;
        if !all.iter().any(is_lead) {
            return Err(CompareError::NoOutcome(
                first.path.clone(),
                second.path.clone(),
                names(&all).join(", "),
            ));
        }
    } else {
        ask(&mut all, plan, (a, b))?;
    }
    let alpha = plan.alpha / statements(&all, [a, b]) as f64;
    for figure in &mut all {
        figure.reported.alpha = figure.asked.map_or(plan.alpha, |_| alpha);
    }
    all.sort_by_key(|figure| figure.asked.unwrap_or(usize::MAX));
    Ok((all, both))
}

/// Marks the figures that the plan requests.
fn ask(
    all: &mut [CommonFigure],
    plan: &ComparePlan,
    contests: (&dyn Contest, &dyn Contest),
) -> Result<(), CompareError> {
    let names = names(all);
    let mut problems = Vec::new();
    let mut place = 0;
    for wanted in &plan.figures {
        let name = &wanted.name;
        let Some(index) = names.iter().position(|one| one == name) else {
            problems.push(unknown(name, contests, &names));
            continue;
        };
        let figure = &mut all[index];
        if figure.asked.is_some() {
            problems.push(format!("{name}: it is given twice"));
            continue;
        }
        let is_share = figure.reported.difference.is_share();
        if let Some(margin) = wanted.margin.filter(|&margin| is_share && margin >= 1.0) {
            problems.push(format!(
                "{name}={margin}: shares differ by less than 1; expected a margin such as 0.01, which is one \
                 percentage point"
            ));
        }
        figure.ask(place, wanted.margin.or(is_share.then_some(plan.margin)));
        place += 1;
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(CompareError::Figures(problems.join("\n")))
    }
}

/// Returns the number of statements that share the error probability. The only two outcomes of both
/// contests count as one, since their shares sum to 1.
fn statements(all: &[CommonFigure], contests: [&dyn Contest; 2]) -> usize {
    let asked = || all.iter().filter(|one| one.asked.is_some());
    let shares = asked().filter(|one| matches!(one.figure, Quantity::Outcome(_)));
    let everything = contests.iter().all(|one| one.outcomes().len() == 2);
    asked().count() - usize::from(everything && shares.count() == 2)
}

/// Returns the outcomes that both contests have, after the successes of both, if they are added up.
fn outcomes(a: &dyn Contest, b: &dyn Contest) -> Vec<CommonFigure> {
    let mut both = Vec::new();
    let successes = |contest: &dyn Contest| contest.description().added_successes();
    if let (Some(one), Some(other)) = (successes(a), successes(b))
        && one.name == other.name
    {
        let figure = Quantity::Outcome(one.name.clone());
        let mut common = CommonFigure::new(figure, FigureKind::Share, FigureIndex::Successes);
        common.reported.phrase = common_phrase(&one, &other);
        both.push(common);
    }
    for (one, outcome) in a.outcomes().iter().enumerate() {
        let mut others = b.outcomes().iter().enumerate();
        let Some((other, twin)) = others.find(|(_, other)| other.name == outcome.name) else {
            continue;
        };
        let figure = Quantity::Outcome(outcome.name.clone());
        let place = FigureIndex::Outcome([one, other]);
        let mut common = CommonFigure::new(figure, FigureKind::Share, place);
        common.reported.phrase = common_phrase(outcome, twin);
        common.reported.always_shown = outcome.always_shown || twin.always_shown;
        both.push(common);
    }
    both
}

/// Returns the clause of an outcome; empty if it differs between contests.
fn common_phrase(one: &Outcome, other: &Outcome) -> String {
    if one.phrase == other.phrase {
        one.clause()
    } else {
        String::new()
    }
}

/// Returns the means of the metrics that both contests have, and appends these metrics to `both`.
fn metrics(a: &dyn Contest, b: &dyn Contest, both: &mut Vec<CommonMetric>) -> Vec<CommonFigure> {
    let mut means = Vec::new();
    for (one, metric) in a.metrics().iter().enumerate() {
        let mut others = b.metrics().iter().enumerate();
        let Some((other, twin)) = others.find(|(_, other)| other.name() == metric.name()) else {
            continue;
        };
        let figure = Quantity::Metric("mean", metric.name());
        let kind = match (metric.scale, twin.scale) {
            (Scale::YesNo, Scale::YesNo) => FigureKind::Share,
            _ => FigureKind::Mean,
        };
        let mut common = CommonFigure::new(figure, kind, FigureIndex::Metric(both.len()));
        (common.reported.unit, common.reported.base) = (metric.unit, metric.base);
        means.push(common);
        both.push(CommonMetric {
            positions: [one, other],
            bounds: (
                metric.expected.0.min(twin.expected.0),
                metric.expected.1.max(twin.expected.1),
            ),
            never: [metric.never, twin.never],
        });
    }
    means
}

fn names(figures: &[CommonFigure]) -> Vec<String> {
    figures.iter().map(|one| one.figure.name()).collect()
}

fn outcome_names(contest: &dyn Contest) -> Vec<String> {
    let outcomes = contest.outcomes().iter();
    outcomes.map(|outcome| outcome.name.clone()).collect()
}

/// Returns the outcomes and metrics of one contest that the other does not have.
pub fn only(one: &dyn Contest, other: &dyn Contest) -> Vec<String> {
    let mut names = outcome_names(one);
    names.retain(|name| !outcome_names(other).contains(name));
    let known: Vec<String> = other.metrics().iter().map(Metric::name).collect();
    let metrics = one.metrics().iter().map(Metric::name);
    names.extend(metrics.filter(|name| !known.contains(name)));
    names
}

/// Returns the error for an unknown figure name.
fn unknown(name: &str, (a, b): (&dyn Contest, &dyn Contest), known: &[String]) -> String {
    let mean = format!("mean.{name}");
    if known.contains(&mean) {
        return format!("{name}: expected a statistic of the metric: {mean}");
    }
    let has = |contest: &dyn Contest| {
        let metric = name.strip_prefix("mean.").unwrap_or(name);
        let mut metrics = contest.metrics().iter();
        outcome_names(contest).iter().any(|one| one == name)
            || metrics.any(|one| one.name() == metric)
    };
    match (has(a), has(b)) {
        (true, false) => return format!("{name}: only A has it"),
        (false, true) => return format!("{name}: only B has it"),
        _ => {}
    }
    let other = name.split_once('.').is_some_and(|(word, metric)| {
        Quantity::words().any(|known| known == word) && known.contains(&format!("mean.{metric}"))
    });
    let help = if other {
        "; of metrics only the means are compared"
    } else {
        ""
    };
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    format!("{}{help}", document::unknown("common figure", name, &known))
}
