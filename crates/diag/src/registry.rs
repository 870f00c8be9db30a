//! Owns the tables of diagnostic codes and their explanation pages.
//!
//! Each crate that reports something has one table, which [`codes!`](crate::codes) makes. To add a
//! code, add a line there and write docs/diagnostics/CODE.md: a code without its page does not
//! compile. The command line puts the tables together to a [`Registry`].

/// A code and its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePage {
    /// The code, such as `E0101`.
    pub code: &'static str,
    /// What the code stands for, in one line.
    pub title: &'static str,
    /// The whole page, in Markdown.
    pub page: &'static str,
}

impl CodePage {
    /// A page whose title is what follows the first `: ` in its first line.
    #[must_use]
    pub const fn new(code: &'static str, page: &'static str) -> Self {
        let page = if cfg!(feature = "without-pages") {
            ""
        } else {
            page
        };
        let title = title(page);
        Self { code, title, page }
    }
}

/// A table of codes: a constant for each, and `PAGES` with the pages of all.
///
/// A line reads `/// A sentence.`, `NAME = "E0101";`. The title is in the page.
#[macro_export]
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub const $name: $crate::Code = $crate::Code($code);)*

        /// The pages of the codes above.
        pub static PAGES: &[$crate::registry::CodePage] = &[$($crate::registry::CodePage::new(
            $code,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../docs/diagnostics/",
                $code,
                ".md"
            )),
        )),*];
    };
}

/// The pages of several tables, in the order of their codes.
#[derive(Clone, Debug)]
pub struct Registry(Vec<&'static CodePage>);

impl Registry {
    /// Puts tables together.
    #[must_use]
    pub fn new(tables: &[&'static [CodePage]]) -> Self {
        let mut pages: Vec<_> = tables.iter().flat_map(|table| table.iter()).collect();
        pages.sort_unstable_by_key(|page| page.code);
        Self(pages)
    }

    /// All pages, in order.
    pub fn pages(&self) -> impl Iterator<Item = &'static CodePage> {
        self.0.iter().copied()
    }

    /// The page of a code, in upper or lower case.
    #[must_use]
    pub fn explain(&self, code: &str) -> Option<&'static CodePage> {
        self.pages()
            .find(|page| page.code.eq_ignore_ascii_case(code))
    }

    /// The codes that look most like this one, best first, at most five.
    #[must_use]
    pub fn similar(&self, code: &str) -> Vec<&'static str> {
        // Codes are short; a longer word is no slip of the finger and not worth comparing.
        if code.len() > 16 {
            return Vec::new();
        }
        let code = code.to_ascii_uppercase();
        let mut found: Vec<_> = (self.pages())
            .map(|page| (strsim::osa_distance(page.code, &code), page.code))
            .filter(|(distance, _)| *distance <= 2)
            .collect();
        found.sort_unstable();
        found.into_iter().take(5).map(|(_, code)| code).collect()
    }
}

/// `const`, so that the table is a plain static although its titles live in the pages.
const fn title(page: &str) -> &str {
    let bytes = page.as_bytes();
    let mut start = 0;
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b'\n' && bytes[end] != b'\r' {
        if start == 0 && bytes[end] == b' ' && end > 0 && bytes[end - 1] == b':' {
            start = end + 1;
        }
        end += 1;
    }
    page.split_at(end).0.split_at(start).1
}

#[cfg(test)]
mod tests {
    use super::*;

    static SAMPLE: &[CodePage] = &[
        CodePage::new("E0102", "# E0102: register"),
        CodePage::new("E0101", "# E0101: unknown: instruction\r\n\ntext: more\n"),
        CodePage::new("W0001", ""),
    ];

    fn sample() -> Registry {
        Registry::new(&[&SAMPLE[..1], &SAMPLE[1..]])
    }

    #[test]
    fn pages_are_in_order_and_titles_come_from_the_first_line() {
        let titles: Vec<_> = sample().pages().map(|page| page.title).collect();
        assert_eq!(titles, ["unknown: instruction", "register", ""]);
    }

    #[test]
    fn codes_are_found_in_any_case() {
        assert_eq!(sample().explain("e0102"), Some(&SAMPLE[0]));
        assert_eq!(sample().explain("E01"), None);
    }

    #[test]
    fn near_codes_are_offered_best_first() {
        assert_eq!(sample().similar("e0012"), ["E0102", "E0101"]);
        assert_eq!(sample().similar("0101"), ["E0101", "E0102", "W0001"]);
        assert!(sample().similar("banana").is_empty());
        assert!(sample().similar("a word that is far too long").is_empty());
    }
}
