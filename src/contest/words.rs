//! Words that the stories of several contests have.

use crate::dice::Pool;

/// What the sixes of a helper's dice add.
pub(crate) fn sixes_add(pool: Pool) -> String {
    match pool.count(6) {
        0 => "no six, nothing to add".to_owned(),
        1 => "1 six adds 6".to_owned(),
        sixes => format!("{sixes} sixes add {}", 6 * sixes),
    }
}
