//! Colors: readable on the background, distinguishable for color-blind readers, and the first two
//! also in grayscale.
//!
//! A chart has the colors of the light scheme as attributes, which files and print show. On dark
//! pages, the rules of `templates/charts.css` replace each of them by that of the dark scheme. A
//! test below writes these rules.

use crate::charts::ColorRole;

/// Red, green and blue.
type Channels = [u8; 3];

/// A color in the light and in the dark scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb {
    /// Red, green and blue in the light scheme.
    pub light: Channels,
    dark: Channels,
}

impl Rgb {
    /// Creates a color from `0xRRGGBB` for each scheme.
    const fn new(light: u32, dark: u32) -> Self {
        const fn channels(code: u32) -> Channels {
            let [_, red, green, blue] = code.to_be_bytes();
            [red, green, blue]
        }
        Self {
            light: channels(light),
            dark: channels(dark),
        }
    }
}

/// Background.
pub const BACKGROUND: Rgb = Rgb::new(0xff_ffff, 0x17_1717);
/// Color of titles, whiskers and marks.
pub const INK: Rgb = Rgb::new(0x1f_2328, 0xe6_e8eb);
/// Color of axis labels, subtitles and notes.
pub const SOFT_INK: Rgb = Rgb::new(0x57_5d66, 0xa9_b0b9);
/// Color of grid lines.
pub const GRID: Rgb = Rgb::new(0xe3_e6ea, 0x31_353a);
/// Color of axis lines.
pub const AXIS: Rgb = Rgb::new(0x8a_9099, 0x77_7d86);
/// Middle of the diverging scale, visible on the background.
const MIDDLE: Rgb = Rgb::new(0xf1_f2f4, 0x2b_2f35);
/// Low and high end of the diverging scale. In the dark scheme, white text is readable on both. A
/// light color determines the dark one, so these differ slightly from those of the series.
const ENDS: [Rgb; 2] = [
    Rgb::new(0xde_6a11, 0xae_500a),
    Rgb::new(0x00_5f97, 0x1c_70b0),
];
/// Color of what belongs to no series.
const NEUTRAL: Rgb = Rgb::new(0x8f_949a, 0x82_868b);
/// White in both schemes.
const WHITE: Rgb = Rgb::new(0xff_ffff, 0xff_ffff);
/// Text on the color of a series: the dark scheme has light series, so it stays black.
const BLACK: Rgb = Rgb::new(0, 0);
/// Values of cells. All are white in the dark scheme, whose cells are dark. A color of its own, since
/// other white becomes dark there.
const CELL_WHITE: Rgb = Rgb::new(0xfe_fefe, 0xfe_fefe);
const CELL_BLACK: Rgb = Rgb::new(0x05_0606, 0xfe_fefe);

/// Number of steps of the diverging scale from its middle to each end.
const STEPS: f64 = 25.0;

/// The first two of the light scheme are those of Okabe and Ito ("Color universal design", 2008),
/// darkened. A search found the others: the least distance of any pair, which a test computes, is
/// large with full vision and with deuteranopia.
const SERIES: [Rgb; 8] = [
    Rgb::new(0x00_5f96, 0x45_a3ef), // blue
    Rgb::new(0xde_6a10, 0xd4_6f16), // vermilion, lighter in grayscale than the blue
    Rgb::new(0x0a_8f4b, 0x2e_9a50), // green
    Rgb::new(0xb0_70da, 0xff_94bc), // purple
    Rgb::new(0x2a_8fa6, 0x58_d8fb), // cyan
    Rgb::new(0x75_4600, 0xd2_cb5c), // brown, in the dark scheme yellow
    Rgb::new(0x3b_07a4, 0x8f_76ad), // violet
    Rgb::new(0x71_0431, 0xee_9f8c), // wine red, in the dark scheme salmon
];

/// Returns the color of a role.
pub fn color(role: ColorRole) -> Rgb {
    match role {
        ColorRole::Series(index) => SERIES[index % SERIES.len()],
        ColorRole::Neutral => NEUTRAL,
    }
}

/// Returns the light color of a role in CSS notation: `#005F96`.
pub fn hex(role: ColorRole) -> String {
    notation(color(role).light)
}

fn notation([red, green, blue]: Channels) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Returns the n-th shade of a color, in turn: the color itself, one with more contrast, a lighter
/// one. All shades are readable in the dark scheme.
pub fn shade(color: Rgb, index: usize) -> Rgb {
    match index % 3 {
        0 => color,
        1 => mix(color, INK, 0.45),
        _ => mix(color, WHITE, 0.22),
    }
}

/// Returns a mix of the background and `part` (0 to 1) of the color.
pub fn tint(color: Rgb, part: f64) -> Rgb {
    mix(BACKGROUND, color, part)
}

/// Returns the color of an area under a line of `color`.
pub fn area(color: Rgb) -> Rgb {
    mix(color, BACKGROUND, 0.72)
}

/// Returns the color of the thin line between a line of `color` and its label.
pub fn leader(color: Rgb) -> Rgb {
    mix(color, GRID, 0.5)
}

/// Returns the color, changed until small text in it is readable on the background (4.5 to 1).
pub fn for_text(color: Rgb) -> Rgb {
    let readable = |mut color, behind, toward| {
        while contrast(color, behind) < 4.5 {
            color = mix_channels(color, toward, 0.05);
        }
        color
    };
    Rgb {
        light: readable(color.light, BACKGROUND.light, [0; 3]),
        dark: readable(color.dark, BACKGROUND.dark, [255; 3]),
    }
}

/// Returns the color of a position from −1 to 1, in steps: vermilion, nearly the background at 0,
/// blue.
pub fn diverging(place: f64) -> Rgb {
    let end = ENDS[usize::from(place >= 0.0)];
    let part = (place.abs().clamp(0.0, 1.0) * STEPS).round() / STEPS;
    mix(MIDDLE, end, part)
}

/// Returns the color of text on a filled shape: white or black, whichever has more contrast.
pub fn for_cell(fill: Rgb) -> Rgb {
    if takes_white(fill) { BACKGROUND } else { BLACK }
}

/// Returns the color of a value on a cell of the diverging scale.
pub fn for_value(cell: Rgb) -> Rgb {
    if takes_white(cell) {
        CELL_WHITE
    } else {
        CELL_BLACK
    }
}

/// Returns whether white has more contrast than black with a color of the light scheme.
fn takes_white(color: Rgb) -> bool {
    contrast(color.light, BACKGROUND.light) > contrast(color.light, BLACK.light)
}

/// Returns the color of the band around a target, lighter than everything drawn on it.
pub fn near_enough() -> Rgb {
    diverging(-0.16)
}

/// Returns the color at `part` (0 to 1) of the way from one color to another.
fn mix(from: Rgb, to: Rgb, part: f64) -> Rgb {
    Rgb {
        light: mix_channels(from.light, to.light, part),
        dark: mix_channels(from.dark, to.dark, part),
    }
}

fn mix_channels(from: Channels, to: Channels, part: f64) -> Channels {
    std::array::from_fn(|index| {
        let (from, to) = (f64::from(from[index]), f64::from(to[index]));
        (from + (to - from) * part).floor() as u8
    })
}

/// Returns the contrast of two colors as defined by WCAG 2, from 1 to 21.
pub fn contrast(one: Channels, other: Channels) -> f64 {
    let [one, other] = [one, other].map(|color| {
        let [red, green, blue] = color.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    });
    one.max(other) / one.min(other)
}

/// Returns the intensity of a channel, from 0 to 1.
fn linear(channel: u8) -> f64 {
    let part = f64::from(channel) / 255.0;
    if part <= 0.040_45 {
        part / 12.92
    } else {
        libm::pow((part + 0.055) / 1.055, 2.4)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Write as _;
    use std::path::Path;

    use super::*;

    /// Least distance of two colors in CIE Lab (ΔE of 1976); 2.3 is just noticeable.
    const LEAST_DISTANCE: f64 = 20.0;
    /// Simulation of deuteranopia in linear RGB: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
    /// "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions
    /// on Visualization and Computer Graphics 15 (6), 2009, severity 1.0.
    const DEUTERANOPIA: [[f64; 3]; 3] = [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ];
    const FULL_VISION: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// From linear sRGB to CIE XYZ, divided by the white point D65 (IEC 61966-2-1).
    const TO_XYZ: [[f64; 3]; 3] = [
        [0.433_950, 0.376_209, 0.189_841],
        [0.212_673, 0.715_152, 0.072_175],
        [0.017_757, 0.109_468, 0.872_775],
    ];

    fn times(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    /// Returns the color in CIE Lab (CIE 15), as seen with the given vision.
    fn lab(color: Channels, vision: [[f64; 3]; 3]) -> [f64; 3] {
        let seen = times(vision, color.map(linear));
        let xyz = times(TO_XYZ, seen.map(|part| part.clamp(0.0, 1.0)));
        let [x, y, z] = xyz.map(|part| {
            if part > 216.0 / 24_389.0 {
                part.cbrt()
            } else {
                (24_389.0 / 27.0 * part + 16.0) / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Returns the colors of all roles.
    fn roles() -> impl Iterator<Item = Rgb> {
        SERIES.into_iter().chain([NEUTRAL])
    }

    #[test]
    fn all_pairs_of_colors_differ_for_the_color_blind() {
        for scheme in [|color: Rgb| color.light, |color: Rgb| color.dark] {
            for vision in [FULL_VISION, DEUTERANOPIA] {
                let seen: Vec<_> = roles().map(|color| lab(scheme(color), vision)).collect();
                for (index, one) in seen.iter().enumerate() {
                    for (other, second) in seen.iter().enumerate().skip(index + 1) {
                        let squares = one.iter().zip(second).map(|(a, b)| (a - b) * (a - b));
                        let distance = squares.sum::<f64>().sqrt();
                        assert!(
                            distance >= LEAST_DISTANCE,
                            "{index} and {other}: {distance:.1}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_two_colors_differ_in_grayscale() {
        let grey = |color: Channels| {
            let [red, green, blue] = color.map(f64::from);
            0.299 * red + 0.587 * green + 0.114 * blue
        };
        let [first, second] = [SERIES[0], SERIES[1]].map(|color| color.light);
        assert!((grey(first) - grey(second)).abs() > 50.0);
    }

    #[test]
    fn texts_have_contrast_with_their_cells() {
        for step in -100..=100 {
            let cell = diverging(f64::from(step) / 100.0);
            let text = for_value(cell);
            assert!(contrast(text.light, cell.light) >= 4.5, "{step}");
            assert!(contrast(text.dark, cell.dark) >= 4.5, "{step}");
        }
        for fill in roles().chain([SOFT_INK]) {
            let text = for_cell(fill);
            assert!(contrast(text.light, fill.light) >= 4.5, "{fill:?}");
            assert!(contrast(text.dark, fill.dark) >= 4.5, "{fill:?}");
        }
    }

    #[test]
    fn every_color_has_contrast_with_the_background() {
        for color in roles().chain([SOFT_INK, INK]) {
            let text = for_text(color);
            assert!(contrast(color.light, BACKGROUND.light) >= 3.0, "{color:?}");
            assert!(contrast(color.dark, BACKGROUND.dark) >= 3.0, "{color:?}");
            assert!(contrast(text.light, BACKGROUND.light) >= 4.5, "{color:?}");
            assert!(contrast(text.dark, BACKGROUND.dark) >= 4.5, "{color:?}");
        }
    }

    /// Returns the style of charts on dark pages: a rule for each fill and stroke.
    fn dark_style() -> String {
        let lines = roles().flat_map(|color| (0..3).map(move |index| shade(color, index)));
        let lines: Vec<Rgb> = lines.collect();
        let basic = [BACKGROUND, INK, SOFT_INK, AXIS, GRID];
        let steps = (-25..=25).map(|step| diverging(f64::from(step) / STEPS));
        let bands = [tint(SERIES[0], 0.22), tint(SERIES[0], 0.55)];
        let flows = [tint(SOFT_INK, 0.14), tint(SOFT_INK, 0.2)];
        let fills = basic.into_iter().chain([CELL_BLACK]).chain(lines.clone());
        let fills = fills.chain(roles().map(area)).chain(steps);
        let fills = fills.chain(bands).chain(flows);
        let fills = fills.chain(lines.iter().copied().map(for_text));
        let strokes = basic.into_iter().chain(flows).chain(lines.clone());
        let strokes = strokes.chain(lines.iter().copied().map(leader));
        let fills = fills.map(|color| ("fill", color));
        let strokes = strokes.map(|color| ("stroke", color));
        let mut rules = BTreeMap::new();
        for (name, color) in fills.chain(strokes) {
            let dark = rules.insert((name, color.light), color.dark);
            assert!(dark.is_none_or(|dark| dark == color.dark), "{color:?}");
        }
        let mut style =
            "/* Colors of charts on dark pages, written by a test of `palette.rs`. */\n\
                         @media screen and (prefers-color-scheme: dark) {\n"
                .to_owned();
        for ((name, light), dark) in rules {
            let (light, dark) = (notation(light), notation(dark));
            writeln!(style, "[{name}=\"{light}\"]{{{name}:{dark}}}").unwrap();
        }
        style.push_str("}\n");
        style
    }

    #[test]
    fn the_style_of_dark_pages_has_the_colors_of_the_palette() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/charts.css");
        let style = dark_style();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&path, &style).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap();
        assert!(
            written.replace("\r\n", "\n") == style,
            "templates/charts.css differs (UPDATE_DOCS=1 writes it)"
        );
    }
}
