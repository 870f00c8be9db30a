//! Comments: what is between the words of a text and not empty.

use crate::dialect::Lexical;
use crate::outline::ByteRange;

/// The comments in a part of a text that has no words.
pub(crate) fn comments_between(text: &str, gap: ByteRange, rules: &Lexical) -> Vec<ByteRange> {
    let bytes = text.as_bytes();
    let mut comments = Vec::new();
    let mut at = gap.start;
    while at < gap.end {
        let rest = &bytes[at..gap.end];
        let is_line = rest[0] == rules.comment || rules.slash_comments && rest.starts_with(b"//");
        let end = if is_line {
            line_end(bytes, at, gap.end)
        } else if rules.slash_comments && rest.starts_with(b"/*") {
            let close = text.get(at + 2..gap.end).and_then(|rest| rest.find("*/"));
            close.map_or(gap.end, |close| at + 2 + close + 2)
        } else {
            at += 1;
            continue;
        };
        comments.push(ByteRange::new(at, end));
        at = end;
    }
    comments
}

/// The end of a line's text: without blanks and carriage returns.
fn line_end(bytes: &[u8], start: usize, most: usize) -> usize {
    let end = memchr::memchr(b'\n', &bytes[start..most]).map_or(most, |end| start + end);
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let kept = bytes[start..end].iter().rposition(|byte| !blank(byte));
    start + kept.map_or(0, |last| last + 1)
}
