//! CSV for spreadsheets, which interpret a cell that begins with a character such as `=` as a
//! formula.

/// Returns CSV in which no cell is a formula.
///
/// An apostrophe precedes every cell that begins with `=`, `+`, `-`, `@`, a tab or a line end,
/// unless it is a number. This includes headings.
pub fn safe_csv(csv: &str) -> String {
    let mut safe = String::with_capacity(csv.len() + csv.len() / 16);
    let mut rest = csv;
    while !rest.is_empty() {
        let length = cell(rest);
        let (cell, after) = rest.split_at(length);
        let inside = cell.strip_prefix('"').unwrap_or(cell);
        let is_number = inside.trim_end_matches('"').parse::<f64>().is_ok();
        safe.push_str(&cell[..cell.len() - inside.len()]);
        if inside.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) && !is_number {
            safe.push('\'');
        }
        safe.push_str(inside);
        // The separator is a comma or a line end.
        let mut between = after.chars();
        safe.extend(between.next());
        rest = between.as_str();
    }
    safe
}

/// Returns the length of the first cell in bytes.
fn cell(csv: &str) -> usize {
    let mut is_quoted = false;
    for (offset, byte) in csv.bytes().enumerate() {
        match byte {
            // A doubled quote within quotes closes and reopens them.
            b'"' => is_quoted = !is_quoted,
            b',' | b'\n' if !is_quoted => return offset,
            _ => {}
        }
    }
    csv.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_numbers_stay_numbers() {
        assert_eq!(
            safe_csv(
                "scenario,-name\n@canyon,-3\n\"=HYPERLINK(\"\"x\"\",1)\",-1.5e-7\n,+x\n\"-a\nb\",\"@\"\n"
            ),
            "scenario,'-name\n'@canyon,-3\n\"'=HYPERLINK(\"\"x\"\",1)\",-1.5e-7\n,'+x\n\"'-a\nb\",\"'@\"\n"
        );
        assert_eq!(safe_csv(""), "");
        // Other cells keep their bytes.
        let plain = "a,b\n\"x, y\",0.5\n\"\",\n";
        assert_eq!(safe_csv(plain), plain);
    }

    #[test]
    fn text_that_resembles_a_number_is_text() {
        // Rust parses these as numbers; in a spreadsheet they are harmless formulas.
        assert_eq!(safe_csv("-inf\n"), "-inf\n");
        assert_eq!(safe_csv("-1+cmd\n"), "'-1+cmd\n");
    }
}
