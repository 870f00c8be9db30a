//! Results for GitHub Actions: annotations in the log, which it shows beside the source, and a
//! summary of the step in Markdown.

use super::facts::{self, FilePlace};
use crate::coverage::{CoverageView, SuiteCoverage};
use crate::suite::SuiteResult;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Rows of the summary: it may not be larger than a mebibyte.
const MOST_ROWS: usize = 200;

/// A command a line for each thing that went wrong. Tests that failed for the same reason in the
/// same place share one: GitHub shows only some of them. `prefix` leads from the repository to the
/// folder where the command was given; it is empty or ends with a slash.
pub fn annotations(suite: &SuiteResult, prefix: &str) -> String {
    let mut found: BTreeMap<(FilePlace, String), Vec<usize>> = BTreeMap::new();
    for (k, result) in suite.results.iter().enumerate() {
        if !result.passes() {
            let cause = result
                .cause
                .as_ref()
                .map(|cause| cause.kind.words().to_owned());
            let why = cause.unwrap_or_else(|| facts::sentence(result));
            let key = (facts::place(result), why);
            found.entry(key).or_default().push(k);
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(_, tests)| tests.first().copied());
    let mut text = String::new();
    for ((place, _), tests) in found {
        let results: Vec<_> = tests.iter().filter_map(|k| suite.results.get(*k)).collect();
        let Some(first) = results.first() else {
            continue;
        };
        let title = match results.len() - 1 {
            0 => first.test.to_string(),
            more => format!("{} and {more} more", first.test),
        };
        let file = match Path::new(&place.file).has_root() {
            true => place.file.clone(),
            false => format!("{prefix}{}", place.file),
        };
        let _ = write!(text, "::error file={}", property(&file));
        if let Some(position) = place.position {
            let _ = write!(text, ",line={},col={}", position.line, position.column);
        }
        let message = facts::explained(first);
        let _ = writeln!(text, ",title={}::{}", property(&title), data(&message));
    }
    text
}

/// The summary of the step: a table of what failed, and the coverage if it was asked for.
pub fn summary(suite: &SuiteResult, coverage: Option<(&SuiteCoverage, &CoverageView)>) -> String {
    let (passed, failed) = (suite.passed(), suite.failed());
    let mut text = format!("### Tests: {passed} passed, {failed} failed\n\n");
    let failures = suite.results.iter().filter(|r| !r.passes());
    for (k, result) in failures.enumerate() {
        if k == 0 {
            text.push_str("| test | what happened | where |\n|---|---|---|\n");
        }
        if k == MOST_ROWS {
            let more = failed - MOST_ROWS;
            let _ = writeln!(text, "| and {more} more | | |");
            break;
        }
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            markdown(&result.test.to_string()),
            markdown(&facts::explained(result)),
            markdown(&facts::place(result).words()),
        );
    }
    if let Some((coverage, view)) = coverage {
        let table = crate::coverage::per_file(coverage, view);
        // Indented text is shown as it is, and nothing in it can end that.
        let _ = writeln!(text, "\n### Coverage\n");
        for line in table.lines() {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
    }
    text
}

/// Text after the `::` of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Text in a cell of a table, in which nothing is markup.
fn markdown(text: &str) -> String {
    let mut out = String::new();
    for c in diag::visible(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '#' | '!' | '@' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing;

    #[test]
    fn one_annotation_a_cause() {
        insta::assert_snapshot!(annotations(&testing::suite(), "work/"), @r"
        ::error file=work/src/merge.s,line=4,col=5,title=pub/prints%2C wrongly::wrong output starting at line 1, column 5. Probably the wrong sign extension. `lh` loads a signed value, `lhu` an unsigned one. With `lhu t0, 0(t1)` instead, this test passes.
        ::error file=work/tests/pub/exits.s,title=pub/exits::wrong exit code
        ::error file=work/src/merge.s,line=5,col=5,title=pub/saves_cc::calling convention: `merge` changes `s0`
        ::error file=work/src/merge.s,line=2,col=5,title=pub/lucky::depends on undefined values
        ::error file=work/src/merge.s,line=4,col=5,title=pub/falls and 1 more::run-time fault: load from 0x28000000, 100%25 wrong
        ::error file=work/tests/pub/endless.s,title=pub/endless::too many instructions: stopped after 1 000 000 instructions
        ::error file=work/src/merge.s,line=2,col=5,title=pub/typo::does not assemble: unknown instruction `lj`
        ::error file=work/src/merge.s,line=5,col=1,title=pub/merge::unexpected result in 1 of 2 cases: pair. Probably off by one. It reads `row[4]`, one element after its end.
        ::error file=work/tests/student/<new>.s,title=student/<new>::no expected output
        ");
    }

    #[test]
    fn the_summary_lists_what_failed() {
        insta::assert_snapshot!(summary(&testing::suite(), None), @r"
        ### Tests: 1 passed, 10 failed

        | test | what happened | where |
        |---|---|---|
        | pub/prints, wrongly | wrong output starting at line 1, column 5. Probably the wrong sign extension. \`lh\` loads a signed value, \`lhu\` an unsigned one. With \`lhu t0, 0(t1)\` instead, this test passes. | src/merge.s:4 |
        | pub/exits | wrong exit code | tests/pub/exits.s |
        | pub/saves\_cc | calling convention: \`merge\` changes \`s0\` | src/merge.s:5 |
        | pub/lucky | depends on undefined values | src/merge.s:2 |
        | pub/falls | run-time fault: load from 0x28000000, 100% wrong | src/merge.s:4 |
        | pub/falls\_too | run-time fault: load from 0x28000000, 100% wrong | src/merge.s:4 |
        | pub/endless | too many instructions: stopped after 1 000 000 instructions | tests/pub/endless.s |
        | pub/typo | does not assemble: unknown instruction \`lj\` | src/merge.s:2 |
        | pub/merge | unexpected result in 1 of 2 cases: pair. Probably off by one. It reads \`row\[4\]\`, one element after its end. | src/merge.s:5 |
        | student/&lt;new&gt; | no expected output | tests/student/&lt;new&gt;.s |
        ");
    }

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(data("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }

    #[test]
    fn nothing_in_a_cell_is_markup() {
        assert_eq!(markdown("<b>|`x`\n"), "&lt;b&gt;\\|\\`x\\`␊");
    }
}
