//! Sheet formats: a wide one for screens and print, and a narrow one for phones, on which text
//! stays readable.

use super::text::{LABEL, LARGE, LabelStyle, TITLE};

/// Format of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SheetFormat {
    /// For desktop screens, print and files.
    #[default]
    Wide,
    /// For phones: about as wide as their screens.
    Narrow,
}

impl SheetFormat {
    /// Returns the nominal width in pixels.
    pub const fn width(self) -> f64 {
        self.either(720.0, 400.0)
    }

    /// Returns the blank border left and right.
    pub const fn margin(self) -> f64 {
        self.either(20.0, 8.0)
    }

    /// Returns whether this is the narrow format.
    pub fn is_narrow(self) -> bool {
        self == Self::Narrow
    }

    /// Returns the value for this format.
    pub const fn either(self, wide: f64, narrow: f64) -> f64 {
        match self {
            Self::Wide => wide,
            Self::Narrow => narrow,
        }
    }

    /// Returns the height of the plot area in this format, given its height in the wide one.
    pub fn height(self, wide: f64) -> f64 {
        self.either(wide, (wide * 0.75).round())
    }

    /// Returns the number for this format.
    pub const fn count(self, wide: usize, narrow: usize) -> usize {
        match self {
            Self::Wide => wide,
            Self::Narrow => narrow,
        }
    }

    /// Returns the text style of titles.
    pub const fn title(self) -> LabelStyle {
        match self {
            Self::Wide => TITLE,
            Self::Narrow => TITLE.in_size(17.0),
        }
    }

    /// Returns the text style of names that must be readable in a scaled-down chart.
    pub const fn large(self) -> LabelStyle {
        match self {
            Self::Wide => LARGE,
            Self::Narrow => LABEL,
        }
    }
}
