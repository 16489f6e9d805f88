//! The `evenodds` command.
fn main() {
    let file = std::env::args().nth(1).unwrap_or_default();
    let sets: Vec<String> = std::env::args().skip(2).collect();
    match evenodds::scenario::open(&file, &sets) {
        Ok(s) => println!("{s:?}"),
        Err(e) => println!("{e}"),
    }
}
