//! The page that replaces the report on a file that is not a scenario.

use super::page::PageError;
use super::text::{clean, clean_lines};
use askama::Template;

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage {
    tool: &'static str,
    title: String,
    path: String,
    message: String,
}

/// Returns a page with the error message of a file.
pub(super) fn fault_page(path: &str, message: &str) -> Result<String, PageError> {
    let path = clean(path);
    let page = FaultPage {
        tool: env!("CARGO_PKG_VERSION"),
        title: format!("{path}: faulty"),
        path,
        message: clean_lines(message),
    };
    Ok(format!("{}\n", page.render()?.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_stays_text_and_keeps_its_lines() {
        let page = fault_page("a<b>.toml", "no\n   | <script>\u{1b}[0m\n").unwrap();
        assert!(page.contains("<h1>a&#60;b&#62;.toml</h1>"), "{page}");
        assert!(page.contains("no\n   | &#60;script&#62;"), "{page}");
        assert!(!page.contains('\u{1b}') && page.ends_with("</html>\n"));
    }
}
