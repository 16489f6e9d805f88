//! Guarantees of all kinds of charts, tested with ordinary and extreme data.

use std::collections::BTreeMap;

use evenodds_testing::size;
use proptest::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Error, Options, Tree};

use super::layers::contrast;
use super::raster::path;
use super::{
    AreaLayer, AtLeast, Band, Bands, Calibration, CalibrationPoint, Chart, ChartLink, ChartNode,
    ColorRole, Curve, CurvePoint, CurveTarget, FlowChart, HeatMap, HistogramChart, HistogramGroup,
    Line, Multiples, OpposedSide, Panel, RowMark, ShareBars, ShareRow, ShareSection, StackedAreas,
    Survival, Targeted, TargetedRow, YesNoBars, png,
};
use crate::stats::Interval;

const NASTY: &str = "<b>\"Q&A's\"</b> ]]> \u{0}\u{202e}שלום \u{1f409} 日本 a name that goes on and on and on \
                     and on and never seems to find its end, whatever one does to it";

fn tree(svg: &str) -> Result<Tree, Error> {
    Tree::from_str(svg, &Options::default())
}

fn row(label: &str, share: f64, color: ColorRole) -> ShareRow {
    ShareRow {
        label: label.to_owned(),
        share,
        interval: Interval::new(share - 0.02, share + 0.02),
        color,
    }
}

/// Builds charts of all kinds with `label` as every text, and these shares and values.
fn charts(label: &str, shares: &[f64], values: &[i64]) -> [Chart; 17] {
    let text = || label.to_owned();
    let rows: Vec<ShareRow> = shares
        .iter()
        .enumerate()
        .map(|(index, &share)| row(label, share, ColorRole::Series(index)))
        .collect();
    let points: Vec<(i64, f64)> = values.iter().copied().zip(shares.iter().copied()).collect();
    let groups: Vec<HistogramGroup> = [ColorRole::Series(0), ColorRole::Neutral]
        .into_iter()
        .map(|color| HistogramGroup {
            label: text(),
            color,
            counts: points.clone(),
        })
        .collect();
    let lines = (0..3)
        .map(|index| Line {
            label: text(),
            group: format!("{label}{}", index % 2),
            color: ColorRole::Series(index),
            points: points.clone(),
        })
        .collect();
    [
        Chart::ShareBars(ShareBars {
            title: text(),
            subtitle: text(),
            interval: text(),
            rows: rows.clone(),
        }),
        Chart::YesNoBars(YesNoBars {
            title: text(),
            subtitle: text(),
            interval: text(),
            x_label: text(),
            sections: vec![
                ShareSection {
                    label: text(),
                    rows: rows.clone(),
                },
                ShareSection {
                    label: String::new(),
                    rows,
                },
            ],
        }),
        Chart::Histogram(HistogramChart {
            title: text(),
            subtitle: text(),
            x_label: text(),
            y_label: text(),
            groups: groups.clone(),
            opposed: None,
        }),
        Chart::Histogram(HistogramChart {
            title: text(),
            subtitle: text(),
            groups: groups.clone(),
            opposed: Some([(); 2].map(|()| OpposedSide {
                name: text(),
                x_label: text(),
            })),
            ..HistogramChart::default()
        }),
        Chart::AtLeast(AtLeast {
            title: text(),
            subtitle: text(),
            x_label: text(),
            y_label: text(),
            groups,
            separate: values.len() == 2,
        }),
        Chart::Survival(Survival {
            title: text(),
            subtitle: text(),
            x_label: text(),
            y_label: text(),
            lines,
            marks: values.iter().map(|&value| (value, text())).collect(),
        }),
        Chart::HeatMap(HeatMap {
            title: text(),
            subtitle: text(),
            x_label: text(),
            y_label: text(),
            columns: values.iter().map(|_| text()).collect(),
            rows: shares.iter().map(|_| text()).collect(),
            cells: shares
                .iter()
                .map(|&share| vec![Some((share, text())), None])
                .collect(),
            even: shares.first().copied().unwrap_or(0.5),
            ends: (shares.len() == 3).then(|| (text(), text())),
            outlined: vec![(0, 0), (9, 9)],
            outlined_label: text(),
        }),
        Chart::Calibration(Calibration {
            title: text(),
            subtitle: text(),
            interval: text(),
            x_label: text(),
            y_label: text(),
            weight_label: text(),
            color: ColorRole::Series(0),
            points: shares
                .iter()
                .map(|&share| CalibrationPoint {
                    from: share,
                    to: share + 0.1,
                    predicted: share + 0.05,
                    share,
                    interval: Interval::new(share - 0.02, share + 0.02),
                    weight: share,
                })
                .collect(),
        }),
        curve(label, shares, true),
        curve(label, shares, false),
        Chart::StackedAreas(StackedAreas {
            title: text(),
            subtitle: text(),
            x_label: text(),
            y_label: text(),
            points: shares.iter().map(|&share| (share, text())).collect(),
            layers: (0..3)
                .map(|index| AreaLayer {
                    label: text(),
                    color: ColorRole::Series(index),
                    shares: shares.iter().map(|share| share / 3.0).collect(),
                })
                .collect(),
        }),
        Chart::Bands(Bands {
            title: text(),
            subtitle: text(),
            x_label: text(),
            y_label: text(),
            points: points
                .iter()
                .map(|&(x, mean)| Band {
                    x,
                    low: x.saturating_sub(2),
                    lower: x.saturating_sub(1),
                    middle: x,
                    upper: x,
                    high: x.saturating_add(1),
                    mean,
                })
                .collect(),
        }),
        Chart::Multiples(Multiples {
            title: text(),
            subtitle: text(),
            x_label: text(),
            y_label: text(),
            columns: values.iter().map(|_| text()).collect(),
            rows: shares.iter().map(|_| text()).collect(),
            panels: (0..3)
                .map(|_| {
                    let cells = shares.iter().map(|&share| vec![Some((share, text()))]);
                    Panel {
                        name: text(),
                        cells: cells.collect(),
                    }
                })
                .collect(),
            ends: (text(), text()),
        }),
        Chart::Targeted(targeted(label, shares, None)),
        Chart::Targeted(targeted(label, shares, shares.first().copied())),
        Chart::Flow(flow(label, shares, false)),
        Chart::Flow(flow(label, shares, true)),
    ]
}

/// Builds a curve of shares, or points of other numbers.
fn curve(label: &str, values: &[f64], shares: bool) -> Chart {
    let points = values.iter().enumerate().map(|(index, &value)| CurvePoint {
        x: if shares { index as f64 } else { value },
        label: label.to_owned(),
        value,
        words: label.to_owned(),
        interval: Interval::new(value - 0.02, value + 0.02),
    });
    Chart::Curve(Curve {
        title: label.to_owned(),
        subtitle: label.to_owned(),
        interval: label.to_owned(),
        x_label: label.to_owned(),
        y_label: label.to_owned(),
        shares,
        ordered: shares,
        color: ColorRole::Series(0),
        target: shares.then(|| CurveTarget {
            value: 0.4,
            tolerance: 0.02,
            label: label.to_owned(),
            band_label: label.to_owned(),
        }),
        points: points.collect(),
    })
}

fn targeted(label: &str, values: &[f64], base: Option<f64>) -> Targeted {
    let text = || label.to_owned();
    let marks = [RowMark::Answer, RowMark::Plain, RowMark::Out];
    Targeted {
        title: text(),
        subtitle: text(),
        interval: text(),
        x_label: text(),
        shares: base.is_some(),
        target: values.last().copied().unwrap_or(0.4),
        tolerance: 0.02,
        target_label: text(),
        band_label: text(),
        base,
        base_label: text(),
        rows: values
            .iter()
            .enumerate()
            .map(|(index, &value)| TargetedRow {
                label: text(),
                value,
                interval: Interval::new(value - 0.02, value + 0.02),
                figure: text(),
                mark: marks[index % 3],
            })
            .collect(),
    }
}

/// Builds a chain in which every third node is an end; with `circles`, nodes also link back.
fn flow(label: &str, shares: &[f64], circles: bool) -> FlowChart {
    let is_end = |position: usize| position % 3 == 2;
    let nodes = shares
        .iter()
        .enumerate()
        .map(|(position, &share)| ChartNode {
            label: label.to_owned(),
            share,
            end: is_end(position).then_some(ColorRole::Series(position)),
        });
    let link = |from: usize, to: usize| ChartLink {
        from,
        to,
        mean: shares[from] / 2.0,
    };
    let on = (0..shares.len()).map(|from| link(from, from + 1 + from % 3));
    let back = (0..shares.len()).map(|from| link(from, from / 2));
    FlowChart {
        title: label.to_owned(),
        subtitle: label.to_owned(),
        nodes: nodes.collect(),
        links: on.chain(back.filter(|_| circles)).collect(),
    }
}

fn tame() -> [Chart; 17] {
    charts("Dirk", &[0.9, 0.5, 0.2, 0.1], &[1, 2, 3, 40])
}

/// Returns the left, top, right and bottom of the outlines of every text of an SVG that has some, with its content.
/// `pictures` of the package of benchmarks compares the outlines with those of another renderer.
pub(super) fn texts(svg: &str) -> Vec<([f32; 4], String)> {
    let document = Document::parse(svg).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    let found = texts.filter_map(|text| Some((edges(text)?, text.text()?.to_owned())));
    found.collect()
}

/// Returns the left, top, right and bottom of the outlines of a text, if it has some.
fn edges(text: Node) -> Option<[f32; 4]> {
    let outlines = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">{}</svg>",
        path(text)
    );
    let outlines = tree(&outlines).unwrap();
    let bounds = outlines.root().abs_bounding_box();
    let edges = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
    outlines.root().has_children().then_some(edges)
}

/// Returns an SVG with the colors that the style of dark pages gives it.
fn in_dark(svg: &str) -> String {
    let style = include_str!("../../templates/charts.css");
    let rules = style.lines().filter_map(|line| {
        let (selector, rule) = line.strip_prefix('[')?.split_once("]{")?;
        let (_, dark) = rule.strip_suffix('}')?.split_once(':')?;
        Some((selector, dark))
    });
    let rules: BTreeMap<&str, &str> = rules.collect();
    // Black and nearly white text on colors is the same in both schemes.
    let is_same = |rule: &str| ["fill=\"#000000\"", "fill=\"#FEFEFE\""].contains(&rule);
    let mut dark = String::new();
    let mut rest = svg;
    while let Some(hash) = rest.find("=\"#") {
        let start = rest[..hash].rfind(' ').unwrap() + 1;
        let end = hash + "=\"#000000\"".len();
        let attribute = &rest[start..end];
        dark.push_str(&rest[..start]);
        match rules.get(attribute) {
            Some(color) => dark.extend([&rest[start..hash], "=\"", color, "\""]),
            None if is_same(attribute) => dark.push_str(attribute),
            None => panic!("charts.css has no rule for {attribute}: add its color to `dark_style`"),
        }
        rest = &rest[end..];
    }
    dark + rest
}

/// Returns the texts whose contrast with a color under them is below 4.5, as sentences.
fn faint(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let texts = || {
        document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
    };
    let mut without = String::new();
    let mut end = 0;
    for range in texts().map(|text| text.range()) {
        without.push_str(&svg[end..range.start]);
        end = range.end;
    }
    without.push_str(&svg[end..]);
    let tree = tree(&without).unwrap();
    let size = tree.size().to_int_size();
    let mut behind = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut behind.as_mut());
    let mut faint = Vec::new();
    for text in texts() {
        let Some([left, top, right, bottom]) = edges(text) else {
            continue;
        };
        let fill = text.attribute("fill").unwrap().trim_start_matches('#');
        let [_, red, green, blue] = u32::from_str_radix(fill, 16).unwrap().to_be_bytes();
        let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
        for y in top.max(0.0) as u32..(bottom as u32).min(size.height()) {
            for x in left.max(0.0) as u32..(right as u32).min(size.width()) {
                let pixel = behind.pixel(x, y).unwrap();
                let color = [pixel.red(), pixel.green(), pixel.blue()];
                *counts.entry(color).or_default() += 1;
            }
        }
        let all: usize = counts.values().sum();
        for (color, count) in counts {
            let found = contrast([red, green, blue], color);
            // Lines that cross a text cover little of it.
            if count * 8 > all && found < 4.5 {
                let words = text.text().unwrap_or_default();
                faint.push(format!("{words}: #{fill} on {color:02X?} has {found:.2}"));
            }
        }
    }
    faint
}

/// Returns which texts overlap, as sentences.
pub(super) fn overlaps(texts: &[([f32; 4], String)]) -> Vec<String> {
    let mut over = Vec::new();
    for (index, (one, words)) in texts.iter().enumerate() {
        for (other, others) in &texts[index + 1..] {
            let apart = one[2] <= other[0]
                || other[2] <= one[0]
                || one[3] <= other[1]
                || other[3] <= one[1];
            if !apart {
                over.push(format!("{words} lies over {others}"));
            }
        }
    }
    over
}

#[test]
fn every_chart_is_valid_svg_with_name_role_and_view_box() {
    for chart in tame() {
        let svg = chart.svg().unwrap();
        tree(&svg).unwrap();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 "));
        assert!(svg.contains("role=\"img\""));
        assert!(svg.contains("<title>Dirk</title>"));
        assert!(svg.contains("font-family=\"DejaVu Sans, Verdana, sans-serif\""));
        assert!(!svg.contains(" id=\""));
        assert!(!svg.contains("NaN"));
    }
}

#[test]
fn texts_have_contrast_with_what_is_behind_them_in_both_schemes() {
    let shares: Vec<f64> = (0..12).map(|index| f64::from(index) / 11.0).collect();
    let values: Vec<i64> = (0..12).collect();
    let all = tame().into_iter().chain(charts("Dirk", &shares, &values));
    for chart in all {
        for svg in [chart.svg().unwrap(), chart.narrow_svg().unwrap()] {
            assert_eq!(faint(&svg), Vec::<String>::new(), "{}", kind(&chart));
            assert_eq!(
                faint(&in_dark(&svg)),
                Vec::<String>::new(),
                "dark {}",
                kind(&chart)
            );
        }
    }
}

#[test]
fn the_same_data_give_the_same_bytes() {
    for (first, second) in tame().iter().zip(&tame()) {
        assert_eq!(first.svg().unwrap(), second.svg().unwrap());
    }
}

#[test]
fn labels_are_escaped() {
    for chart in charts(NASTY, &[0.5], &[3]) {
        let svg = chart.svg().unwrap();
        tree(&svg).unwrap();
        assert!(!svg.contains("<b>") && !svg.contains('\u{202e}') && !svg.contains('\u{0}'));
        assert!(svg.contains("&lt;b&gt;&quot;Q&amp;A&apos;s&quot;"));
    }
}

#[test]
fn no_text_leaves_the_sheet() {
    for label in [
        "",
        "Dirk",
        NASTY,
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    ]
    .into_iter()
    .skip(size(3, 0))
    {
        for (shares, values) in [
            ([1.0, 0.98, 0.7], [0, 1, 2]),
            ([0.001, 0.0004, 0.0], [-5, 1_000_000, 123_456_789]),
        ] {
            for chart in charts(label, &shares, &values) {
                for (svg, width) in [
                    (chart.svg().unwrap(), 720.0),
                    (chart.narrow_svg().unwrap(), 400.0),
                ] {
                    let texts = texts(&svg);
                    assert!(!texts.is_empty());
                    for ([left, _, right, _], words) in texts {
                        assert!(left >= 0.0 && right <= width, "{left}..{right}: {words}");
                    }
                }
            }
        }
    }
}

#[test]
fn on_a_narrow_sheet_texts_do_not_overlap_and_are_readable() {
    let mut over = Vec::new();
    for (label, shares, values) in [
        ("Dirk", &[0.9, 0.5, 0.2, 0.1][..], &[1, 2, 3, 40][..]),
        ("Emotionless Machine", &[0.24, 0.76, 0.5], &[3, 5, 8]),
        (
            "Emotionless Machine of the Second Kind",
            &[0.01, 0.02],
            &[-400, 90_000],
        ),
        ("7", &[0.5; 9], &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ] {
        for chart in charts(label, shares, values) {
            let svg = chart.narrow_svg().unwrap();
            let sizes = svg.split("font-size=\"").skip(1);
            for size in sizes.filter_map(|rest| rest.split('"').next()) {
                // On a screen of 390 pixels a chart has 374.
                let seen = size.parse::<f64>().unwrap() * 374.0 / 400.0;
                assert!(seen >= 11.0, "{size}");
                // `page.css` prints it 8.7 cm wide.
                let points = size.parse::<f64>().unwrap() * 8.7 / 2.54 * 72.0 / 400.0;
                assert!(points >= 8.0, "{size}");
            }
            // Accents and descenders may touch other texts.
            let texts = texts(&svg).into_iter();
            let inner = texts.map(|([left, top, right, bottom], words)| {
                ([left, top + 2.0, right, bottom - 3.0], words)
            });
            let found = overlaps(&inner.collect::<Vec<_>>()).into_iter();
            over.extend(found.map(|text| format!("{}: {text}", kind(&chart))));
        }
    }
    assert_eq!(over, Vec::<String>::new());
}

#[test]
fn figures_of_any_size_are_drawn_on_both_sheets() {
    let far = [i64::MAX - 20, 20 - i64::MAX, 1_000_000_000_000_000];
    for &highest in &far[..size(1, 3)] {
        let values: Vec<i64> = (0..20).map(|value| highest - value).collect();
        for chart in charts("Dirk", &[0.05; 20], &values) {
            for svg in [chart.svg().unwrap(), chart.narrow_svg().unwrap()] {
                assert!(tree(&svg).is_ok(), "{}", kind(&chart));
            }
        }
    }
}

/// Returns the kind of a chart, with its form if there are two.
fn kind(chart: &Chart) -> String {
    let text = format!("{chart:?}");
    text.split('(').next().unwrap_or_default().to_owned()
}

#[test]
fn a_map_is_transposed_before_it_has_to_be_scrolled() {
    let map = |rows: usize, columns: usize| {
        let names = |count: usize| (0..count).map(|index| index.to_string()).collect();
        let cells = vec![vec![Some((0.5, "50".to_owned())); columns]; rows];
        let chart = Chart::HeatMap(HeatMap {
            rows: names(rows),
            columns: names(columns),
            cells,
            even: 0.5,
            ..HeatMap::default()
        });
        chart.narrow_svg().unwrap()
    };
    assert!(map(2, 30).contains("viewBox=\"0 0 400 "));
    assert!(map(30, 2).contains("viewBox=\"0 0 400 "));
    let wide = map(30, 30);
    assert!(!wide.contains("viewBox=\"0 0 400 ") && wide.contains("min-width:"));
}

#[test]
fn bars_points_and_cells_have_tooltips_with_their_values() {
    for chart in tame() {
        let is_drawn_whole = matches!(chart, Chart::Flow(_));
        for svg in [chart.svg().unwrap(), chart.narrow_svg().unwrap()] {
            // The first `<title>` is that of the chart.
            let tooltips = svg.matches("<title>").count() - 1;
            assert!(tooltips > 0 || is_drawn_whole, "{chart:?}");
        }
    }
}

#[test]
fn text_is_as_wide_as_measured() {
    use super::layers::TITLE;
    let words = "Разведчики Έλλη Wave AVATAR 12%";
    let chart = Chart::ShareBars(ShareBars {
        title: words.to_owned(),
        ..ShareBars::default()
    });
    let texts = texts(&chart.svg().unwrap());
    let found = texts.iter().find(|(_, text)| text.trim() == words);
    let ([left, _, right, _], _) = found.unwrap();
    let measured = TITLE.width(words);
    let drawn = f64::from(right - left);
    assert!(
        (measured - drawn).abs() < 0.03 * drawn,
        "{measured} against {drawn}"
    );
}

#[test]
fn charts_without_data_are_labeled() {
    for shares in [&[][..], &[f64::NAN][..]] {
        for chart in charts("Dirk", shares, &[1, 2]) {
            let svg = chart.svg().unwrap();
            tree(&svg).unwrap();
            assert!(svg.contains("no data"), "{svg}");
        }
    }
}

#[test]
fn a_thousand_rows_make_a_picture_of_bounded_size() {
    let shares: Vec<f64> = (0..1000).map(|index| f64::from(index) / 1000.0).collect();
    let values: Vec<i64> = (0..1000).collect();
    for chart in charts("Dirk", &shares, &values) {
        let svg = chart.svg().unwrap();
        assert!(svg.len() < 200_000);
        assert!(tree(&svg).unwrap().size().height() < 4000.0);
    }
}

#[test]
fn the_picture_has_twice_the_size() {
    let chart = Chart::ShareBars(ShareBars {
        title: "Dirk".to_owned(),
        ..ShareBars::default()
    });
    let bytes = png(&chart.svg().unwrap()).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(
        u32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]),
        1440
    );
}

#[test]
fn invalid_svg_is_rejected() {
    assert!(png("Dirk").is_err());
    assert!(
        png("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99999\" height=\"99999\"/>")
            .is_err()
    );
}

#[test]
fn the_legend_has_the_interval_only_if_drawn() {
    let chart = |share: ShareRow| {
        Chart::ShareBars(ShareBars {
            rows: vec![share],
            ..ShareBars::default()
        })
    };
    let with = chart(row("Dirk", 0.5, ColorRole::Neutral)).svg().unwrap();
    assert!(with.contains(">interval</text>"));
    let plain = ShareRow {
        label: "Dirk".to_owned(),
        share: 0.5,
        ..ShareRow::default()
    };
    let without = chart(plain).svg().unwrap();
    assert!(!without.contains("interval"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(3, 12)))]
    #[test]
    fn no_data_makes_a_chart_fail(
        label in ".{0,40}",
        shares in prop::collection::vec(prop_oneof![any::<f64>(), -0.1..1.1f64], 0..12),
        values in prop::collection::vec(prop_oneof![any::<i64>(), -50..50i64], 0..12),
    ) {
        for chart in charts(&label, &shares, &values) {
            for svg in [chart.svg().unwrap(), chart.narrow_svg().unwrap()] {
                prop_assert!(tree(&svg).is_ok());
                prop_assert!(!svg.contains("NaN"));
            }
        }
    }
}
