//! Adds a case to the text of a `.unit.toml` file, so that the cases that are there stay what they
//! are.

use super::file::{Case, UnitFile};
use diag::{Diagnostic, SourceMap, Span};
use keys::{KeyPair, Reader};
use thiserror::Error;

/// A file with one case more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// Its text.
    pub text: String,
    /// How many cases it has now.
    pub cases: usize,
}

/// Why a case cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotAdd {
    /// The file cannot be read as it is.
    #[error("the file already has a mistake: {0}")]
    Broken(String),
    /// The file is one case itself, and nothing can be put above it.
    #[error("the file is one case: write `[[case]]` above its keys, below `link`")]
    OneCase,
    /// Keys that hold for all cases would change this one.
    #[error("keys above the first `[[case]]` apply to all cases, and would change this one")]
    Common,
}

/// Adds a case, which begins with `[[case]]`.
pub fn add_case(text: &str, case: &str) -> Result<Added, CannotAdd> {
    let mut old = text.trim_end().to_owned();
    if let Some(at) = place_for_header(text)? {
        old.insert_str(at, "[[case]]\n");
    }
    let between = if old.is_empty() { "" } else { "\n\n" };
    let text = format!("{old}{between}{case}");
    let (unit, alone) = (read(&text)?, read(case)?);
    match unit.cases.last().map(meaning) == alone.cases.last().map(meaning) {
        true => Ok(Added {
            cases: unit.cases.len(),
            text,
        }),
        false => Err(CannotAdd::Common),
    }
}

/// A file without places.
fn read(text: &str) -> Result<UnitFile, CannotAdd> {
    let file = SourceMap::default().add("", "");
    let (mut unit, wrong) = UnitFile::read(file, text);
    unit.each_place(|place| *place = Span::new(file, 0, 0));
    broken(&wrong).map_or(Ok(unit), Err)
}

/// What a case does and expects. Checking more than the others does no harm.
fn meaning(case: &Case) -> impl PartialEq + '_ {
    let expected = (&case.after, &case.unchanged, &case.output, case.exit);
    (&case.set, &case.calls, &case.stdin, expected)
}

/// Where `[[case]]` has to go if the file is one case: above it, the keys that are there now
/// would hold for every case.
fn place_for_header(text: &str) -> Result<Option<usize>, CannotAdd> {
    let file = SourceMap::default().add("", "");
    let (reader, table) = Reader::open(file, text);
    if let Some(broken) = broken(&reader.diagnostics) {
        return Err(broken);
    }
    let pairs = reader.pairs(&table);
    if pairs.iter().any(|pair| pair.key == "case") {
        return Ok(None);
    }
    let own = |pair: &&KeyPair<'_, '_>| pair.key != "link";
    let Some(first) = pairs.iter().find(own).map(|pair| pair.at.start as usize) else {
        return Ok(None);
    };
    // Tables with a heading, and a `link` below other keys, would move out of the case or into it.
    let has_heading = |at: usize| text.get(..at).is_some_and(|before| before.ends_with('['));
    let mut pairs = pairs.iter().map(|pair| (pair.key, pair.at.start as usize));
    if pairs.any(|(key, at)| has_heading(at) || key == "link" && at > first) {
        return Err(CannotAdd::OneCase);
    }
    let before = text.get(..first).unwrap_or_default();
    Ok(Some(before.rfind('\n').map_or(0, |end| end + 1)))
}

fn broken(wrong: &[Diagnostic]) -> Option<CannotAdd> {
    let first = wrong.first()?;
    Some(CannotAdd::Broken(first.title.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "[[case]]\ncall = \"f\"\nargs = [2]\n";

    #[test]
    fn cases_are_added_below_those_that_are_there() {
        let first = add_case("", CASE).unwrap();
        assert_eq!((first.text.as_str(), first.cases), (CASE, 1));
        let second = add_case(&first.text, CASE).unwrap();
        assert_eq!(second.text, format!("{CASE}\n{CASE}"));
        assert_eq!(second.cases, 2);
        let common = add_case("link = [\"src/f\"]\n", CASE).unwrap();
        assert_eq!(common.cases, 1);
    }

    #[test]
    fn a_file_that_is_one_case_keeps_it() {
        let added = add_case("link = \"f\"\n\n# One.\ncall = \"f\"\nargs = [1]\n", CASE).unwrap();
        insta::assert_snapshot!(added.text, @r#"
        link = "f"

        # One.
        [[case]]
        call = "f"
        args = [1]

        [[case]]
        call = "f"
        args = [2]
        "#);
        assert_eq!(added.cases, 2);
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        for text in [
            "call = \"f\"\n[row]\nwords = [1]\n",
            "call = \"f\"\nlink = \"f\"\n",
        ] {
            assert_eq!(add_case(text, CASE), Err(CannotAdd::OneCase), "{text}");
        }
        let common = "call = \"f\"\noutput = \"1\"\n[[case]]\n";
        assert_eq!(add_case(common, CASE), Err(CannotAdd::Common));
        let harmless = "call = \"g\"\ncheck = true\n[[case]]\n";
        assert_eq!(add_case(harmless, CASE).unwrap().cases, 2);
        for text in ["call = \n", "[[case]]\ncal = \"f\"\n"] {
            let wrong = add_case(text, CASE);
            assert!(matches!(wrong, Err(CannotAdd::Broken(_))), "{text}");
        }
    }
}
