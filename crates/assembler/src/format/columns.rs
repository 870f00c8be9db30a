//! Where statements and comments begin. Lines that belong together, those between two empty ones, share
//! their columns.

use crate::format::rows::{RowContent, RowStyle, SourceRow};

/// Statements that are not at the first column begin here, unless labels are before them.
const INDENTATION: usize = 4;
/// Columns are multiples of this.
const STEP: usize = 4;
/// Comments begin here or further right.
const COMMENTS: usize = 36;
/// Longer labels and statements do not move others to the right.
const LONGEST_LABEL: usize = 28;
const LONGEST_STATEMENT: usize = 60;
/// A comment in a line of its own goes on with the one above if it is that far right.
const FAR: usize = 16;

/// Gives all lines their columns.
pub(super) fn assign(rows: &mut [SourceRow]) {
    for group in rows.split_mut(|row| row.is_blank() || row.content.is_none()) {
        statements(group);
        comments(group);
    }
}

/// The first multiple of [`STEP`] that leaves room for a blank after `width`.
fn after(width: usize) -> usize {
    (width + 1).next_multiple_of(STEP)
}

fn contents(group: &mut [SourceRow]) -> impl Iterator<Item = &mut RowContent> {
    group.iter_mut().filter_map(|row| row.content.as_mut())
}

fn statements(group: &mut [SourceRow]) {
    let labelled = contents(group)
        .filter(|row| row.style == RowStyle::Data)
        .map(|row| row.labels.chars().count())
        .filter(|width| (1..=LONGEST_LABEL).contains(width));
    let data = labelled.max().map_or(INDENTATION, after);
    for row in contents(group) {
        row.columns.0 = match row.style {
            RowStyle::Data => data,
            RowStyle::Inner => INDENTATION,
            RowStyle::Outer | RowStyle::Nothing => 0,
        };
    }
}

fn comments(group: &mut [SourceRow]) {
    let widths = contents(group)
        .filter(|row| !row.comment.is_empty())
        .map(|row| row.width())
        .filter(|width| *width <= LONGEST_STATEMENT);
    let column = widths.max().map_or(COMMENTS, |width| after(width + 1));
    let column = column.max(COMMENTS);
    let mut goes_on = false;
    for row in contents(group) {
        if row.comment.is_empty() {
            goes_on = false;
            continue;
        }
        let is_alone = row.labels.is_empty() && row.statement.is_empty();
        row.columns.1 = match row.comment_column {
            _ if !is_alone => column,
            // Never to the first column, where it could be a line for the preprocessor.
            0 => 0,
            far if far >= FAR && goes_on => column,
            _ => INDENTATION,
        };
        goes_on = row.columns.1 == column;
    }
}
