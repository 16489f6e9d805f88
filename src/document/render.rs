//! To come.
pub fn render(_f: &super::Faults, _c: bool) -> String {
    String::new()
}
