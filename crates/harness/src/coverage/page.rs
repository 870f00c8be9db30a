//! Coverage as one page for a browser: everything in one file, nothing from elsewhere.
//!
//! All text that comes from a source or a file's name goes through [`escape`].

use super::{CoverageView, FileCoverage, LineCoverage, SuiteCoverage, Totals, percent};
use crate::report::xml::escaped;
use diag::number::count;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page. `title` names what was tested.
pub fn html(coverage: &SuiteCoverage, view: &CoverageView, title: &str) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = write_page(&mut page, coverage, view, title);
    page
}

fn write_page(
    page: &mut String,
    coverage: &SuiteCoverage,
    view: &CoverageView,
    title: &str,
) -> fmt::Result {
    let title = escape(title);
    let files = coverage.total.files(view);
    let tests = count(coverage.tests.len() as u64, "test");
    let totals = sentence(coverage.total.totals(view));
    writeln!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>Coverage: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#files\">To the files</a>\n\
         <header>\n<h1>Coverage: {title}</h1>\n<p>{tests}: {totals}</p>"
    )?;
    write_filter(page, coverage)?;
    writeln!(page, "</header>\n<main>")?;
    write_index(page, &files)?;
    let runners = runners(coverage, view);
    for (k, (name, file)) in files.iter().enumerate() {
        let of_file = |line: u32| runners.get(&(*name, line)).map(Vec::as_slice);
        write_file(page, k, name, file, of_file, coverage.tests.len())?;
    }
    writeln!(
        page,
        "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>"
    )
}

/// The choice of one test, for browsers that run scripts.
fn write_filter(page: &mut String, coverage: &SuiteCoverage) -> fmt::Result {
    writeln!(
        page,
        "<p id=\"tools\" hidden><label>Lines run by <select id=\"test\">\
         <option value=\"\">all tests</option>"
    )?;
    for (k, (name, _)) in coverage.tests.iter().enumerate() {
        writeln!(page, "<option value=\"{k}\">{}</option>", escape(name))?;
    }
    writeln!(
        page,
        "</select></label> <span id=\"ran\" role=\"status\"></span>\n\
         Keys: <kbd>n</kbd> next place to look at, <kbd>p</kbd> previous, <kbd>t</kbd> top</p>"
    )
}

fn write_index(page: &mut String, files: &[(&str, &FileCoverage)]) -> fmt::Result {
    writeln!(
        page,
        "<table id=\"files\">\n<thead><tr><th scope=\"col\">File</th>\
         <th scope=\"col\">Lines run</th><th scope=\"col\">Branches both ways</th></tr></thead>\n\
         <tbody>"
    )?;
    for (k, (name, file)) in files.iter().enumerate() {
        let totals = file.totals();
        writeln!(
            page,
            "<tr><th scope=\"row\"><a href=\"#f{k}\">{}</a></th>{}{}</tr>",
            escape(name),
            share(totals.lines_run, totals.lines),
            share(totals.branches_both, totals.branches),
        )?;
    }
    writeln!(page, "</tbody>\n</table>")
}

/// A cell with a bar and the same in words.
fn share(part: usize, whole: usize) -> String {
    let Some(percent) = percent(part, whole) else {
        return "<td>none</td>".to_owned();
    };
    format!(
        "<td><span class=\"bar\" aria-hidden=\"true\"><span style=\"width:{percent}%\"></span>\
         </span> {part} of {whole} ({percent} %)</td>"
    )
}

fn write_file<'a>(
    page: &mut String,
    index: usize,
    name: &str,
    file: &FileCoverage,
    runners: impl Fn(u32) -> Option<&'a [usize]>,
    tests: usize,
) -> fmt::Result {
    writeln!(
        page,
        "<section id=\"f{index}\">\n<h2>{}</h2>\n<p>{}</p>\n<table class=\"source\">\n\
         <thead class=\"hidden\"><tr><th scope=\"col\">Line</th><th scope=\"col\">Times</th>\
         <th scope=\"col\">Remark</th><th scope=\"col\">Source</th></tr></thead>\n<tbody>",
        escape(name),
        sentence(file.totals()),
    )?;
    let mut known = file.lines().into_iter().peekable();
    for (number, text) in (1..).zip(file.text().lines()) {
        let line = known.next_if(|line| line.line == number);
        let (attributes, times, remark) = match &line {
            None => (String::new(), String::new(), String::new()),
            Some(line) => {
                let (class, remark) = remark(line);
                let by = mask(runners(number).unwrap_or(&[]), tests);
                let attributes = format!(" class=\"{class}\" data-by=\"{by}\"");
                (attributes, line.ran.to_string(), remark)
            }
        };
        writeln!(
            page,
            "<tr id=\"f{index}-{number}\"{attributes}>\
             <td><a href=\"#f{index}-{number}\">{number}</a></td><td>{times}</td>\
             <td>{remark}</td><td><code>{}</code></td></tr>",
            escape(text)
        )?;
    }
    writeln!(page, "</tbody>\n</table>\n</section>")
}

/// The class of a line, and what is to be said about it.
fn remark(line: &LineCoverage) -> (&'static str, String) {
    if line.ran == 0 {
        return ("never", "never run".to_owned());
    }
    let half: Vec<&str> = line
        .branches
        .iter()
        .filter(|branch| !branch.is_both())
        .map(|branch| branch.words())
        .collect();
    match (half.is_empty(), line.branches.is_empty()) {
        (false, _) => ("half", half.join(", ")),
        (true, false) => ("run", "both ways".to_owned()),
        (true, true) => ("run", String::new()),
    }
}

fn sentence(totals: Totals) -> String {
    let Totals {
        lines,
        lines_run,
        branches,
        branches_both,
    } = totals;
    let lines_part = match percent(lines_run, lines) {
        None => return "no line has code.".to_owned(),
        Some(percent) => format!("{lines_run} of {lines} lines ran ({percent} %)"),
    };
    match percent(branches_both, branches) {
        None => format!("{lines_part}; there are no branches."),
        Some(percent) => format!(
            "{lines_part}; {branches_both} of {branches} branches went both ways ({percent} %)."
        ),
    }
}

/// The tests that ran each line.
fn runners<'a>(
    coverage: &'a SuiteCoverage,
    view: &CoverageView,
) -> BTreeMap<(&'a str, u32), Vec<usize>> {
    let mut runners: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (k, (_, covered)) in coverage.tests.iter().enumerate() {
        for (name, file) in covered.files(view) {
            for line in file.lines().iter().filter(|line| line.ran > 0) {
                runners.entry((name, line.line)).or_default().push(k);
            }
        }
    }
    runners
}

/// A bit for each test, as hexadecimal digits; the first digit is of the first four tests.
fn mask(by: &[usize], tests: usize) -> String {
    let mut digits = vec![0u32; tests.div_ceil(4)];
    for test in by {
        if let Some(digit) = digits.get_mut(test / 4) {
            *digit |= 1 << (test % 4);
        }
    }
    let digits = digits.into_iter();
    digits.filter_map(|d| char::from_digit(d, 16)).collect()
}

/// Text for a page: nothing in it is markup, and nothing is invisible.
fn escape(text: &str) -> String {
    escaped(&diag::visible(text)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_source_is_markup() {
        assert_eq!(
            escape("</code><script>alert('a' & \"b\")</script>\u{1b}"),
            "&lt;/code&gt;&lt;script&gt;alert(&apos;a&apos; &amp; &quot;b&quot;)&lt;/script&gt;␛"
        );
    }

    #[test]
    fn a_digit_is_four_tests() {
        assert_eq!(mask(&[0, 3, 4], 6), "91");
        assert_eq!(mask(&[], 4), "0");
        assert_eq!(mask(&[], 0), "");
    }
}
