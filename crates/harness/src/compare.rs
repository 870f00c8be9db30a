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
    /// Compares an output with the expected one.
    pub fn compare(self, output: &[u8], expected: &[u8]) -> Comparison {
        let mismatch = match output == expected {
            true => None,
            false => self.mismatch(output, expected),
        };
        Comparison {
            rule: self,
            mismatch,
        }
    }

    fn mismatch(self, output: &[u8], expected: &[u8]) -> Option<Mismatch> {
        let mut is = Significant::of(self, output);
        let mut should = Significant::of(self, expected);
        loop {
            let (printed, wanted) = (is.next(), should.next());
            let byte = |text: &[u8], at: usize| text.get(at).copied();
            if printed.is_none() && wanted.is_none() {
                return None;
            }
            if printed.map(|(_, byte)| byte) != wanted.map(|(_, byte)| byte) {
                return Some(Mismatch {
                    at: printed.map_or(is.length, |(at, _)| at),
                    printed: printed.and_then(|(at, _)| byte(output, at)),
                    wanted: wanted.and_then(|(at, _)| byte(expected, at)),
                });
            }
        }
    }

    /// The lines of a text with what counts of them. Where every byte counts, each has its end.
    pub fn lines(self, text: &[u8]) -> Vec<Vec<u8>> {
        let counts = |part: &[u8]| -> Vec<u8> {
            Significant::of(self, part).map(|(_, byte)| byte).collect()
        };
        let lines = |text: &[u8]| -> Vec<Vec<u8>> {
            let lines = text.split(|byte| *byte == b'\n');
            lines.map(<[u8]>::to_vec).collect()
        };
        let mut lines = match self {
            Compare::Exact => {
                let text = counts(text);
                let lines = text.split_inclusive(|byte| *byte == b'\n');
                lines.map(<[u8]>::to_vec).collect()
            }
            Compare::Strip => lines(&counts(text)),
            // Line ends are as good as blanks: the lines of the text are as good as any.
            Compare::Whitespace => {
                let lines = text.split(|byte| *byte == b'\n').map(counts);
                lines.filter(|line| !line.is_empty()).collect()
            }
        };
        while lines.last().is_some_and(Vec::is_empty) {
            lines.pop();
        }
        lines
    }
}

/// An output compared with the expected one: what every report says about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// What counted.
    pub rule: Compare,
    /// Where they differ first, if they do.
    pub mismatch: Option<Mismatch>,
}

impl Comparison {
    /// Whether the output is as expected as far as it goes.
    pub(crate) fn is_right_so_far(&self) -> bool {
        self.mismatch.is_none_or(|found| found.printed.is_none())
    }
}

/// Where an output begins to differ from the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The first byte of the output that is wrong, or the end of what counts if it ends too early.
    pub at: usize,
    /// What is printed there, unless the output has ended.
    pub printed: Option<u8>,
    /// What should be printed there, unless the output should have ended.
    pub wanted: Option<u8>,
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
        let found = rule
            .compare(output.as_bytes(), expected.as_bytes())
            .mismatch;
        let found = found.map(|found| found.at);
        assert_eq!(found, differs, "{output:?} {expected:?}");
        // What is shown differs if and only if what was compared does.
        if rule != Compare::Whitespace {
            let same = rule.lines(output.as_bytes()) == rule.lines(expected.as_bytes());
            assert_eq!(same, differs.is_none(), "{output:?} {expected:?}");
        }
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
        check(rule, "a\u{c}\nb", "a\nb", Some(1));
        let found = rule.compare(b"a\nb", b"a \n").mismatch;
        assert_eq!(found.map(|found| found.wanted), Some(None));
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
