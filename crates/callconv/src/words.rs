//! Names in source text, outside comments and quotes.

/// Every name in these lines of text, with the offset where it begins.
pub(crate) fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let first = rest.chars().next()?;
            match first {
                '#' => at += rest.find('\n').unwrap_or(rest.len()),
                '"' | '\'' => at += quoted(rest),
                _ if is_in_name(first) => {
                    let length = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
                    let start = at;
                    at += length;
                    // Numbers, and local labels that are numbers, are no names.
                    if !first.is_ascii_digit() {
                        return Some((start, &rest[..length]));
                    }
                }
                _ => at += first.len_utf8(),
            }
        }
    })
}

/// How long a text in quotes is; it ends with its line at the latest.
fn quoted(text: &str) -> usize {
    let mut chars = text.char_indices();
    let open = chars.next().map(|(_, c)| c);
    let mut escaped = false;
    for (at, c) in chars {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            _ if Some(c) == open => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_outside_comments_and_quotes() {
        let text = "loop: lw t0, 4(sp) # not this\n.asciiz \"nor \\\" this\" 'x' 12 1f é_2\n";
        let found: Vec<_> = names(text).map(|(_, name)| name).collect();
        assert_eq!(found, ["loop", "lw", "t0", "sp", ".asciiz", "é_2"]);
        assert!(names(text).all(|(at, name)| text[at..].starts_with(name)));
    }

    #[test]
    fn an_open_quote_ends_with_its_line() {
        let found: Vec<_> = names("\"abc\nnext").map(|(_, name)| name).collect();
        assert_eq!(found, ["next"]);
    }
}
