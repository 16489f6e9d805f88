//! Declaration of the metrics of a contest.
//!
//! [`metrics!`] declares a struct of indices into the values of a [`Record`](super::Record). Each
//! field has a help text, a name and an expression that adds its metrics, in the order of the
//! fields. To add a metric, add a field to the declaration and count it in the rules.

use super::Metric;

/// Builder of a contest's list of metrics.
#[derive(Debug, Default)]
pub struct Metrics {
    all: Vec<Metric>,
    base: &'static str,
    help: &'static str,
}

impl Metrics {
    /// Sets the name, such as `turns` or `standing.<side>`, and the help of the metrics added next.
    pub fn begin(&mut self, (name, help): (&'static str, &'static str)) {
        self.help = help;
        self.base = match name.split_once('.') {
            Some((base, _)) => base,
            None => name,
        };
    }

    /// Adds a metric and returns its index.
    pub fn push(&mut self, metric: Metric) -> usize {
        self.all.push(Metric {
            help: self.help,
            ..metric
        });
        self.all.len() - 1
    }

    /// Adds a metric of the whole contest with expected values between `lowest` and `highest`;
    /// returns its index.
    pub fn number(&mut self, unit: &'static str, lowest: i64, highest: i64) -> usize {
        self.push(Metric::number(self.base, unit, lowest, highest))
    }

    /// Adds a metric for each of `subjects`; returns the index of the first. `about` completes each
    /// metric.
    pub fn each<T>(
        &mut self,
        unit: &'static str,
        subjects: impl IntoIterator<Item = T>,
        about: impl Fn(Metric, T) -> Metric,
    ) -> usize {
        let first = self.all.len();
        for subject in subjects {
            self.push(about(Metric::number(self.base, unit, 0, 0), subject));
        }
        first
    }

    /// Adds a metric for each of `subjects` for which `about` returns one; returns the indices.
    pub fn some<T>(
        &mut self,
        unit: &'static str,
        subjects: impl IntoIterator<Item = T>,
        about: impl Fn(Metric, T) -> Option<Metric>,
    ) -> Vec<Option<usize>> {
        let subjects = subjects.into_iter();
        subjects
            .map(|subject| {
                let metric = about(Metric::number(self.base, unit, 0, 0), subject)?;
                Some(self.push(metric))
            })
            .collect()
    }

    /// Adds the current help to metrics added earlier under the current name; returns their indices
    /// by subject, `None` for a subject without a metric.
    pub fn places<'a>(
        &mut self,
        subjects: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Option<usize>> {
        let place = |subject: &str| {
            let mut all = self.all.iter_mut().enumerate();
            let is_it = |metric: &Metric| metric.base == self.base && metric.subject == subject;
            let (place, metric) = all.find(|(_, metric)| is_it(metric))?;
            metric.help = self.help;
            Some(place)
        };
        subjects.into_iter().map(place).collect()
    }

    /// Returns the number of metrics.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns all metrics.
    pub fn list(self) -> Vec<Metric> {
        self.all
    }
}

/// Declares a struct with the indices of a contest's metrics in a record, one field for each name.
/// After the field follow the name in lists, in which `<...>` represents a name from the file, and
/// an expression that adds its metrics to a [`Metrics`]. The first argument of the struct names
/// that `Metrics`; the expressions can use the others.
///
/// If every name except perhaps the last has exactly one metric in every contest, use `const`
/// instead of `struct`: the indices are then constants.
#[macro_export]
macro_rules! metrics {
    ($(#[$meta:meta])* $vis:vis const $layout:ident($all:ident $(, $arg:ident: $arg_type:ty)*) {
        $($(#[doc = $help:literal])+ $place:ident = $name:literal => $add:expr,)+
    }) => {
        $(#[$meta])*
        $vis struct $layout;

        const _: () = {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Place {
                $($place),+
            }

            impl $layout {
                $($(#[doc = $help])+ pub const $place: usize = Place::$place as usize;)+
            }
        };

        impl $layout {
            /// The metrics by name, for people.
            pub const HELP: &'static [(&'static str, &'static str)] = &[$(
                ($name, $crate::contest::trimmed_doc(concat!($($help),+)))
            ),+];

            /// Returns the metrics, in the order of their indices.
            pub fn list($($arg: $arg_type),*) -> Vec<$crate::contest::Metric> {
                let mut metrics = $crate::contest::Metrics::default();
                let $all = &mut metrics;
                $(
                    $all.begin(($name, $crate::contest::trimmed_doc(concat!($($help),+))));
                    debug_assert_eq!($all.count(), Self::$place, "an earlier name does not have exactly one metric");
                    $add;
                )+
                metrics.list()
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis struct $layout:ident($all:ident $(, $arg:ident: $arg_type:ty)*) {
        $($(#[doc = $help:literal])+
        $field_vis:vis $field:ident: $type:ty = $name:literal => $add:expr,)+
    }) => {
        $(#[$meta])*
        $vis struct $layout {
            $($(#[doc = $help])+ $field_vis $field: $type,)+
        }

        impl $layout {
            /// The metrics by name, for people.
            pub const HELP: &'static [(&'static str, &'static str)] = &[$(
                ($name, $crate::contest::trimmed_doc(concat!($($help),+)))
            ),+];

            /// Returns the metrics and their indices.
            pub fn new($($arg: $arg_type),*) -> (Vec<$crate::contest::Metric>, Self) {
                let mut metrics = $crate::contest::Metrics::default();
                let $all = &mut metrics;
                let layout = Self {
                    $($field: {
                        $all.begin(($name, $crate::contest::trimmed_doc(concat!($($help),+))));
                        $add
                    },)+
                };
                (metrics.list(), layout)
            }
        }
    };
}

pub use crate::metrics;

#[cfg(test)]
mod tests {
    use super::*;

    metrics! {
        /// Indices of the metrics.
        #[derive(Debug, PartialEq)]
        struct Layout(all, names: &[&str], long: bool) {
            /// how long
            /// it takes
            rounds: usize = "rounds" => all.number("rounds", 1, 9),
            /// whether somebody stands
            standing: usize = "standing.<name>" => all.each("yes or no", names, |metric, name| {
                metric.about(name, "").out_of(1)
            }),
            /// how often the second came back
            returns: Vec<Option<usize>> = "returns.<name>" => all.some("returns", names, |metric, name| {
                (*name == "b").then(|| metric.about(name, "").within(0, 3))
            }),
            /// dice
            dice: Option<usize> = "dice" => long.then(|| all.number("dice", 0, 1)),
        }
    }

    #[test]
    fn metrics_are_in_the_order_of_their_declaration() {
        let (metrics, layout) = Layout::new(&["a", "b"], true);
        let names: Vec<String> = metrics.iter().map(Metric::name).collect();
        assert_eq!(
            names,
            ["rounds", "standing.a", "standing.b", "returns.b", "dice"]
        );
        let found = Layout {
            rounds: 0,
            standing: 1,
            returns: vec![None, Some(3)],
            dice: Some(4),
        };
        assert_eq!(layout, found);
        assert_eq!(metrics[3].expected, (0, 3));
        assert_eq!(Layout::new(&[], false).1.dice, None);
    }

    metrics! {
        /// Indices of the metrics of a fixed list.
        const Fixed(all, most: i64) {
            /// how much
            TOTAL = "total" => all.number("points", 0, most),
            /// each
            RESULTS = "result.*" => all.each("points", ["1", "2"], |metric, name| {
                metric.about(name, "")
            }),
        }
    }

    #[test]
    fn indices_of_a_fixed_list_are_constants() {
        assert_eq!([Fixed::TOTAL, Fixed::RESULTS], [0, 1]);
        let names: Vec<String> = Fixed::list(9).iter().map(Metric::name).collect();
        assert_eq!(names, ["total", "result.1", "result.2"]);
        assert_eq!(Fixed::HELP, [("total", "how much"), ("result.*", "each")]);
    }

    #[test]
    fn the_help_comes_from_the_fields() {
        assert_eq!(Layout::HELP[0], ("rounds", "how long it takes"));
        assert_eq!(Layout::HELP[1].0, "standing.<name>");
    }
}
