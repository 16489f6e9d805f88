//! Phrases for the narrations of more than one contest.

use crate::dice::Pool;

/// Describes the effect of the sixes among a helper's dice, as a clause.
pub fn sixes_add(pool: Pool) -> String {
    match pool.count(6) {
        0 => "no sixes, so nothing is added".to_owned(),
        1 => "1 six adds 6".to_owned(),
        sixes => format!("{sixes} sixes add {}", 6 * sixes),
    }
}
