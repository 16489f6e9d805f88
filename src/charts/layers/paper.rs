//! The two sheets that every chart is drawn on: a wide one for screens and print, and a narrow one for phones, on
//! which text stays readable.

use super::text::{LABEL, LARGE, Letters, TITLE};

/// How wide a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// For screens of tables and desks, for print and files.
    #[default]
    Wide,
    /// For a phone, whose width it has nearly.
    Narrow,
}

impl Paper {
    /// The nominal width.
    pub const fn width(self) -> f64 {
        self.either(720.0, 400.0)
    }

    /// The blank border left and right.
    pub const fn margin(self) -> f64 {
        self.either(20.0, 8.0)
    }

    /// Whether there is little room to the right.
    pub fn is_narrow(self) -> bool {
        self == Self::Narrow
    }

    /// One of two, for the wide sheet or the narrow one.
    pub const fn either(self, wide: f64, narrow: f64) -> f64 {
        match self {
            Self::Wide => wide,
            Self::Narrow => narrow,
        }
    }

    /// Another height for what is so high where there is room.
    pub fn height(self, wide: f64) -> f64 {
        self.either(wide, (wide * 0.75).round())
    }

    /// One of two numbers of things.
    pub const fn count(self, wide: usize, narrow: usize) -> usize {
        match self {
            Self::Wide => wide,
            Self::Narrow => narrow,
        }
    }

    /// The letters of titles.
    pub const fn title(self) -> Letters {
        match self {
            Self::Wide => TITLE,
            Self::Narrow => TITLE.in_size(17.0),
        }
    }

    /// The letters of names in a chart that used to be shown small.
    pub const fn large(self) -> Letters {
        match self {
            Self::Wide => LARGE,
            Self::Narrow => LABEL,
        }
    }
}
