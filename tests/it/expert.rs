//! Strength of the player `expert` in random fights outside its training, with the measurements of
//! `benches/tools/measure_expert` at a smaller size.

#[path = "../../benches/tools/fights.rs"]
mod fights;
#[path = "../../benches/tools/measure_expert/positions.rs"]
mod positions;

use evenodds::contest::Tally;
use evenodds::scenario::open;
use evenodds_testing::size;
use positions::fights;

#[test]
fn chances_at_openings_are_calibrated() {
    let (fights, most) = size((fights(40), 12.0), (fights(200), 4.0));
    let worst = positions::calibration(&fights, 500);
    assert!(worst <= most, "{worst}");
}

#[test]
fn the_first_choice_loses_little_to_the_best_of_play_outs() {
    // The full measurement has a mean of 1.8 points and 89%.
    let (fights, most, least) = size((fights(6), 8.0, 65.0), (fights(60), 4.0, 80.0));
    let (mean, small) = positions::regret(&fights, 500);
    assert!(mean <= most && small >= least, "{mean} {small}");
}

#[test]
fn strength_in_the_canyon() {
    // Bounds are four standard errors of 20,000 trials, 1.4 points, around the figures of
    // docs/players.md.
    for (heroes, ambushers, share) in [
        ("expert", "finisher", 0.606),
        ("finisher", "expert", 0.172),
        ("expert", "expert", 0.502),
    ] {
        let sets = [("heroes", heroes), ("ambushers", ambushers)]
            .map(|(side, player)| format!("side.{side}.player={player}"));
        let scenario = open("@canyon", &sets).unwrap();
        let contest = scenario.contest.as_ref();
        let mut tally = Tally::new(contest);
        contest.play(1, 0..20_000, &mut tally);
        let found = tally.outcomes()[0] as f64 / 20_000.0;
        assert!(
            (found - share).abs() <= 0.014,
            "{heroes} {ambushers}: {found}"
        );
    }
}
