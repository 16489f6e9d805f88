//! Colors: readable on white, distinguishable for color-blind readers, and the first two also in
//! grayscale.
//!
//! The series colors are those of Okabe and Ito ("Color universal design", 2008), darkened until
//! each has a contrast of at least 3 to 1 with white, and ordered so that neighbors differ in
//! lightness.

use crate::charts::ColorRole;

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Background.
pub const BACKGROUND: Rgb = Rgb(255, 255, 255);
/// Color of titles, whiskers and marks.
pub const INK: Rgb = Rgb(0x1f, 0x23, 0x28);
/// Color of axis labels, subtitles and notes.
pub const SOFT_INK: Rgb = Rgb(0x57, 0x5d, 0x66);
/// Color of grid lines.
pub const GRID: Rgb = Rgb(0xe3, 0xe6, 0xea);
/// Color of axis lines.
pub const AXIS: Rgb = Rgb(0x8a, 0x90, 0x99);
/// Middle of the diverging scale, dark enough for a cell to be visible on the background.
const MIDDLE: Rgb = Rgb(0xf1, 0xf2, 0xf4);
/// Color of what belongs to no series.
const NEUTRAL: Rgb = Rgb(0x85, 0x8b, 0x94);

const SERIES: [Rgb; 8] = [
    Rgb(0x00, 0x5f, 0x96), // blue
    Rgb(0xde, 0x6a, 0x10), // vermilion, lighter in grayscale than the blue
    Rgb(0x00, 0x8a, 0x65), // bluish green
    Rgb(0xbe, 0x62, 0x96), // reddish purple
    Rgb(0x3a, 0x96, 0xca), // sky blue
    Rgb(0x8f, 0x72, 0x00), // yellow, darkened to ochre
    Rgb(0x4b, 0x36, 0x7c), // violet
    Rgb(0xb0, 0x7c, 0x1e), // orange, darkened to amber
];

/// Returns the color of a role.
pub fn color(role: ColorRole) -> Rgb {
    match role {
        ColorRole::Series(index) => SERIES[index % SERIES.len()],
        ColorRole::Neutral => NEUTRAL,
    }
}

/// Returns the color of a role in CSS notation: `#005f96`.
pub fn hex(role: ColorRole) -> String {
    let Rgb(red, green, blue) = color(role);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the n-th shade of a color, in turn: the color itself, a darker one, a lighter one.
pub fn shade(color: Rgb, index: usize) -> Rgb {
    match index % 3 {
        0 => color,
        1 => mix(color, INK, 0.45),
        _ => mix(color, BACKGROUND, 0.22),
    }
}

/// Returns a mix of white and `part` (0 to 1) of the color.
pub fn tint(color: Rgb, part: f64) -> Rgb {
    mix(BACKGROUND, color, part)
}

/// Returns the color of an area behind a line of `color`.
pub fn area(color: Rgb) -> Rgb {
    mix(color, BACKGROUND, 0.72)
}

/// Returns the color of the thin line between a line of `color` and its label.
pub fn leader(color: Rgb) -> Rgb {
    mix(color, GRID, 0.5)
}

/// Returns the color, darkened until small text in it is readable on white (4.5 to 1).
pub fn for_text(color: Rgb) -> Rgb {
    let mut dark = color;
    while contrast_with_paper(dark) < 4.5 {
        dark = mix(dark, Rgb(0, 0, 0), 0.05);
    }
    dark
}

/// Returns the color of a position from −1 to 1: vermilion, nearly white at 0, blue.
pub fn diverging(place: f64) -> Rgb {
    let end = if place < 0.0 { SERIES[1] } else { SERIES[0] };
    mix(MIDDLE, end, place.abs().clamp(0.0, 1.0))
}

/// Returns the text color for a cell: ink or white, whichever has more contrast.
pub fn for_cell(cell: Rgb) -> Rgb {
    if contrast_with_paper(cell) > contrast_with_paper(INK) / contrast_with_paper(cell) {
        BACKGROUND
    } else {
        INK
    }
}

/// Returns the color of the band around a target, lighter than everything drawn on it.
pub fn near_enough() -> Rgb {
    diverging(-0.16)
}

/// Returns the color at `part` (0 to 1) of the way from one color to another.
fn mix(from: Rgb, to: Rgb, part: f64) -> Rgb {
    let channel = |from: u8, to: u8| {
        (f64::from(from) + (f64::from(to) - f64::from(from)) * part).floor() as u8
    };
    Rgb(
        channel(from.0, to.0),
        channel(from.1, to.1),
        channel(from.2, to.2),
    )
}

/// Returns the contrast with white as defined by WCAG 2.
fn contrast_with_paper(color: Rgb) -> f64 {
    let linear = |channel: u8| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            libm::pow((part + 0.055) / 1.055, 2.4)
        }
    };
    let luminance = 0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2);
    1.05 / (luminance + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(color: Rgb) -> f64 {
        0.299 * f64::from(color.0) + 0.587 * f64::from(color.1) + 0.114 * f64::from(color.2)
    }

    #[test]
    fn the_first_two_colors_differ_in_grayscale() {
        assert!((grey(SERIES[0]) - grey(SERIES[1])).abs() > 50.0);
    }

    #[test]
    fn values_have_contrast_with_their_cells() {
        for step in -100..=100 {
            let cell = diverging(f64::from(step) / 100.0);
            let over_paper = contrast_with_paper(cell);
            let contrast = if for_cell(cell) == BACKGROUND {
                over_paper
            } else {
                contrast_with_paper(INK) / over_paper
            };
            assert!(contrast >= 3.9, "{step}: {contrast}");
        }
    }

    #[test]
    fn every_color_has_contrast_with_white() {
        for color in SERIES.into_iter().chain([NEUTRAL, SOFT_INK, INK]) {
            assert!(contrast_with_paper(color) >= 3.0, "{color:?}");
            assert!(contrast_with_paper(for_text(color)) >= 4.5, "{color:?}");
        }
    }
}
