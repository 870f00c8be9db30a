//! Patterns for names: `*` stands for any text, `?` for one character, and folders are separated by
//! `/` or `\`, whichever the system writes.

use std::str::Chars;

/// Whether the whole name fits the pattern.
pub fn fits(pattern: &str, name: &str) -> bool {
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    // What follows the last star, and the part of the name that it does not stand for so far.
    let mut star: Option<(Chars<'_>, Chars<'_>)> = None;
    loop {
        let (rest, before) = (pattern.clone(), name.clone());
        match (pattern.next(), name.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                star = Some((pattern.clone(), before.clone()));
                name = before;
            }
            (Some(c), Some(d)) if c == '?' || same(c, d) => {}
            (_, None) => return rest.clone().all(|c| c == '*'),
            (_, Some(_)) => {
                let Some((after, taken)) = &mut star else {
                    return false;
                };
                taken.next();
                (pattern, name) = (after.clone(), taken.clone());
            }
        }
    }
}

/// Between folders.
pub const SEPARATORS: [char; 2] = ['/', '\\'];

fn same(a: char, b: char) -> bool {
    a == b || SEPARATORS.contains(&a) && SEPARATORS.contains(&b)
}

/// Whether this is a pattern and not a plain name.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        assert!(fits("test_*", "test_"));
        assert!(fits("*_1", "test_merge_1"));
        assert!(fits("t*m*1", "test_merge_1"));
        assert!(fits("test?1", "test_1"));
        assert!(fits("*", ""));
        assert!(fits("a**b", "axxb"));
        assert!(!fits("test_*_2", "test_merge_1"));
        assert!(!fits("test", "test_1"));
        assert!(!fits("?", ""));
        assert!(fits("ä?", "äß"));
        assert!(fits(r"src\*.s", "src/merge.s"));
        assert!(fits("src/*.s", r"src\merge.s"));
    }
}
