//! Words set in the lines of another text, for a comparison in which only the words count.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// How many words after the first difference are looked at.
const WORDS: usize = 1000;

/// A word, and the line that it is in.
type Word<'a> = (usize, &'a [u8]);

/// The words of `printed` in lines that end where those of `expected` do, so that what differs in
/// a line are its words. Words that have no counterpart stay with those before them, and what comes
/// after the last line keeps its own lines.
pub(super) fn like(expected: &[Vec<u8>], printed: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let (left, right) = (words(expected), words(printed));
    let both = left.iter().zip(&right);
    let same = both.take_while(|(a, b)| a.1 == b.1).count();
    let mut places: Vec<usize> = left.iter().take(same).map(|(line, _)| *line).collect();
    for op in pieces(&left[same..], &right[same..]) {
        place(&op, &left[same..], &mut places);
    }
    // The rest has no counterpart.
    let rest = &right[places.len()..];
    let begin = rest.first().map_or(0, |(line, _)| *line);
    places.extend(rest.iter().map(|(line, _)| expected.len() + line - begin));
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for (line, (_, word)) in places.into_iter().zip(right) {
        lines.resize(lines.len().max(line + 1), Vec::new());
        if let Some(text) = lines.last_mut() {
            if !text.is_empty() {
                text.push(b' ');
            }
            text.extend_from_slice(word);
        }
    }
    lines
}

fn words(lines: &[Vec<u8>]) -> Vec<Word<'_>> {
    let lines = lines.iter().enumerate();
    let words = lines.flat_map(|(number, line)| {
        let words = line.split(|byte| *byte == b' ');
        words.map(move |word| (number, word))
    });
    words.collect()
}

/// Which words belong together.
fn pieces(left: &[Word<'_>], right: &[Word<'_>]) -> Vec<DiffOp> {
    let texts = |words: &[Word<'_>]| -> Vec<Vec<u8>> {
        let words = words.iter().take(WORDS);
        words.map(|(_, word)| word.to_vec()).collect()
    };
    capture_diff_slices(Algorithm::Myers, &texts(left), &texts(right))
}

/// Adds the lines of the printed words of one piece; those after the last expected word get none.
fn place(op: &DiffOp, left: &[Word<'_>], places: &mut Vec<usize>) {
    let (_, old, new) = op.as_tag_tuple();
    let is_behind = old.is_empty() && old.start >= left.len();
    if is_behind {
        return;
    }
    for k in 0..new.len() {
        let last = old.end.saturating_sub(1);
        let counterpart = left.get((old.start + k).min(last)).map(|(line, _)| *line);
        let before = places.last().copied().unwrap_or(0);
        // Lines only go on.
        let line = counterpart.filter(|_| !old.is_empty()).unwrap_or(before);
        places.push(line.max(before));
    }
}
