//! A comparison for tests.

use crate::analysis::{ComparedFigure, Comparison, Difference, Pairing};
use crate::contest::ConfiguredPlayers;
use crate::sim::ScenarioIdentity;
use crate::sim::StopReason;
use crate::stats::{Figure, FigureKind, Interval};

/// Returns a figure: `first` in A, `first + difference` in B, with an interval of ±`half`.
pub fn figure(
    name: &str,
    first: f64,
    difference: f64,
    half: f64,
    verdict: Difference,
) -> ComparedFigure {
    let interval = Interval::new(difference - half, difference + half);
    ComparedFigure {
        name: name.to_owned(),
        phrase: String::new(),
        always_shown: true,
        unit: "",
        base: "",
        verdict: Some(verdict),
        margin: Some(0.005),
        first: Some(first),
        second: Some(first + difference),
        difference: Figure::read(FigureKind::Share, difference, interval, 12_207),
        alpha: 0.05 / 3.0,
        discordant: None,
        outside: 0,
        pairing: None,
        factor: None,
        p: None,
        raised: None,
    }
}

/// Returns a comparison with two outcomes that differ, one that does not, and two means.
pub fn comparison() -> Comparison {
    let identity = |hash: &str| ScenarioIdentity {
        path: "canyon.toml".to_owned(),
        title: "Ambush in the canyon".to_owned(),
        kind: "combat".to_owned(),
        hash: hash.to_owned(),
    };
    let share = |name: &str, phrase: &str, first, difference, verdict| ComparedFigure {
        phrase: phrase.to_owned(),
        ..figure(name, first, difference, 0.004, verdict)
    };
    let mean = |name: &str, base, first| {
        let mut mean = ComparedFigure {
            unit: "turns",
            base,
            verdict: None,
            margin: None,
            ..figure(name, first, -0.31, 0.04, Difference::Different)
        };
        mean.difference.kind = FigureKind::Mean;
        mean
    };
    let mut heroes = share("heroes", "heroes win", 0.2433, -0.1, Difference::Different);
    heroes.discordant = Some([1_500, 280]);
    heroes.pairing = Some(Pairing { factor: 1.83 });
    let others = share(
        "ambushers",
        "ambushers win",
        0.7567,
        0.1,
        Difference::Different,
    );
    let mut draw = share("draw", "nobody is left", 0.0, 0.0, Difference::Within);
    draw.always_shown = false;
    let crowd = share("crowd", "the crowd wins", 0.01, 0.001, Difference::Within);
    Comparison {
        first: identity("0123456789abcdef"),
        second: identity("fedcba9876543210"),
        players: [
            ConfiguredPlayers::of_sides([["finisher"], ["finisher"]]),
            ConfiguredPlayers::of_sides([["brawler"], ["finisher"]]),
        ],
        changes: vec!["side.heroes.player=brawler".to_owned()],
        seed: 1,
        trials: 12_207,
        stopped: StopReason::Decided,
        alpha: 0.05,
        figures: vec![
            heroes,
            others,
            crowd,
            draw,
            mean("mean.turns", "turns", 5.42),
            mean("mean.rerolls", "rerolls", 1.2),
        ],
        otherwise: 1_780,
        only: [vec!["returns.Beast".to_owned()], Vec::new()],
        highlights: vec!["turns"],
    }
}
