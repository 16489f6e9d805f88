//! Kinds of charts with their data: labels, shares and whole numbers, already computed. A file in
//! `drawing` per kind draws its layers.
//!
//! Shares are fractions from 0 to 1. A share that is not a number is drawn as missing, and one
//! outside 0 to 1 as the nearer end. Labels may be any text: they are escaped, stripped of control
//! characters, and shortened with an ellipsis if they do not fit. An empty subtitle takes no room.

use crate::stats::Interval;

/// Role that determines a color. A role has the same color in every chart, so readers learn it
/// once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorRole {
    /// The n-th series, from 0. Beyond the palette the colors repeat.
    Series(usize),
    /// Gray, for what is not a series: a draw, no winner, all trials together.
    Neutral,
}

impl Default for ColorRole {
    fn default() -> Self {
        Self::Series(0)
    }
}

/// Bar with a share and its interval.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareRow {
    /// Name of the event whose share is shown.
    pub label: String,
    /// Share, 0 to 1.
    pub share: f64,
    /// Interval of the share. A share is exact, without a whisker, unless the interval has a width.
    pub interval: Interval,
    /// Color of the bar.
    pub color: ColorRole,
}

/// Horizontal bars for exclusive shares that make up a whole, such as outcomes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareBars {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Legend of the whiskers, such as "95% interval"; "interval" when empty.
    pub interval: String,
    /// Bars, top to bottom.
    pub rows: Vec<ShareRow>,
}

/// Shares of a whole as one bar without text, small enough for long lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareStrip {
    /// Text alternative, for screen readers.
    pub title: String,
    /// Each share, 0 to 1, with its color; left to right.
    pub parts: Vec<(f64, ColorRole)>,
}

/// Bars below one heading.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShareSection {
    /// Heading; an empty one takes no room.
    pub label: String,
    /// Bars, top to bottom.
    pub rows: Vec<ShareRow>,
}

/// Horizontal bars for many yes/no shares, each out of all trials, in sections.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct YesNoBars {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Legend of the whiskers, such as "95% interval"; "interval" when empty.
    pub interval: String,
    /// Title of the axis; "share of trials" when empty.
    pub x_label: String,
    /// Sections, top to bottom.
    pub sections: Vec<ShareSection>,
}

/// Distribution of a whole number over the trials of one group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HistogramGroup {
    /// Name of the group in the legend.
    pub label: String,
    /// Color of its bars or curve.
    pub color: ColorRole,
    /// Pairs of a value and the share of *all* trials that are in this group and have the value.
    /// The order does not matter; shares of the same value are added.
    pub counts: Vec<(i64, f64)>,
}

/// Distribution of a whole number, as bars stacked by group: the full height of a bar is the share
/// over all trials.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HistogramChart {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Counted quantity, with its unit.
    pub x_label: String,
    /// Title of the y axis; "share of all trials" when empty.
    pub y_label: String,
    /// Groups, bottom to top.
    pub groups: Vec<HistogramGroup>,
    /// Two opposed sides: values below zero count for the first one, values above for the second.
    pub opposed: Option<[OpposedSide; 2]>,
}

/// Side of a [`HistogramChart`] whose values count from zero to both ends.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OpposedSide {
    /// Name of the side.
    pub name: String,
    /// Title of its half of the axis.
    pub x_label: String,
}

/// Shares of trials in which a whole number was at least x: a falling step curve for each group,
/// relative to the group, and one for all trials.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AtLeast {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Counted quantity, with its unit.
    pub x_label: String,
    /// Title of the y axis; "share of trials with at least this many" when empty.
    pub y_label: String,
    /// Groups; shares are of all trials, as in [`HistogramChart`].
    pub groups: Vec<HistogramGroup>,
    /// True if each group is a distribution of its own, so that there is no curve for all.
    pub separate: bool,
}

/// Line of a [`Survival`] chart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// Label, at the end of the line.
    pub label: String,
    /// Name of the group of lines; may be empty.
    pub group: String,
    /// Color, usually the group's: lines of one color get different shades and dashes.
    pub color: ColorRole,
    /// Pairs of x and the share from there to the next x. The order does not matter; of pairs with
    /// equal x, the last one is used.
    pub points: Vec<(i64, f64)>,
}

/// Survival curves: a step line for each participant, with its label at the end.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survival {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Quantity along x, with its unit.
    pub x_label: String,
    /// Title of the y axis; "share of trials" when empty.
    pub y_label: String,
    /// Lines; at most 30 are drawn.
    pub lines: Vec<Line>,
    /// Labels at some x, the first ones first if there is no room for all.
    pub marks: Vec<(i64, String)>,
}

/// Quantiles and mean over the trials at one time.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Band {
    /// Time.
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
    /// Mean; a time without a finite mean is left out.
    pub mean: f64,
}

/// Whole number over time, as bands that contain half and nine tenths of the trials.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bands {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Quantity along x, with its unit.
    pub x_label: String,
    /// Counted quantity.
    pub y_label: String,
    /// Bands in any order of times; of bands with equal times, the first one is used.
    pub points: Vec<Band>,
}

/// Matrix of shares: a colored cell for each, with the value printed in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeatMap {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Name of the quantity along the columns; may be empty.
    pub x_label: String,
    /// Name of the quantity along the rows; may be empty.
    pub y_label: String,
    /// Names of the columns, left to right.
    pub columns: Vec<String>,
    /// Names of the rows, top to bottom.
    pub rows: Vec<String>,
    /// Share and printed text of each cell, row by row; `None` for an empty cell.
    pub cells: Vec<Vec<Option<(f64, String)>>>,
    /// Share at which the colors diverge, 0 to 1: one half for two sides.
    pub even: f64,
    /// Labels below the ends of the color scale, if cells have positions on the scale, 0 to 1,
    /// instead of shares.
    pub ends: Option<(String, String)>,
    /// Outlined cells, by row and column.
    pub outlined: Vec<(usize, usize)>,
    /// Legend of the outline; may be empty.
    pub outlined_label: String,
}

/// One matrix of a `Multiples` chart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panel {
    /// Name of the matrix.
    pub name: String,
    /// Position on the color scale, 0 to 1, and printed text of each cell, row by row; `None` for
    /// an empty cell.
    pub cells: Vec<Vec<Option<(f64, String)>>>,
}

/// Matrices with the same rows and columns, side by side, with one color scale.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Multiples {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Name of the quantity along the columns; may be empty.
    pub x_label: String,
    /// Name of the quantity along the rows; may be empty.
    pub y_label: String,
    /// Names of the columns, left to right.
    pub columns: Vec<String>,
    /// Names of the rows, top to bottom.
    pub rows: Vec<String>,
    /// Matrices, in reading order.
    pub panels: Vec<Panel>,
    /// Labels below the ends of the color scale.
    pub ends: (String, String),
}

/// Point of a [`Curve`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CurvePoint {
    /// Position along x, if the points are ordered; otherwise they have equal distances.
    pub x: f64,
    /// Text below the point.
    pub label: String,
    /// Height of the point.
    pub value: f64,
    /// Text above the point, if there is room.
    pub words: String,
    /// Interval of the value.
    pub interval: Interval,
}

/// Values along a numeric axis, as a line with a band for the interval; or values of categories, as
/// points with whiskers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Curve {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Legend of the band or whiskers, such as "95% interval"; "interval" when empty.
    pub interval: String,
    /// Title of the x axis.
    pub x_label: String,
    /// Title of the y axis.
    pub y_label: String,
    /// True if heights are shares, shown in percent.
    pub shares: bool,
    /// True if the points are ordered numbers.
    pub ordered: bool,
    /// Color of the points, the line and the band.
    pub color: ColorRole,
    /// Target of the values, if any.
    pub target: Option<CurveTarget>,
    /// Points, in order.
    pub points: Vec<CurvePoint>,
}

/// Target of the values of a [`Curve`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CurveTarget {
    /// Desired value.
    pub value: f64,
    /// Accepted distance from the target: half of the height of the band.
    pub tolerance: f64,
    /// Legend of the line.
    pub label: String,
    /// Legend of the band.
    pub band_label: String,
}

/// Layer of [`StackedAreas`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AreaLayer {
    /// Name of the layer in the legend.
    pub label: String,
    /// Color of the layer.
    pub color: ColorRole,
    /// Share at each point, 0 to 1.
    pub shares: Vec<f64>,
}

/// Shares of a whole along a numeric axis, as areas on top of each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StackedAreas {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Title of the x axis.
    pub x_label: String,
    /// Title of the y axis; "share of trials" when empty.
    pub y_label: String,
    /// Positions along x with the texts below them, in any order.
    pub points: Vec<(f64, String)>,
    /// Layers, bottom to top.
    pub layers: Vec<AreaLayer>,
}

/// Bin of a calibration chart: mean prediction and observed share.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CalibrationPoint {
    /// Lower end of the bin of predicted probabilities, 0 to 1.
    pub from: f64,
    /// Upper end of the bin, 0 to 1.
    pub to: f64,
    /// Mean of the predicted probabilities, 0 to 1.
    pub predicted: f64,
    /// Observed share, 0 to 1.
    pub share: f64,
    /// Interval of the share. No whisker is drawn unless it has a width.
    pub interval: Interval,
    /// Share of all trials in the bin, 0 to 1.
    pub weight: f64,
}

/// Predicted probabilities against observed shares, with the diagonal of perfect calibration, and
/// the share of trials in each bin below.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Calibration {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Legend of the whiskers, such as "95% interval"; "interval" when empty.
    pub interval: String,
    /// Title of the x axis; "estimated chance" when empty.
    pub x_label: String,
    /// Title of the y axis; "share of trials" when empty.
    pub y_label: String,
    /// Title of the bars below; may be empty.
    pub weight_label: String,
    /// Color of the points and bars.
    pub color: ColorRole,
    /// Points, one per bin.
    pub points: Vec<CalibrationPoint>,
}

/// Emphasis of a row of [`Targeted`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowMark {
    /// No emphasis.
    #[default]
    Plain,
    /// The answer: emphasized.
    Answer,
    /// Ruled out: gray.
    Out,
}

/// Row of [`Targeted`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TargetedRow {
    /// Name of the row.
    pub label: String,
    /// Value; not drawn if it is not finite.
    pub value: f64,
    /// Interval of the value. No whisker is drawn unless it has a width.
    pub interval: Interval,
    /// Text of the value at the right of the row; may be empty.
    pub figure: String,
    /// Emphasis of the row.
    pub mark: RowMark,
}

/// Values against a target, one row per value: points, or bars that begin at a base.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Targeted {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Legend of the whiskers, such as "95% interval"; "interval" when empty.
    pub interval: String,
    /// Title of the axis.
    pub x_label: String,
    /// True if the values are shares, 0 to 1, shown in percent.
    pub shares: bool,
    /// Desired value.
    pub target: f64,
    /// Accepted distance from the target: half of the width of the band.
    pub tolerance: f64,
    /// Legend of the line; "target" when empty.
    pub target_label: String,
    /// Legend of the band; "within tolerance" when empty.
    pub band_label: String,
    /// Start of the bars; `None` for points.
    pub base: Option<f64>,
    /// Legend of the base; "now" when empty.
    pub base_label: String,
    /// Rows, top to bottom.
    pub rows: Vec<TargetedRow>,
}

/// Node of a [`FlowChart`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChartNode {
    /// Name of the node.
    pub label: String,
    /// Share of trials that reach the node, 0 to 1; a node without a share is left out.
    pub share: f64,
    /// Color of an end, which has no outgoing links; `None` for other nodes.
    pub end: Option<ColorRole>,
}

/// Link of a [`FlowChart`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ChartLink {
    /// Index of the source node.
    pub from: usize,
    /// Index of the target node.
    pub to: usize,
    /// Mean number of times that a trial takes the link; may exceed 1.
    pub mean: f64,
}

/// Flow between nodes to the ends, as downward bands as wide as their shares.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FlowChart {
    /// Headline.
    pub title: String,
    /// Line below the title in smaller type; may be empty.
    pub subtitle: String,
    /// Nodes; the first one is the start.
    pub nodes: Vec<ChartNode>,
    /// Links between the nodes. Means of equal links are added.
    pub links: Vec<ChartLink>,
}

/// Chart of any kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Chart {
    /// Shares of a whole.
    ShareBars(ShareBars),
    /// Many yes/no shares.
    YesNoBars(YesNoBars),
    /// Distribution of a whole number.
    Histogram(HistogramChart),
    /// Shares of trials in which a whole number was at least x.
    AtLeast(AtLeast),
    /// Survival curves.
    Survival(Survival),
    /// Matrix of shares.
    HeatMap(HeatMap),
    /// Predicted probabilities against observed shares.
    Calibration(Calibration),
    /// Whole number over time.
    Bands(Bands),
    /// Values along a numeric axis, or of categories.
    Curve(Curve),
    /// Shares of a whole along a numeric axis.
    StackedAreas(StackedAreas),
    /// Matrices side by side.
    Multiples(Multiples),
    /// Values against a target.
    Targeted(Targeted),
    /// Flow between nodes.
    Flow(FlowChart),
}
