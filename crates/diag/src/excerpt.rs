//! Owns the choice of what source text is shown: a few lines around some places, long lines cut
//! to a window, all of it cleaned.
//!
//! The text renderer looks at every byte it is given, so it gets only this excerpt: the cost of
//! a message does not grow with the size of the file.

use std::ops::Range;

use crate::clean::{self, ELLIPSIS};
use crate::source::{FileId, SourceMap, Span};

/// Places further apart than this many lines do not share an excerpt.
pub(crate) const SPREAD: u32 = 1000;

/// Longer lines are cut to about this many characters.
const WINDOW: usize = 200;
/// How many characters before the place stay when a line is cut.
const BEFORE: usize = 60;

/// A span made valid: inside the file, on character boundaries, without trailing newlines, and
/// not over more than [`SPREAD`] lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) file: FileId,
    pub(crate) first_line: u32,
    pub(crate) last_line: u32,
    start: usize,
    end: usize,
}

impl Place {
    pub(crate) fn new(map: &SourceMap, span: Span) -> Self {
        let text = map.text(span.file);
        let start = text.floor_char_boundary(span.start as usize);
        let kept = map.slice(span).trim_end_matches(['\n', '\r']).len();
        let first_line = line_at(map, span.file, start);
        let last_line = line_at(map, span.file, start + kept);
        let mut place = Self {
            file: span.file,
            first_line,
            last_line,
            start,
            end: start + kept,
        };
        if last_line - first_line > SPREAD {
            place.last_line = first_line;
            place.end = line_range(map, span.file, first_line).end.max(start);
        }
        place
    }

    pub(crate) fn distance(&self, line: u32) -> u32 {
        self.first_line.abs_diff(line)
    }

    /// The renderer shows the beginning and the end of a long place and folds its middle.
    fn shows(&self, line: u32) -> bool {
        let near = |at: u32| (at.saturating_sub(2)..=at.saturating_add(5)).contains(&line);
        near(self.first_line) || near(self.last_line)
    }

    fn anchor(&self, line: u32) -> Option<usize> {
        if self.first_line == line {
            Some(self.start)
        } else {
            (self.last_line == line).then_some(self.end)
        }
    }
}

/// Consecutive lines of one file as they are shown. Every line ends with a newline.
#[derive(Debug)]
pub(crate) struct Excerpt {
    pub(crate) first_line: u32,
    pub(crate) text: String,
    rows: Vec<Row>,
}

/// One line of the excerpt.
#[derive(Debug)]
struct Row {
    /// What part of the file it shows.
    source: Range<usize>,
    /// Where in the excerpt the row begins, including a leading ellipsis.
    start: usize,
    /// Where in the excerpt the text of the file begins.
    text: usize,
    /// Where in the excerpt a trailing ellipsis, or else the newline, is.
    end: usize,
    cut_right: bool,
}

impl Excerpt {
    /// The lines that the places need; where a line must be cut, the first place on it decides.
    /// All places are in the file of the first one.
    pub(crate) fn new(map: &SourceMap, places: &[Place]) -> Self {
        let first_line = places.iter().map(|p| p.first_line).min().unwrap_or(1);
        let last_line = places.iter().map(|p| p.last_line).max().unwrap_or(1);
        let mut excerpt = Self {
            first_line,
            text: String::new(),
            rows: Vec::new(),
        };
        for line in first_line..=last_line {
            excerpt.push_line(map, places, line);
        }
        excerpt
    }

    /// Where a place is in the excerpt.
    pub(crate) fn range(&self, map: &SourceMap, place: &Place) -> Range<usize> {
        let text = map.text(place.file);
        let start = self.locate(text, place.first_line, place.start, false);
        let end = self.locate(text, place.last_line, place.end, true);
        start..end.max(start)
    }

    /// Whether all of the place is to be seen, so that a change to it can be shown.
    pub(crate) fn shows_whole(&self, place: &Place) -> bool {
        let inside = |line, at| {
            self.row(line)
                .is_some_and(|r: &Row| r.source.start <= at && at <= r.source.end)
        };
        inside(place.first_line, place.start) && inside(place.last_line, place.end)
    }

    fn push_line(&mut self, map: &SourceMap, places: &[Place], line: u32) {
        let Some(first) = places.first() else { return };
        let whole = line_range(map, first.file, line);
        let text = map.text(first.file);
        // Lines that the renderer will fold away are only counted, never shown.
        let shown = if places.iter().any(|p| p.shows(line)) {
            let anchor = places.iter().find_map(|p| p.anchor(line));
            window(text, &whole, anchor.unwrap_or(whole.start))
        } else {
            whole.start..whole.start
        };
        self.push_row(text, &whole, shown);
    }

    fn push_row(&mut self, text: &str, whole: &Range<usize>, shown: Range<usize>) {
        let start = self.text.len();
        if shown.start > whole.start {
            self.text.push_str(ELLIPSIS);
        }
        let text_at = self.text.len();
        let piece = text.get(shown.clone()).unwrap_or("");
        self.text.push_str(&clean::source(piece));
        let end = self.text.len();
        let cut_right = shown.end < whole.end && !shown.is_empty();
        if cut_right {
            self.text.push_str(ELLIPSIS);
        }
        self.text.push('\n');
        self.rows.push(Row {
            source: shown,
            start,
            text: text_at,
            end,
            cut_right,
        });
    }

    fn locate(&self, text: &str, line: u32, at: usize, is_end: bool) -> usize {
        let Some(row) = self.row(line) else { return 0 };
        // A place outside of the window is shown as its ellipsis.
        if at < row.source.start {
            return if is_end { row.text } else { row.start };
        }
        if at > row.source.end {
            let over = usize::from(is_end && row.cut_right) * ELLIPSIS.len();
            return row.end + over;
        }
        let before = text.get(row.source.start..at).unwrap_or("");
        row.text + clean::source(before).len()
    }

    fn row(&self, line: u32) -> Option<&Row> {
        self.rows
            .get(line.checked_sub(self.first_line).map(|i| i as usize)?)
    }
}

fn line_at(map: &SourceMap, file: FileId, offset: usize) -> u32 {
    map.line_of(file, u32::try_from(offset).unwrap_or(u32::MAX))
}

fn line_range(map: &SourceMap, file: FileId, line: u32) -> Range<usize> {
    let span = map.line_span(file, line);
    span.map_or(0..0, |s| s.start as usize..s.end as usize)
}

/// The part of a line to show: all of it, or a window around the anchor.
fn window(text: &str, line: &Range<usize>, anchor: usize) -> Range<usize> {
    let whole = text.get(line.clone()).unwrap_or("");
    if whole.char_indices().nth(WINDOW).is_none() {
        return line.clone();
    }
    let anchor = whole.floor_char_boundary(anchor.saturating_sub(line.start));
    let (before, _) = whole.split_at(anchor);
    let start = before
        .char_indices()
        .rev()
        .nth(BEFORE - 1)
        .map_or(0, |(at, _)| at);
    let (_, after) = whole.split_at(start);
    let end = after
        .char_indices()
        .nth(WINDOW)
        .map_or(whole.len(), |(at, _)| start + at);
    line.start + start..line.start + end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, spans: &[(u32, u32)]) -> (String, Vec<String>) {
        let mut map = SourceMap::default();
        let file = map.add("t.s", text);
        let places: Vec<_> = spans
            .iter()
            .map(|(start, end)| Place::new(&map, Span::new(file, *start, *end)))
            .collect();
        let excerpt = Excerpt::new(&map, &places);
        let marked = places.iter().map(|p| {
            let range = excerpt.range(&map, p);
            excerpt.text[range].to_owned()
        });
        let marked = marked.collect();
        (excerpt.text, marked)
    }

    #[test]
    fn only_the_lines_in_question_are_taken() {
        let (text, marked) = excerpt("one\ntwo\nthree\n", &[(4, 7)]);
        assert_eq!((text.as_str(), marked), ("two\n", vec!["two".to_owned()]));
    }

    #[test]
    fn folded_lines_are_blank() {
        let source = "x\n".repeat(30);
        let (text, _) = excerpt(&source, &[(0, 1), (58, 59)]);
        assert_eq!(text.lines().count(), 30);
        assert_eq!(text.matches('x').count(), 6 + 3);
    }

    #[test]
    fn long_lines_become_a_window_around_the_first_place() {
        let source = format!("{}NEEDLE{}", "a".repeat(1000), "b".repeat(1000));
        let (text, marked) = excerpt(&source, &[(1000, 1006), (0, 1), (0, 2006), (1900, 1901)]);
        assert_eq!(
            text,
            format!("…{}NEEDLE{}…\n", "a".repeat(60), "b".repeat(134))
        );
        assert_eq!(marked[0], "NEEDLE");
        assert_eq!(marked[1], "…");
        assert_eq!(marked[2], text.trim_end());
        assert_eq!(marked[3], "…");
    }

    #[test]
    fn cleaned_characters_move_what_comes_after_them() {
        let (text, marked) = excerpt("\t\x1b\tx\r\n", &[(3, 4), (1, 2), (3, 99)]);
        assert_eq!(text, "    ␛    x\n");
        assert_eq!(marked, ["x", "␛", "x"]);
    }
}
