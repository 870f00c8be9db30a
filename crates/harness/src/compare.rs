//! Whether an output is the expected one, and where it begins to differ.

/// What counts when outputs are compared. The kind of line end never does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compare {
    /// Every byte.
    #[default]
    Exact,
    /// Every byte but blanks at the ends of lines and empty lines at the end.
    Strip,
    /// Words alone: any blanks and line ends between them are as good as any other.
    Whitespace,
}

keys::words!(Compare {
    "exact" => Compare::Exact,
    "strip" => Compare::Strip,
    or "whitespace" => Compare::Whitespace,
});

impl Compare {
    /// Where `output` begins to differ from `expected`: the first byte of `output` that is wrong,
    /// or its length if something is missing there. `None` if it does not differ.
    pub fn difference(self, output: &[u8], expected: &[u8]) -> Option<usize> {
        if output == expected {
            return None;
        }
        let (mut is, mut should) = (
            Significant::of(self, output),
            Significant::of(self, expected),
        );
        loop {
            match (is.next(), should.next()) {
                (None, None) => return None,
                (Some((_, a)), Some((_, b))) if a == b => {}
                (Some((at, _)), _) => return Some(at),
                (None, Some(_)) => return Some(is.end()),
            }
        }
    }
}

/// The bytes of a text that count, each with its place.
struct Significant<'a> {
    rule: Compare,
    text: &'a [u8],
    at: usize,
    /// How much of the text counts.
    length: usize,
    /// Up to here, blanks are followed by something in their line.
    inside: usize,
}

impl<'a> Significant<'a> {
    fn of(rule: Compare, text: &'a [u8]) -> Self {
        let length = match rule {
            Compare::Exact => text.len(),
            Compare::Strip | Compare::Whitespace => text.trim_ascii_end().len(),
        };
        let start = match rule {
            Compare::Whitespace => text.len() - text.trim_ascii_start().len(),
            Compare::Exact | Compare::Strip => 0,
        };
        Significant {
            rule,
            text,
            at: start.min(length),
            length,
            inside: 0,
        }
    }

    /// Where the text ends that counts.
    fn end(&self) -> usize {
        self.length
    }

    /// How many blanks begin here.
    fn blanks(&self, is_blank: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text[self.at..self.length];
        rest.iter().take_while(|byte| is_blank(**byte)).count()
    }

    /// Whether the line ends here, with one byte or two.
    fn line_end(&self, at: usize) -> Option<usize> {
        match self.text.get(at..self.length)? {
            [b'\r', b'\n', ..] => Some(2),
            [b'\n', ..] => Some(1),
            _ => None,
        }
    }
}

impl Iterator for Significant<'_> {
    type Item = (usize, u8);

    fn next(&mut self) -> Option<(usize, u8)> {
        if self.rule == Compare::Whitespace {
            let blanks = self.blanks(|byte| byte.is_ascii_whitespace());
            if blanks > 0 {
                let at = self.at;
                self.at += blanks;
                return Some((at, b' '));
            }
        }
        if self.rule == Compare::Strip && self.at >= self.inside {
            let blanks = self.blanks(|byte| byte == b' ' || byte == b'\t');
            match self.line_end(self.at + blanks) {
                Some(_) => self.at += blanks,
                // Not to be counted again at each of them.
                None => self.inside = self.at + blanks,
            }
        }
        let at = self.at;
        if let Some(length) = self.line_end(at) {
            self.at += length;
            return Some((at, b'\n'));
        }
        let byte = *self.text[..self.length].get(at)?;
        self.at += 1;
        Some((at, byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rule: Compare, output: &str, expected: &str, differs: Option<usize>) {
        let found = rule.difference(output.as_bytes(), expected.as_bytes());
        assert_eq!(found, differs, "{output:?} {expected:?}");
    }

    #[test]
    fn every_byte_counts_but_the_kind_of_line_end() {
        let rule = Compare::Exact;
        check(rule, "a b\n", "a b\n", None);
        check(rule, "a b\r\nc\r\n", "a b\nc\n", None);
        check(rule, "a b\nc\n", "a b\r\nc\r\n", None);
        check(rule, "a b \n", "a b\n", Some(3));
        check(rule, "a b", "a b\n", Some(3));
        check(rule, "a b\n", "a b", Some(3));
        check(rule, "a\rb", "ab", Some(1));
        check(rule, "", "", None);
        check(rule, "", "x", Some(0));
    }

    #[test]
    fn strip_overlooks_blanks_at_the_ends() {
        let rule = Compare::Strip;
        check(rule, "a b \t\nc", "a b\nc\n\n", None);
        check(rule, "a  b", "a b", Some(2));
        check(rule, " a", "a", Some(0));
        check(rule, "a\n\nb", "a\nb", Some(2));
        check(rule, "a \r\nb", "a\nb", None);
        check(rule, "a\n", "a\nb", Some(1));
        check(rule, "  a \n\t b", "  a\n\t b  ", None);
    }

    #[test]
    fn many_blanks_are_counted_once() {
        let blanks = " ".repeat(2_000_000);
        check(
            Compare::Strip,
            &format!("{blanks}a"),
            &format!("{blanks}b"),
            Some(blanks.len()),
        );
    }

    #[test]
    fn whitespace_overlooks_how_words_are_set_apart() {
        let rule = Compare::Whitespace;
        check(rule, "  a\n\nb ", "a b\n", None);
        check(rule, "ab", "a b", Some(1));
        check(rule, "a c", "a b", Some(2));
        check(rule, " \n", "", None);
    }
}
