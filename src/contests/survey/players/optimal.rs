//! The player that plays perfectly.

use super::thrifty;
use crate::contests::survey::search::Search;
use crate::contests::survey::view::{Go, View};

/// The best go; where nothing can be won any more, what `thrifty` would do.
pub(super) fn choose(view: &View, search: &mut Search) -> Go {
    let go = search.advise(view).unwrap_or_else(|| thrifty::choose(view));
    search.follow(view, go);
    go
}
