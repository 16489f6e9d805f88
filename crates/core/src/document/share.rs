//! Shares as people write them: `0.5`, `50%`.

/// Parses a share: a number such as `0.5`, or a percentage such as `50%`. Any finite number is
/// accepted, since ranges differ.
///
/// Both notations of a share give the same bits.
pub fn read_share(text: &str) -> Option<f64> {
    let text = text.trim();
    let number: f64 = match text.strip_suffix('%').map(str::trim_end) {
        // An exponent rounds once; a division would round a second time.
        Some(percent) if percent.ends_with(|last: char| last.is_ascii_digit() || last == '.') => {
            match percent.split_once(['e', 'E']) {
                Some((digits, exponent)) => {
                    let exponent: i32 = exponent.parse().ok()?;
                    format!("{digits}e{}", exponent.checked_sub(2)?).parse()
                }
                None => format!("{percent}e-2").parse(),
            }
        }
        Some(_) => return None,
        None => text.parse(),
    }
    .ok()?;
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "%",
            "x",
            "5%%",
            "inf",
            "inf%",
            "nan%",
            "1e999",
            "5 % 3",
            "0.5 points",
        ] {
            assert_eq!(read_share(text), None, "{text}");
        }
        assert_eq!(read_share(" 3 % "), Some(0.03));
        assert_eq!(read_share("5e1%"), Some(0.5));
    }

    proptest! {
        #[test]
        fn percentages_and_numbers_give_the_same_bits(thousandths in 0u32..100_000) {
            let percent = format!("{}.{:03}%", thousandths / 1_000, thousandths % 1_000);
            let number = format!("0.{thousandths:05}");
            prop_assert_eq!(read_share(&percent), read_share(&number));
        }
    }
}
