//! From what plotters writes to what a web page wants: a root element with a name, a role and a
//! `viewBox`, families of fonts to fall back on, dashes, and no needless attributes.
//!
//! plotters writes one tag a line and escapes all text, so a line that begins with `<` is a tag. No
//! `id` is written anywhere: several charts can stand in one page.

use std::fmt::Write as _;

use super::text::{FAMILIES, clean, escape};

/// What a chart says of itself to those who do not see it.
pub(super) struct Head {
    pub title: String,
    pub description: String,
}

impl Head {
    pub(super) fn new(title: &str, description: &str) -> Self {
        Self {
            title: clean(title),
            description: clean(description),
        }
    }
}

/// The finished SVG; `dashes` holds the dash pattern of each polyline in turn.
pub(super) fn finish(drawn: &str, size: (u32, u32), head: &Head, dashes: &[&str]) -> String {
    let mut finished = root(size, head);
    let mut dashes = dashes.iter();
    let mut inside_text = false;
    for line in drawn.lines().skip(1) {
        if inside_text {
            // Blanks around the text would be drawn by some viewers.
            finished.push_str(line.trim_start_matches(['\n', '\r']));
            inside_text = line != "</text>";
            if !inside_text {
                finished.push('\n');
            }
        } else if line.starts_with("<text ") {
            finished.push_str(&text_tag(line));
            inside_text = true;
        } else if line.starts_with("<polyline ") {
            finished.push_str(&polyline_tag(line, dashes.next().copied().unwrap_or("")));
            finished.push('\n');
        } else {
            finished.push_str(&without_defaults(line));
            finished.push('\n');
        }
    }
    finished
}

fn root((width, height): (u32, u32), head: &Head) -> String {
    let title = if head.title.is_empty() {
        "chart"
    } else {
        &head.title
    };
    let title = escape(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" style=\"max-width:100%;height:auto\" role=\"img\" \
         aria-label=\"{title}\" font-family=\"{FAMILIES}\">\n<title>{title}</title>\n"
    );
    if !head.description.is_empty() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "<desc>{}</desc>", escape(&head.description));
    }
    text
}

/// The family stands at the root; the size is free of the noise of a division.
fn text_tag(line: &str) -> String {
    let mut tag = without_defaults(line);
    remove_attribute(&mut tag, "font-family");
    if let Some((start, end)) = attribute(&tag, "font-size")
        && let Ok(size) = tag[start..end].parse::<f64>()
    {
        tag.replace_range(start..end, &((size * 100.0).round() / 100.0).to_string());
    }
    tag
}

fn polyline_tag(line: &str, dash: &str) -> String {
    let mut tag = without_defaults(line).replace(" \"/>", "\"/>");
    if !dash.is_empty() {
        tag.insert_str(
            "<polyline".len(),
            &format!(" stroke-dasharray=\"{dash}\" stroke-linejoin=\"round\""),
        );
    }
    tag
}

/// A tag without attributes that say what holds anyway.
fn without_defaults(line: &str) -> String {
    line.replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\"", "")
}

fn remove_attribute(tag: &mut String, name: &str) {
    if let Some((start, end)) = attribute(tag, name) {
        // The blank, the name, `="` and the closing quote go, too.
        tag.replace_range(start - name.len() - 3..=end, "");
    }
}

/// Where an attribute's value stands within a tag.
fn attribute(tag: &str, name: &str) -> Option<(usize, usize)> {
    let key = format!(" {name}=\"");
    let start = tag.find(&key)? + key.len();
    let end = start + tag[start..].find('"')?;
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_plotters_writes_is_tidied() {
        let drawn = "<svg>\n<polyline fill=\"none\" opacity=\"1\" points=\"1,2 3,4 \"/>\n\
                     <text x=\"1\" font-family=\"DejaVu Sans\" font-size=\"12.999999999\">\nA &lt;b\n\
                     </text>\n</svg>\n";
        let head = Head::new("a < b", "");
        let finished = finish(drawn, (7, 8), &head, &["2 3"]);
        assert!(finished.contains("viewBox=\"0 0 7 8\""));
        assert!(finished.contains("<title>a &lt; b</title>"));
        assert!(finished.ends_with(
            "<polyline stroke-dasharray=\"2 3\" stroke-linejoin=\"round\" fill=\"none\" \
             points=\"1,2 3,4\"/>\n<text x=\"1\" font-size=\"13\">A &lt;b</text>\n</svg>\n"
        ));
    }
}
