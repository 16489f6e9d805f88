//! A sweep as a frame: the results of its settings, with the varied keys as columns.

use crate::analysis::Sweep;
use crate::frames::{Frame, FrameError, VariedKey, VariedValues, write_csv, write_parquet};
use crate::scenario::Vary;
use crate::sim::Results;

/// CSV of one frame over all settings; each key is a column with its path as its name.
///
/// # Errors
/// Only when the library for frames fails.
pub fn sweep_csv(sweep: &Sweep, frame: Frame) -> Result<Vec<u8>, FrameError> {
    let (results, keys) = parts(sweep);
    let mut bytes = Vec::new();
    write_csv(&mut frame.build(&results, &keys)?, &mut bytes)?;
    Ok(bytes)
}

/// The same as Parquet.
///
/// # Errors
/// Only when the library for frames fails.
pub fn sweep_parquet(sweep: &Sweep, frame: Frame) -> Result<Vec<u8>, FrameError> {
    let (results, keys) = parts(sweep);
    let mut bytes = Vec::new();
    write_parquet(&mut frame.build(&results, &keys)?, &mut bytes)?;
    Ok(bytes)
}

fn parts(sweep: &Sweep) -> (Vec<Results>, Vec<VariedKey>) {
    let settings = &sweep.settings;
    let keys = sweep.vary.iter().enumerate().map(|(index, key)| {
        let positions: Vec<usize> = settings.iter().map(|one| one.values[index]).collect();
        VariedKey {
            name: key.path.clone(),
            values: values(key, &positions),
        }
    });
    (
        settings.iter().map(|one| one.results.clone()).collect(),
        keys.collect(),
    )
}

/// The values of a key in all settings, as the narrowest type that all of them have.
fn values(key: &Vary, positions: &[usize]) -> VariedValues {
    let all = &key.values;
    let pick = |value: usize| all[value].replace('_', "");
    if let Some(numbers) = key.numbers() {
        let whole: Option<Vec<i64>> = positions
            .iter()
            .map(|&value| pick(value).parse().ok())
            .collect();
        return match whole {
            Some(whole) => VariedValues::Integers(whole),
            None => VariedValues::Numbers(positions.iter().map(|&one| numbers[one]).collect()),
        };
    }
    if all.iter().all(|text| text == "true" || text == "false") {
        let flags = positions.iter().map(|&value| all[value] == "true");
        return VariedValues::Switches(flags.collect());
    }
    let texts = positions.iter().map(|&value| key.label(value).to_owned());
    VariedValues::Texts(texts.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{SweepPlan, grid};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    #[test]
    fn the_keys_are_columns_of_their_types() {
        let scenario = open("@lockpick", &[]).unwrap();
        let vary = ["difficulty=9..10", "rules.half=up,'down'"];
        let plan = SweepPlan {
            vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
            ..SweepPlan::default()
        };
        let grid = grid(&scenario, &plan).unwrap();
        let sweep = grid.play(&Unwatched, &|_, _| {}).unwrap();
        let text = String::from_utf8(sweep_csv(&sweep, Frame::Outcomes).unwrap()).unwrap();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some(
                "scenario,kind,hash,seed,trials,difficulty,rules.half,outcome,count,share,low,high,\
                 exact"
            )
        );
        let rows: Vec<&str> = lines.collect();
        assert_eq!(rows.len(), 8);
        assert!(rows[2].contains(",0,9,down,success,,"), "{}", rows[2]);
        let key = |text: &str| text.parse::<Vary>().unwrap();
        assert_eq!(
            values(&key("a=1,2.5"), &[1, 0]),
            VariedValues::Numbers(vec![2.5, 1.0])
        );
        assert_eq!(
            values(&key("a=true,false"), &[0, 1]),
            VariedValues::Switches(vec![true, false])
        );
    }
}
