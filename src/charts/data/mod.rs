//! The kinds of charts: the data of each, labels, shares and whole-number values, already computed.
//! The layers of which a kind consists are in a file beside this one.
//!
//! Shares are fractions from 0 to 1. A share that is not a number is drawn as missing, and one outside
//! of 0 to 1 as the nearer end. Labels are anybody's text: they are escaped, freed of control
//! characters, and shortened with an ellipsis where they would not fit. An empty subtitle takes no
//! room.

#[cfg(feature = "charts")]
mod at_least;
#[cfg(feature = "charts")]
mod bands;
#[cfg(feature = "charts")]
mod bars;
#[cfg(feature = "charts")]
mod calibration;
#[cfg(feature = "charts")]
mod choices;
#[cfg(feature = "charts")]
mod curve;
#[cfg(feature = "charts")]
mod flow;
#[cfg(feature = "charts")]
mod heat_map;
#[cfg(feature = "charts")]
mod histogram;
#[cfg(feature = "charts")]
mod multiples;
#[cfg(feature = "charts")]
mod strip;
#[cfg(feature = "charts")]
mod survival;
#[cfg(feature = "charts")]
mod targeted;

#[cfg(feature = "charts")]
use super::{
    error::ChartError,
    layers::{Paper, Sheet},
};

/// Which colour something gets. The same role is the same colour in every chart, so a reader who has
/// learnt it once can go on to the next chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorRole {
    /// The n-th of the things that are told apart, from 0. Beyond the palette the colours repeat.
    Series(usize),
    /// Grey, for what is not one of those things: a draw, nobody, all together.
    Neutral,
}

impl Default for ColorRole {
    fn default() -> Self {
        Self::Series(0)
    }
}

/// One bar: a share with its interval and, where it is known, the exact value.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareRow {
    /// What the share is of.
    pub label: String,
    /// The sampled share, 0 to 1.
    pub share: f64,
    /// Lower end of the interval, 0 to 1. No whisker is drawn unless `low < high`.
    pub low: f64,
    /// Upper end of the interval, 0 to 1.
    pub high: f64,
    /// The exact share, 0 to 1, where there is one.
    pub exact: Option<f64>,
    /// The colour of the bar.
    pub color: ColorRole,
}

/// Horizontal bars for shares that exclude one another and together make the whole, such as outcomes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareBars {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What the whiskers are, for the legend, such as "95 % interval"; "interval" when empty.
    pub interval: String,
    /// The bars, top to bottom.
    pub rows: Vec<ShareRow>,
}

/// Shares of a whole as one bar without words, small enough to stand in a list of many.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareStrip {
    /// What it shows, for those who do not see it.
    pub title: String,
    /// Each share, 0 to 1, with its colour; left to right.
    pub parts: Vec<(f64, ColorRole)>,
}

/// The bars below one heading.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareSection {
    /// The heading; an empty one takes no room.
    pub label: String,
    /// The bars, top to bottom.
    pub rows: Vec<ShareRow>,
}

/// Horizontal bars for many yes/no shares, each out of all trials, in sections.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct YesNoBars {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What the whiskers are, for the legend, such as "95 % interval"; "interval" when empty.
    pub interval: String,
    /// What a bar measures, below the axis; "share of trials" when empty.
    pub x_label: String,
    /// The sections, top to bottom.
    pub sections: Vec<ShareSection>,
}

/// The distribution of a whole number over the trials of one group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HistogramGroup {
    /// What the trials of the group have in common.
    pub label: String,
    /// The colour of its bars or curve.
    pub color: ColorRole,
    /// Pairs of a value and the share of *all* trials that are in this group and have the value. Any
    /// order; shares of the same value are added.
    pub counts: Vec<(i64, f64)>,
}

/// How often each value of a whole number came up, split by group: bars stacked by group, so that
/// their whole height is the distribution over all trials.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Histogram {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What is counted, with its unit.
    pub x_label: String,
    /// What the height is; "share of all trials" when empty.
    pub y_label: String,
    /// The groups, bottom to top.
    pub groups: Vec<HistogramGroup>,
}

/// How often a whole number was at least x: one falling step curve for each group, measured within
/// the group, and one for all trials together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AtLeast {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What is counted, with its unit.
    pub x_label: String,
    /// What the height is; "share of trials with at least this many" when empty.
    pub y_label: String,
    /// The groups; shares are of all trials, as in [`Histogram`].
    pub groups: Vec<HistogramGroup>,
}

/// One falling line of [`Survival`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// Whose line it is; written at its end.
    pub label: String,
    /// Which lines belong together; may be empty.
    pub group: String,
    /// The colour, usually the group's: lines of one colour get different shades and dashes.
    pub color: ColorRole,
    /// Pairs of x and the share from there until the next x. Any order; of equal x the last counts.
    pub points: Vec<(i64, f64)>,
}

/// Who is still there after x: one step line each, with its label at its end.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survival {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What x counts, with its unit.
    pub x_label: String,
    /// What the height is; "share of trials" when empty.
    pub y_label: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// Where most trials are at one time.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Band {
    /// The time.
    pub x: i64,
    /// 5th percentile.
    pub low: i64,
    /// 25th percentile.
    pub lower: i64,
    /// Median.
    pub middle: i64,
    /// 75th percentile.
    pub upper: i64,
    /// 95th percentile.
    pub high: i64,
    /// Mean; a time without a finite one is left out.
    pub mean: f64,
}

/// A whole number over time, as bands that hold half and nine tenths of the trials.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bands {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What x counts, with its unit.
    pub x_label: String,
    /// What the number counts.
    pub y_label: String,
    /// The times in any order; of equal ones the first counts.
    pub points: Vec<Band>,
}

/// A matrix of shares: a coloured cell for each, with its value printed in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeatMap {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What the columns are; may be empty.
    pub x_label: String,
    /// What the rows are; may be empty.
    pub y_label: String,
    /// The columns' names, left to right.
    pub columns: Vec<String>,
    /// The rows' names, top to bottom.
    pub rows: Vec<String>,
    /// The share of each cell with what is printed in it, row by row; `None` where there is none.
    pub cells: Vec<Vec<Option<(f64, String)>>>,
    /// The share at which colours part, 0 to 1: one half for two sides.
    pub even: f64,
    /// What stands below the ends of the scale of colours, where cells hold places on it, from 0 to 1,
    /// and no shares of their own.
    pub ends: Option<(String, String)>,
    /// Cells that stand out with an outline, by row and column.
    pub outlined: Vec<(usize, usize)>,
    /// What these are, for the legend; may be empty.
    pub outlined_label: String,
}

/// One of several matrices.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panel {
    /// What tells it from the others.
    pub name: String,
    /// Places on the scale of colours, 0 to 1, with what is printed in the cells, row by row; `None`
    /// where there is none.
    pub cells: Vec<Vec<Option<(f64, String)>>>,
}

/// Several matrices with the same rows and columns, side by side, with one scale of colours.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Multiples {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What the columns are; may be empty.
    pub x_label: String,
    /// What the rows are; may be empty.
    pub y_label: String,
    /// The columns' names, left to right.
    pub columns: Vec<String>,
    /// The rows' names, top to bottom.
    pub rows: Vec<String>,
    /// The matrices.
    pub panels: Vec<Panel>,
    /// What stands below the ends of the scale of colours.
    pub ends: (String, String),
}

/// A point of a [`Curve`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CurvePoint {
    /// Where it is, if the curve is ordered; else points stand in a row.
    pub x: f64,
    /// What is written below it.
    pub label: String,
    /// The value.
    pub value: f64,
    /// What is written above the value where there is room.
    pub words: String,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// A value for each of several numbers, as a line with a band for the interval; or for each of several
/// choices, as points with whiskers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Curve {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What band or whiskers are, for the legend, such as "95 % interval"; "interval" when empty.
    pub interval: String,
    /// What is below the axis.
    pub x_label: String,
    /// What the height is.
    pub y_label: String,
    /// Whether heights are shares, to be read in percent.
    pub shares: bool,
    /// Whether the points are numbers in an order.
    pub ordered: bool,
    /// The colour.
    pub color: ColorRole,
    /// What is wanted, where something is.
    pub target: Option<CurveTarget>,
    /// The points, in order.
    pub points: Vec<CurvePoint>,
}

/// What is wanted of the values of a [`Curve`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CurveTarget {
    /// The value that is wanted.
    pub value: f64,
    /// How far from it is near enough: half of the width of the band.
    pub tolerance: f64,
    /// What the line is, for the legend.
    pub label: String,
    /// What the band is, for the legend.
    pub band_label: String,
}

/// What was judged alike, and what came of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CalibrationPoint {
    /// The bin of judged chances that it stands for, 0 to 1.
    pub from: f64,
    /// Its other end.
    pub to: f64,
    /// The mean of the judged chances, 0 to 1.
    pub judged: f64,
    /// How often it came true, 0 to 1.
    pub share: f64,
    /// Lower end of the interval, 0 to 1. No whisker is drawn unless `low < high`.
    pub low: f64,
    /// Upper end of the interval, 0 to 1.
    pub high: f64,
    /// The share of all trials that are in the bin, 0 to 1.
    pub weight: f64,
}

/// Judged chances against what came of them, with a diagonal on which they would be the same, and below
/// it how many trials each point stands for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Calibration {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What the whiskers are, for the legend, such as "95 % interval"; "interval" when empty.
    pub interval: String,
    /// What was judged; "judged chance" when empty.
    pub x_label: String,
    /// What came of it; "share of trials" when empty.
    pub y_label: String,
    /// What the bars below are; may be empty.
    pub weight_label: String,
    /// The colour of the points and bars.
    pub color: ColorRole,
    /// The points.
    pub points: Vec<CalibrationPoint>,
}

/// How a row of [`Targeted`] stands to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowMark {
    /// Nothing special.
    #[default]
    Plain,
    /// The answer: it stands out.
    Answer,
    /// Ruled out: it stands back.
    Out,
}

/// A row of [`Targeted`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TargetedRow {
    /// What has the figure.
    pub label: String,
    /// The figure; not drawn unless it is a number.
    pub value: f64,
    /// Lower end of the interval. No whisker is drawn unless `low < high`.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The figure as it is written behind the row; may be empty.
    pub figure: String,
    /// How it stands to the target.
    pub mark: RowMark,
}

/// Figures against a target, a row each: points, or bars that begin at a base.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Targeted {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// What the whiskers are, for the legend, such as "95 % interval"; "interval" when empty.
    pub interval: String,
    /// What the figures are, below the axis.
    pub x_label: String,
    /// Whether the figures are shares, 0 to 1, shown in percent.
    pub shares: bool,
    /// The target.
    pub target: f64,
    /// How far from it is near enough: half of the width of the band.
    pub tolerance: f64,
    /// What the line is, for the legend; "target" when empty.
    pub target_label: String,
    /// What the band is, for the legend; "near enough" when empty.
    pub band_label: String,
    /// Where bars begin; without it rows are points.
    pub base: Option<f64>,
    /// What the base is, for the legend; "now" when empty.
    pub base_label: String,
    /// The rows, top to bottom.
    pub rows: Vec<TargetedRow>,
}

/// A place of a [`Flow`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FlowNode {
    /// Its name.
    pub label: String,
    /// The share that comes there at all, 0 to 1; a place without a share is left out.
    pub share: f64,
    /// The colour of an end, from which nothing leads on; none for a place on the way.
    pub end: Option<ColorRole>,
}

/// A way of a [`Flow`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FlowLink {
    /// The position of the place where it begins.
    pub from: usize,
    /// The position of the place where it ends.
    pub to: usize,
    /// How often it is taken on average; beyond 1 where it is taken again and again.
    pub mean: f64,
}

/// How much goes from place to place and to the ends: downwards, as bands that are as wide as their
/// shares.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Flow {
    /// Headline.
    pub title: String,
    /// A line below it in smaller type; may be empty.
    pub subtitle: String,
    /// The places, the first one where everything begins.
    pub nodes: Vec<FlowNode>,
    /// The ways between them. Of equal ones the means are added.
    pub links: Vec<FlowLink>,
}

/// A chart of any kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Chart {
    /// Shares of a whole.
    ShareBars(ShareBars),
    /// Many yes/no shares.
    YesNoBars(YesNoBars),
    /// The distribution of a whole number.
    Histogram(Histogram),
    /// How often a whole number was at least x.
    AtLeast(AtLeast),
    /// Who is still there after x.
    Survival(Survival),
    /// A matrix of shares.
    HeatMap(HeatMap),
    /// Judged chances against what came of them.
    Calibration(Calibration),
    /// A whole number over time.
    Bands(Bands),
    /// A value for each of several numbers or choices.
    Curve(Curve),
    /// Several matrices side by side.
    Multiples(Multiples),
    /// Figures against a target.
    Targeted(Targeted),
    /// How much goes from place to place.
    Flow(Flow),
}

impl Chart {
    /// The headline.
    pub fn title(&self) -> &str {
        self.titles().0
    }

    /// Title and subtitle.
    fn titles(&self) -> (&str, &str) {
        match self {
            Self::ShareBars(chart) => (&chart.title, &chart.subtitle),
            Self::YesNoBars(chart) => (&chart.title, &chart.subtitle),
            Self::Histogram(chart) => (&chart.title, &chart.subtitle),
            Self::AtLeast(chart) => (&chart.title, &chart.subtitle),
            Self::Survival(chart) => (&chart.title, &chart.subtitle),
            Self::HeatMap(chart) => (&chart.title, &chart.subtitle),
            Self::Calibration(chart) => (&chart.title, &chart.subtitle),
            Self::Bands(chart) => (&chart.title, &chart.subtitle),
            Self::Curve(chart) => (&chart.title, &chart.subtitle),
            Self::Multiples(chart) => (&chart.title, &chart.subtitle),
            Self::Targeted(chart) => (&chart.title, &chart.subtitle),
            Self::Flow(chart) => (&chart.title, &chart.subtitle),
        }
    }

    /// The chart as SVG, on a wide sheet.
    ///
    /// # Errors
    /// Only when the drawing library fails; any data can be drawn.
    #[cfg(feature = "charts")]
    pub fn svg(&self) -> Result<String, ChartError> {
        self.svg_on(Paper::Wide)
    }

    /// The same drawn anew for a phone.
    ///
    /// # Errors
    /// As for [`Chart::svg`].
    #[cfg(feature = "charts")]
    pub fn narrow_svg(&self) -> Result<String, ChartError> {
        self.svg_on(Paper::Narrow)
    }

    #[cfg(feature = "charts")]
    fn svg_on(&self, paper: Paper) -> Result<String, ChartError> {
        let layers = match self {
            Self::ShareBars(chart) => chart.layers(paper),
            Self::YesNoBars(chart) => chart.layers(paper),
            Self::Histogram(chart) => chart.layers(paper),
            Self::AtLeast(chart) => chart.layers(paper),
            Self::Survival(chart) => chart.layers(paper),
            Self::HeatMap(chart) => chart.layers(paper),
            Self::Calibration(chart) => chart.layers(paper),
            Self::Bands(chart) => chart.layers(paper),
            Self::Curve(chart) => chart.layers(paper),
            Self::Multiples(chart) => chart.layers(paper),
            Self::Targeted(chart) => chart.layers(paper),
            Self::Flow(chart) => chart.layers(paper),
        };
        let (title, subtitle) = self.titles();
        let layers = layers.unwrap_or_else(|| Sheet::without_data(paper, title, subtitle));
        let ways = match self {
            Self::Flow(chart) => chart.in_words(),
            _ => String::new(),
        };
        layers.svg(title, &format!("{subtitle}{ways}"))
    }
}
