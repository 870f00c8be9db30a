//! Expected and printed output, compared line by line and shown so that nothing stays invisible.

mod reflow;
mod visible;

pub use visible::shown;

pub(crate) use visible::byte_name;

use crate::compare::Compare;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// Lines that are the same around those that differ.
const CONTEXT: usize = 2;
/// The most lines that are shown.
const SHOWN: usize = 16;
/// Lines before and after the first difference that are looked at: an output that never ends must
/// not be compared to its end.
const BEFORE: usize = 40;
const AFTER: usize = 200;

/// How a text for people is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Whether to use ANSI colours; without, there are no escape codes at all.
    pub color: bool,
    /// How many characters fit in a line.
    pub width: usize,
}

/// One line of a comparison. A line that is missing on one side is absent there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    /// Its number in the expected output, from 1.
    number: Option<usize>,
    expected: Option<Vec<u8>>,
    printed: Option<Vec<u8>>,
}

impl Row {
    fn is_same(&self) -> bool {
        self.expected == self.printed
    }
}

/// Shows how an output differs from the expected one.
pub fn render(expected: &[u8], printed: &[u8], compare: Compare, page: &Page) -> Vec<String> {
    let (rows, beyond) = rows(expected, printed, compare);
    let (rows, before, after) = cut(rows);
    let after = after + beyond;
    let mut lines = match side_width(&rows, page.width) {
        Some(width) => side_by_side(&rows, width, page),
        None => unified(&rows, page),
    };
    if before > 0 {
        let at = usize::from(side_width(&rows, page.width).is_some());
        lines.insert(at, format!("… {} the same", lines_of(before)));
    }
    if after > 0 {
        lines.push(format!("… {} more", lines_of(after)));
    }
    lines
}

fn lines_of(count: usize) -> String {
    diag::number::count(count as u64, "line")
}

/// The lines of both sides around the first difference, and how many more come after them.
fn rows(expected: &[u8], printed: &[u8], compare: Compare) -> (Vec<Row>, usize) {
    let (expected, mut printed) = (compare.lines(expected), compare.lines(printed));
    if compare == Compare::Whitespace {
        printed = reflow::like(&expected, &printed);
    }
    let both = expected.iter().zip(&printed);
    let first = both.take_while(|(a, b)| a == b).count();
    let start = first.saturating_sub(BEFORE);
    let part = |lines: &[Vec<u8>]| -> Vec<Vec<u8>> {
        let end = lines.len().min(first + AFTER);
        lines.get(start..end).unwrap_or_default().to_vec()
    };
    let (left, right) = (part(&expected), part(&printed));
    let mut rows: Vec<Row> = Vec::new();
    for op in pieces(&left, &right) {
        pair(&op, &left, &right, start, &mut rows);
    }
    let longest = expected.len().max(printed.len());
    (rows, longest.saturating_sub(first + AFTER))
}

/// Which lines belong together. As many lines as expected are most often the same lines with other
/// contents: each is then beside its own.
fn pieces(left: &[Vec<u8>], right: &[Vec<u8>]) -> Vec<DiffOp> {
    if left.len() == right.len() {
        return vec![DiffOp::Replace {
            old_index: 0,
            old_len: left.len(),
            new_index: 0,
            new_len: right.len(),
        }];
    }
    capture_diff_slices(Algorithm::Myers, left, right)
}

/// The rows of one piece: lines that were replaced are side by side.
fn pair(op: &DiffOp, left: &[Vec<u8>], right: &[Vec<u8>], start: usize, rows: &mut Vec<Row>) {
    let (_, old, new): (_, Range<usize>, Range<usize>) = op.as_tag_tuple();
    for k in 0..old.len().max(new.len()) {
        let (a, b) = (old.start + k, new.start + k);
        rows.push(Row {
            number: (a < old.end).then_some(start + a + 1),
            expected: left.get(a).filter(|_| a < old.end).cloned(),
            printed: right.get(b).filter(|_| b < new.end).cloned(),
        });
    }
}

/// The rows around the first difference, and how many lines before and after are left out.
fn cut(mut rows: Vec<Row>) -> (Vec<Row>, usize, usize) {
    let first = rows.iter().position(|row| !row.is_same()).unwrap_or(0);
    let hidden = rows.first().and_then(|row| row.number).unwrap_or(1) - 1;
    let before = match first.saturating_sub(CONTEXT) {
        // To say that it is left out would take as much room.
        1 if hidden == 0 => 0,
        before => before,
    };
    rows.drain(..before);
    let last = rows.iter().rposition(|row| !row.is_same()).unwrap_or(0);
    let end = (last + 1 + CONTEXT).min(rows.len()).min(SHOWN);
    let after = rows.len() - end;
    rows.truncate(end);
    (rows, hidden + before, after)
}

/// The column width with which both sides fit, if there is one.
fn side_width(rows: &[Row], width: usize) -> Option<usize> {
    const HEAD: usize = "expected".len();
    let cells = rows.iter().flat_map(|row| {
        let cell = |text: &Option<Vec<u8>>| {
            let text = text.as_deref().unwrap_or_default();
            shown(text, !row.is_same()).chars().count()
        };
        [cell(&row.expected), cell(&row.printed)]
    });
    let widest = cells.max().unwrap_or(0).max(HEAD);
    // Both columns, the bar with its blanks, and the mark in front.
    (2 * widest + 3 + 2 <= width).then_some(widest)
}

const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const DIM: &str = "\u{1b}[2m";
const RESET: &str = "\u{1b}[0m";

fn painted(text: &str, color: &str, page: &Page) -> String {
    match page.color && !text.is_empty() {
        true => format!("{color}{text}{RESET}"),
        false => text.to_owned(),
    }
}

fn side_by_side(rows: &[Row], width: usize, page: &Page) -> Vec<String> {
    let head = format!("  {:width$} │ printed", "expected");
    let mut lines = vec![painted(&head, DIM, page)];
    for row in rows {
        let differs = !row.is_same();
        let cell = |text: &Option<Vec<u8>>| match text {
            Some(text) => shown(text, differs),
            None => String::new(),
        };
        let (left, right) = (cell(&row.expected), cell(&row.printed));
        let gap = " ".repeat(width - left.chars().count());
        let line = match differs {
            false => format!("  {left}{gap} │ {right}"),
            true => {
                let (left, right) = (painted(&left, GREEN, page), painted(&right, RED, page));
                format!("≠ {left}{gap} │ {right}")
            }
        };
        lines.push(line.trim_end().to_owned());
    }
    lines
}

fn unified(rows: &[Row], page: &Page) -> Vec<String> {
    let mut lines = vec![painted("- expected, + printed", DIM, page)];
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for row in rows {
        if row.is_same() {
            lines.append(&mut removed);
            lines.append(&mut added);
            let text = row.printed.as_deref().unwrap_or_default();
            let text = clip(&shown(text, false), 0, page.width);
            lines.push(format!("  {text}").trim_end().to_owned());
            continue;
        }
        let (left, right) = (
            row.expected.as_deref().map(|text| shown(text, true)),
            row.printed.as_deref().map(|text| shown(text, true)),
        );
        let differs_at = match (&left, &right) {
            (Some(a), Some(b)) => a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count(),
            _ => 0,
        };
        let line = |mark, text: &str, color| {
            let text = clip(text, differs_at, page.width);
            painted(&format!("{mark} {text}"), color, page)
        };
        removed.extend(left.map(|text| line('-', &text, GREEN)));
        added.extend(right.map(|text| line('+', &text, RED)));
    }
    lines.append(&mut removed);
    lines.append(&mut added);
    lines
}

/// The part of a long line around a place, with dots for what is left out.
fn clip(text: &str, place: usize, width: usize) -> String {
    let room = width.saturating_sub(4).max(20);
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    let start = place.saturating_sub(room / 3).min(length - room);
    let middle: String = text.chars().skip(start).take(room).collect();
    let front = if start > 0 { "…" } else { "" };
    let back = if start + room < length { "…" } else { "" };
    format!("{front}{middle}{back}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(expected: &str, printed: &str, width: usize) -> String {
        let page = Page {
            color: false,
            width,
        };
        render(
            expected.as_bytes(),
            printed.as_bytes(),
            Compare::Exact,
            &page,
        )
        .join("\n")
    }

    #[test]
    fn both_sides_stand_beside_each_other_if_they_fit() {
        insta::assert_snapshot!(show("4 0 8 0\n", "2 2 4 4\n", 80));
        insta::assert_snapshot!(show("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nD\ne\nf\n", 80));
        insta::assert_snapshot!(show("a\nb\n", "a\n", 80));
        insta::assert_snapshot!(show("a\n", "a\nb\n", 80));
    }

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        insta::assert_snapshot!(show("a b\n", "a b \n", 80));
        insta::assert_snapshot!(show("a\n", "a", 80));
        insta::assert_snapshot!(show("a\tb\n", "a b\n\u{1b}[2J\0", 80));
    }

    #[test]
    fn where_lines_end_does_not_matter_among_words() {
        let show = |expected: &str, printed: &str| {
            let page = Page {
                color: false,
                width: 80,
            };
            let (expected, printed) = (expected.as_bytes(), printed.as_bytes());
            render(expected, printed, Compare::Whitespace, &page).join("\n")
        };
        insta::assert_snapshot!(show("a b\nc", "a\nb\nd"), @r"
          expected │ printed
          a b      │ a b
        ≠ c        │ d
        ");
        insta::assert_snapshot!(show("a b\nc d\ne f", "a b c x d e\nf\ng\nh"), @r"
          expected │ printed
          a b      │ a b
        ≠ c d      │ c x d
          e f      │ e f
        ≠          │ g
        ≠          │ h
        ");
    }

    #[test]
    fn long_lines_and_long_outputs_are_cut_around_the_difference() {
        let line = "0123456789 ".repeat(20);
        insta::assert_snapshot!(show(&format!("{line}x\n"), &format!("{line}y\n"), 60));
        let many: String = (0..1000).map(|k| format!("{k}\n")).collect();
        insta::assert_snapshot!(show(&many, &many.replace("500\n", "5oo\n"), 80));
        insta::assert_snapshot!(show("", &"x\n".repeat(100_000), 80));
    }
}
