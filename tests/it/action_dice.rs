//! Tests of the fencer figures in `docs/players.md`.

use evenodds_testing::size;

/// Asserts that `docs/players.md` has the shares of a duel: a row for each player of the first
/// seat, a cell for each player of the second.
fn assert_on_the_page(name: &str, seats: [&str; 2], rows: &[&str], columns: &[&str]) {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/players.md"));
    let page = page.unwrap();
    let row = |own: &&str| {
        let shares = columns.iter().map(|other| {
            let sets = [(seats[0], own), (seats[1], other)]
                .map(|(side, player)| format!("side.{side}.player={player}"));
            let duel = evenodds::scenario::open(name, &sets).unwrap();
            let share = duel.contest.exact().unwrap().outcomes[0];
            format!("{:.1}%", 100.0 * share)
        });
        format!("| `{own}` | {} |", shares.collect::<Vec<_>>().join(" | "))
    };
    let missing: Vec<String> = (rows.iter().map(row))
        .filter(|row| !page.contains(row))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_page_about_players_has_the_shares_of_the_fencers() {
    let all = ["random", "keep_1", "guarded", "all_out", "heavy", "optimal"];
    assert_on_the_page("@fencers", ["red", "blue"], &all[..size(2, 6)], &all);
}
