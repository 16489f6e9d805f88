//! Targets: intended values of the figures of a contest, such as `heroes=0.6` or `p50.turns=6`.

use super::quantity::Quantity;
use super::vary::TextError;
use crate::contest::Contest;
use crate::document::read_share;
use std::cmp::Ordering;

/// A figure with its intended value.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The figure.
    pub figure: Quantity,
    /// Intended value, or the middle of the intended range.
    pub value: f64,
    /// Half of the width of the range, if given; the default tolerance.
    pub half_width: Option<f64>,
    /// Side of the value on which every figure meets a one-sided target; `None` for other targets.
    pub open: Option<Ordering>,
}

/// Syntax error in a target.
pub type TargetError = TextError;

impl Target {
    /// Creates a target of 50% for a share.
    pub fn even(figure: Quantity) -> Self {
        Self {
            figure,
            value: 0.5,
            half_width: None,
            open: None,
        }
    }

    /// Returns the accepted range with a tolerance. The open end of a one-sided target is the
    /// greatest or least finite number.
    pub fn range(&self, tolerance: f64) -> [f64; 2] {
        match self.open {
            Some(Ordering::Less) => [f64::MIN, self.value],
            Some(_) => [self.value, f64::MAX],
            None => [self.value - tolerance, self.value + tolerance],
        }
    }

    /// Returns a description of the accepted tolerances if `tolerance` is not accepted, else
    /// `None`.
    ///
    /// Sampled shares and means have an interval, so their tolerance must be above 0.
    pub fn refuses_tolerance(&self, tolerance: f64) -> Option<String> {
        let (is_accepted, accepted) = match self.figure {
            Quantity::Outcome(_) => (
                tolerance > 0.0 && tolerance < 0.5,
                "expected a tolerance above 0 and below 0.5 for a share, such as 0.01 or 1% for one point",
            ),
            Quantity::Metric("mean", _) => (
                tolerance > 0.0 && tolerance.is_finite(),
                "expected a tolerance above 0 for a mean, in units of the metric",
            ),
            Quantity::Metric(..) => (
                tolerance >= 0.0 && tolerance.is_finite(),
                "expected a tolerance of at least 0 for a quantile, in units of the metric",
            ),
        };
        let is_percent =
            matches!(self.figure, Quantity::Outcome(_)) && (0.5..50.0).contains(&tolerance);
        let meant = if is_percent {
            format!("; did you mean {tolerance}%?")
        } else {
            String::new()
        };
        (!is_accepted).then(|| format!("{accepted}{meant}"))
    }

    /// Parses `OUTCOME=SHARE`, `mean.METRIC=VALUE` or `p50.METRIC=VALUE`. A share is a number from
    /// 0 to 1, or a percentage: `0.6`, `60%`. A range such as `50%..60%` gives its middle, with
    /// half of its width as the tolerance.
    ///
    /// # Errors
    /// Returns an error if the contest has no such figure or the value is invalid.
    pub fn read(text: &str, contest: &dyn Contest) -> Result<Self, TargetError> {
        let target = Self::read_sided(text, contest)?;
        if target.open.is_some() {
            let problem = "a one-sided target needs --for-all or --errors; expected a value or a \
                           range, such as success=60% or success=80%..100%";
            return Err(TargetError::new(text, problem));
        }
        Ok(target)
    }

    /// Parses the same, and one-sided targets: `OUTCOME>=SHARE`, `mean.METRIC<=VALUE`.
    ///
    /// # Errors
    /// Returns an error if the contest has no such figure or the value is invalid.
    pub fn read_sided(text: &str, contest: &dyn Contest) -> Result<Self, TargetError> {
        let wrong = |problem: String| TargetError::new(text, problem);
        let Some((name, value)) = text.rsplit_once('=') else {
            return Err(wrong(
                "expected OUTCOME=SHARE, such as success=0.6, or a figure of a metric, such as \
                 mean.turns=5 or p50.turns=6"
                    .to_owned(),
            ));
        };
        // The name of an outcome may end in such a sign itself.
        let is_whole = Quantity::read(name.trim(), contest).is_ok();
        let (name, open) = match (name.strip_suffix('>'), name.strip_suffix('<')) {
            _ if is_whole => (name, None),
            (Some(name), _) => (name, Some(Ordering::Greater)),
            (_, Some(name)) => (name, Some(Ordering::Less)),
            _ => (name, None),
        };
        let figure = Quantity::read(name.trim(), contest).map_err(&wrong)?;
        let value = value.trim();
        let is_share = matches!(figure, Quantity::Outcome(_));
        let range = value.split_once("..").filter(|_| open.is_none());
        let Some((low, high)) = range else {
            let value = number(value, is_share).map_err(&wrong)?;
            return Ok(Self {
                figure,
                value,
                half_width: None,
                open,
            });
        };
        // In `40..60%` the sign applies to both ends.
        let is_percent =
            high.trim().ends_with('%') && low.trim().parse().is_ok_and(|low: f64| low > 1.0);
        let low = format!("{}{}", low.trim(), if is_percent { "%" } else { "" });
        let low = number(&low, is_share).map_err(&wrong)?;
        let high = number(high, is_share).map_err(&wrong)?;
        if low >= high {
            let problem = format!("{value} is not a range; expected LOW..HIGH, such as 50%..60%");
            return Err(wrong(problem));
        }
        Ok(Self {
            figure,
            value: f64::midpoint(low, high),
            half_width: Some((high - low) / 2.0),
            open: None,
        })
    }
}

/// Parses the value of a figure: a share is a number from 0 to 1, or a percentage.
fn number(text: &str, is_share: bool) -> Result<f64, String> {
    let value = text.trim();
    let number = read_share(value).filter(|_| is_share || !value.ends_with('%'));
    match number {
        Some(number) if !is_share || (0.0..=1.0).contains(&number) => Ok(number),
        _ if is_share => {
            let meant = number.filter(|number| (2.0..=100.0).contains(number));
            Err(match meant {
                Some(number) => format!("{value} is not a share; did you mean {number}%?"),
                None => format!(
                    "{value} is not a share; expected a number from 0 to 1, or a percentage, such as 0.6 or 60%"
                ),
            })
        }
        _ => Err(format!("{value} is not a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open;

    fn read(scenario: &str, text: &str) -> Result<Target, String> {
        let scenario = open(scenario, &[]).unwrap();
        Target::read(text, scenario.contest.as_ref()).map_err(|error| error.to_string())
    }

    #[test]
    fn targets_are_outcomes_and_figures_of_metrics() {
        let heroes = |value| {
            Ok(Target {
                figure: Quantity::Outcome("heroes".to_owned()),
                value,
                half_width: None,
                open: None,
            })
        };
        assert_eq!(read("@canyon", "heroes=0.6"), heroes(0.6));
        assert_eq!(read("@canyon", "heroes = 60%"), heroes(0.6));
        let target = read("@canyon", "p50.turns=6").unwrap();
        assert_eq!(
            (target.figure.name().as_str(), target.value),
            ("p50.turns", 6.0)
        );
        assert!(read("@canyon", "mean.taken_out.Dirk=1").is_ok());
    }

    #[test]
    fn a_range_is_its_middle_with_a_tolerance() {
        let target = read("@canyon", "heroes=50%..60%").unwrap();
        assert!((target.value - 0.55).abs() < 1e-12);
        assert!((target.usual_tolerance() - 0.05).abs() < 1e-12);
        assert_eq!(read("@canyon", "heroes=50..60%").unwrap(), target);
        let target = read("@canyon", "mean.turns=4..5").unwrap();
        assert_eq!((target.value, target.half_width), (4.5, Some(0.5)));
        for wrong in ["heroes=60%..50%", "heroes=0.5..", "heroes=0.5..2"] {
            assert!(read("@canyon", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn invalid_targets_are_refused() {
        let refused = |text| read("@lockpick", text).unwrap_err();
        insta::assert_snapshot!(
            ["success", "sucess=0.5", "success=1.5", "success=60", "success=much", "total=3", "mean.totl=3", "mean.total=x", "sd.total=1"]
                .map(refused).join("\n"),
            @"
        success: expected OUTCOME=SHARE, such as success=0.6, or a figure of a metric, such as mean.turns=5 or p50.turns=6
        sucess=0.5: unknown outcome sucess; did you mean success? The outcomes are success, failure
        success=1.5: 1.5 is not a share; expected a number from 0 to 1, or a percentage, such as 0.6 or 60%
        success=60: 60 is not a share; did you mean 60%?
        success=much: much is not a share; expected a number from 0 to 1, or a percentage, such as 0.6 or 60%
        total=3: unknown outcome total; the outcomes are success, failure; for the metric, use mean.total or a quantile such as p50.total
        mean.totl=3: unknown metric totl; did you mean total? The metrics are total, margin, helper_sixes
        mean.total=x: x is not a number
        sd.total=1: unknown outcome sd.total; the outcomes are success, failure; for a metric, use mean.NAME or a quantile such as p50.NAME
        "
        );
    }
}
