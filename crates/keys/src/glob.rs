//! Patterns for names: `*` stands for any text, `?` for one character, and folders are separated by
//! `/` or `\`, whichever the system writes.

/// Whether the whole name fits the pattern.
pub fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The last star, and how much of the name it stands for so far.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || same(*c, name[n]) => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    p = at + 1;
                    n = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
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
