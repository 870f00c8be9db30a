//! Owns the table of diagnostic codes and their explanation pages.
//!
//! To add a code, write `docs/diagnostics/CODE.md` and one line in [`REGISTRY`]; the tests below
//! say what a page must hold.

/// A code and its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code, such as `E0101`.
    pub code: &'static str,
    /// What the code stands for, in one line.
    pub title: &'static str,
    /// The whole page, in Markdown.
    pub page: &'static str,
}

impl Entry {
    /// An entry whose title is what follows the first `: ` in the page's first line.
    #[must_use]
    pub const fn new(code: &'static str, page: &'static str) -> Self {
        let title = title(page);
        Self { code, title, page }
    }
}

/// All codes, in order. A line reads
/// `Entry::new("E0101", include_str!("../../../docs/diagnostics/E0101.md")),`.
pub static REGISTRY: &[Entry] = &[
    Entry::new(
        "CC0101",
        include_str!("../../../docs/diagnostics/CC0101.md"),
    ),
    Entry::new(
        "CC0102",
        include_str!("../../../docs/diagnostics/CC0102.md"),
    ),
    Entry::new(
        "CC0103",
        include_str!("../../../docs/diagnostics/CC0103.md"),
    ),
    Entry::new(
        "CC0104",
        include_str!("../../../docs/diagnostics/CC0104.md"),
    ),
    Entry::new(
        "CC0105",
        include_str!("../../../docs/diagnostics/CC0105.md"),
    ),
    Entry::new(
        "CC0106",
        include_str!("../../../docs/diagnostics/CC0106.md"),
    ),
    Entry::new(
        "CC0107",
        include_str!("../../../docs/diagnostics/CC0107.md"),
    ),
    Entry::new(
        "CC0108",
        include_str!("../../../docs/diagnostics/CC0108.md"),
    ),
    Entry::new(
        "CC0201",
        include_str!("../../../docs/diagnostics/CC0201.md"),
    ),
    Entry::new(
        "CC0202",
        include_str!("../../../docs/diagnostics/CC0202.md"),
    ),
    Entry::new(
        "CC0203",
        include_str!("../../../docs/diagnostics/CC0203.md"),
    ),
    Entry::new(
        "CC0204",
        include_str!("../../../docs/diagnostics/CC0204.md"),
    ),
    Entry::new(
        "CC0205",
        include_str!("../../../docs/diagnostics/CC0205.md"),
    ),
    Entry::new(
        "CC0301",
        include_str!("../../../docs/diagnostics/CC0301.md"),
    ),
    Entry::new(
        "CC0302",
        include_str!("../../../docs/diagnostics/CC0302.md"),
    ),
    Entry::new(
        "CC0303",
        include_str!("../../../docs/diagnostics/CC0303.md"),
    ),
    Entry::new(
        "CC0304",
        include_str!("../../../docs/diagnostics/CC0304.md"),
    ),
    Entry::new(
        "CC0305",
        include_str!("../../../docs/diagnostics/CC0305.md"),
    ),
    Entry::new(
        "CC0401",
        include_str!("../../../docs/diagnostics/CC0401.md"),
    ),
    Entry::new(
        "CC0402",
        include_str!("../../../docs/diagnostics/CC0402.md"),
    ),
    Entry::new(
        "CC0501",
        include_str!("../../../docs/diagnostics/CC0501.md"),
    ),
    Entry::new(
        "CC0601",
        include_str!("../../../docs/diagnostics/CC0601.md"),
    ),
    Entry::new(
        "CC0602",
        include_str!("../../../docs/diagnostics/CC0602.md"),
    ),
    Entry::new(
        "CC0603",
        include_str!("../../../docs/diagnostics/CC0603.md"),
    ),
    Entry::new(
        "CC0604",
        include_str!("../../../docs/diagnostics/CC0604.md"),
    ),
    Entry::new(
        "CC0605",
        include_str!("../../../docs/diagnostics/CC0605.md"),
    ),
    Entry::new(
        "CC0606",
        include_str!("../../../docs/diagnostics/CC0606.md"),
    ),
    Entry::new("E0101", include_str!("../../../docs/diagnostics/E0101.md")),
    Entry::new("E0102", include_str!("../../../docs/diagnostics/E0102.md")),
    Entry::new("E0103", include_str!("../../../docs/diagnostics/E0103.md")),
    Entry::new("E0104", include_str!("../../../docs/diagnostics/E0104.md")),
    Entry::new("E0105", include_str!("../../../docs/diagnostics/E0105.md")),
    Entry::new("E0106", include_str!("../../../docs/diagnostics/E0106.md")),
    Entry::new("E0107", include_str!("../../../docs/diagnostics/E0107.md")),
    Entry::new("E0108", include_str!("../../../docs/diagnostics/E0108.md")),
    Entry::new("E0201", include_str!("../../../docs/diagnostics/E0201.md")),
    Entry::new("E0202", include_str!("../../../docs/diagnostics/E0202.md")),
    Entry::new("E0203", include_str!("../../../docs/diagnostics/E0203.md")),
    Entry::new("E0204", include_str!("../../../docs/diagnostics/E0204.md")),
    Entry::new("E0205", include_str!("../../../docs/diagnostics/E0205.md")),
    Entry::new("E0206", include_str!("../../../docs/diagnostics/E0206.md")),
    Entry::new("E0207", include_str!("../../../docs/diagnostics/E0207.md")),
    Entry::new("E0208", include_str!("../../../docs/diagnostics/E0208.md")),
    Entry::new("E0209", include_str!("../../../docs/diagnostics/E0209.md")),
    Entry::new("E0210", include_str!("../../../docs/diagnostics/E0210.md")),
    Entry::new("E0211", include_str!("../../../docs/diagnostics/E0211.md")),
    Entry::new("E0212", include_str!("../../../docs/diagnostics/E0212.md")),
    Entry::new("E0213", include_str!("../../../docs/diagnostics/E0213.md")),
    Entry::new("E0214", include_str!("../../../docs/diagnostics/E0214.md")),
    Entry::new("E0301", include_str!("../../../docs/diagnostics/E0301.md")),
    Entry::new("E0302", include_str!("../../../docs/diagnostics/E0302.md")),
    Entry::new("E0303", include_str!("../../../docs/diagnostics/E0303.md")),
    Entry::new("E0304", include_str!("../../../docs/diagnostics/E0304.md")),
    Entry::new("E0305", include_str!("../../../docs/diagnostics/E0305.md")),
    Entry::new("E0306", include_str!("../../../docs/diagnostics/E0306.md")),
    Entry::new("E0307", include_str!("../../../docs/diagnostics/E0307.md")),
    Entry::new("E0308", include_str!("../../../docs/diagnostics/E0308.md")),
    Entry::new("E0309", include_str!("../../../docs/diagnostics/E0309.md")),
    Entry::new("E0310", include_str!("../../../docs/diagnostics/E0310.md")),
    Entry::new("E0401", include_str!("../../../docs/diagnostics/E0401.md")),
    Entry::new("E0402", include_str!("../../../docs/diagnostics/E0402.md")),
    Entry::new("E0403", include_str!("../../../docs/diagnostics/E0403.md")),
    Entry::new("E0404", include_str!("../../../docs/diagnostics/E0404.md")),
    Entry::new("E0405", include_str!("../../../docs/diagnostics/E0405.md")),
    Entry::new("E0406", include_str!("../../../docs/diagnostics/E0406.md")),
    Entry::new("E0407", include_str!("../../../docs/diagnostics/E0407.md")),
    Entry::new("E0408", include_str!("../../../docs/diagnostics/E0408.md")),
    Entry::new("E0409", include_str!("../../../docs/diagnostics/E0409.md")),
    Entry::new("E0410", include_str!("../../../docs/diagnostics/E0410.md")),
    Entry::new("E0501", include_str!("../../../docs/diagnostics/E0501.md")),
    Entry::new("E0502", include_str!("../../../docs/diagnostics/E0502.md")),
    Entry::new("E0503", include_str!("../../../docs/diagnostics/E0503.md")),
    Entry::new("E0504", include_str!("../../../docs/diagnostics/E0504.md")),
    Entry::new("E0505", include_str!("../../../docs/diagnostics/E0505.md")),
    Entry::new("E0506", include_str!("../../../docs/diagnostics/E0506.md")),
    Entry::new("E0507", include_str!("../../../docs/diagnostics/E0507.md")),
    Entry::new("E0508", include_str!("../../../docs/diagnostics/E0508.md")),
    Entry::new("E0601", include_str!("../../../docs/diagnostics/E0601.md")),
    Entry::new("E0602", include_str!("../../../docs/diagnostics/E0602.md")),
    Entry::new("E0603", include_str!("../../../docs/diagnostics/E0603.md")),
    Entry::new("E0604", include_str!("../../../docs/diagnostics/E0604.md")),
    Entry::new("E0605", include_str!("../../../docs/diagnostics/E0605.md")),
    Entry::new("E0701", include_str!("../../../docs/diagnostics/E0701.md")),
    Entry::new("E0702", include_str!("../../../docs/diagnostics/E0702.md")),
    Entry::new("E0703", include_str!("../../../docs/diagnostics/E0703.md")),
    Entry::new("E0704", include_str!("../../../docs/diagnostics/E0704.md")),
    Entry::new("E0705", include_str!("../../../docs/diagnostics/E0705.md")),
    Entry::new("E0706", include_str!("../../../docs/diagnostics/E0706.md")),
    Entry::new("E0707", include_str!("../../../docs/diagnostics/E0707.md")),
    Entry::new("E0708", include_str!("../../../docs/diagnostics/E0708.md")),
    Entry::new("E0709", include_str!("../../../docs/diagnostics/E0709.md")),
    Entry::new("L0101", include_str!("../../../docs/diagnostics/L0101.md")),
    Entry::new("L0102", include_str!("../../../docs/diagnostics/L0102.md")),
    Entry::new("L0103", include_str!("../../../docs/diagnostics/L0103.md")),
    Entry::new("L0104", include_str!("../../../docs/diagnostics/L0104.md")),
    Entry::new("L0105", include_str!("../../../docs/diagnostics/L0105.md")),
    Entry::new("L0106", include_str!("../../../docs/diagnostics/L0106.md")),
    Entry::new("L0107", include_str!("../../../docs/diagnostics/L0107.md")),
    Entry::new("L0108", include_str!("../../../docs/diagnostics/L0108.md")),
    Entry::new("L0109", include_str!("../../../docs/diagnostics/L0109.md")),
    Entry::new("L0110", include_str!("../../../docs/diagnostics/L0110.md")),
    Entry::new("L0111", include_str!("../../../docs/diagnostics/L0111.md")),
    Entry::new("R0101", include_str!("../../../docs/diagnostics/R0101.md")),
    Entry::new("R0102", include_str!("../../../docs/diagnostics/R0102.md")),
    Entry::new("R0103", include_str!("../../../docs/diagnostics/R0103.md")),
    Entry::new("R0104", include_str!("../../../docs/diagnostics/R0104.md")),
    Entry::new("R0105", include_str!("../../../docs/diagnostics/R0105.md")),
    Entry::new("R0106", include_str!("../../../docs/diagnostics/R0106.md")),
    Entry::new("R0107", include_str!("../../../docs/diagnostics/R0107.md")),
    Entry::new("R0108", include_str!("../../../docs/diagnostics/R0108.md")),
    Entry::new("R0109", include_str!("../../../docs/diagnostics/R0109.md")),
    Entry::new("R0110", include_str!("../../../docs/diagnostics/R0110.md")),
    Entry::new("R0111", include_str!("../../../docs/diagnostics/R0111.md")),
    Entry::new("R0112", include_str!("../../../docs/diagnostics/R0112.md")),
    Entry::new("R0113", include_str!("../../../docs/diagnostics/R0113.md")),
    Entry::new("R0201", include_str!("../../../docs/diagnostics/R0201.md")),
    Entry::new("R0202", include_str!("../../../docs/diagnostics/R0202.md")),
    Entry::new("R0203", include_str!("../../../docs/diagnostics/R0203.md")),
    Entry::new("R0204", include_str!("../../../docs/diagnostics/R0204.md")),
    Entry::new("R0205", include_str!("../../../docs/diagnostics/R0205.md")),
    Entry::new("R0206", include_str!("../../../docs/diagnostics/R0206.md")),
    Entry::new("R0207", include_str!("../../../docs/diagnostics/R0207.md")),
    Entry::new("R0208", include_str!("../../../docs/diagnostics/R0208.md")),
    Entry::new("R0301", include_str!("../../../docs/diagnostics/R0301.md")),
    Entry::new("R0302", include_str!("../../../docs/diagnostics/R0302.md")),
    Entry::new("R0303", include_str!("../../../docs/diagnostics/R0303.md")),
    Entry::new("R0304", include_str!("../../../docs/diagnostics/R0304.md")),
    Entry::new("R0305", include_str!("../../../docs/diagnostics/R0305.md")),
    Entry::new("T0101", include_str!("../../../docs/diagnostics/T0101.md")),
    Entry::new("T0102", include_str!("../../../docs/diagnostics/T0102.md")),
    Entry::new("T0103", include_str!("../../../docs/diagnostics/T0103.md")),
    Entry::new("T0104", include_str!("../../../docs/diagnostics/T0104.md")),
    Entry::new("T0105", include_str!("../../../docs/diagnostics/T0105.md")),
    Entry::new("T0106", include_str!("../../../docs/diagnostics/T0106.md")),
    Entry::new("T0107", include_str!("../../../docs/diagnostics/T0107.md")),
    Entry::new("T0108", include_str!("../../../docs/diagnostics/T0108.md")),
    Entry::new("T0201", include_str!("../../../docs/diagnostics/T0201.md")),
    Entry::new("T0202", include_str!("../../../docs/diagnostics/T0202.md")),
    Entry::new("W0101", include_str!("../../../docs/diagnostics/W0101.md")),
    Entry::new("W0201", include_str!("../../../docs/diagnostics/W0201.md")),
    Entry::new("W0202", include_str!("../../../docs/diagnostics/W0202.md")),
    Entry::new("W0203", include_str!("../../../docs/diagnostics/W0203.md")),
    Entry::new("W0204", include_str!("../../../docs/diagnostics/W0204.md")),
    Entry::new("W0301", include_str!("../../../docs/diagnostics/W0301.md")),
    Entry::new("W0302", include_str!("../../../docs/diagnostics/W0302.md")),
    Entry::new("W0303", include_str!("../../../docs/diagnostics/W0303.md")),
    Entry::new("W0401", include_str!("../../../docs/diagnostics/W0401.md")),
    Entry::new("W0402", include_str!("../../../docs/diagnostics/W0402.md")),
    Entry::new("W0403", include_str!("../../../docs/diagnostics/W0403.md")),
    Entry::new("W0601", include_str!("../../../docs/diagnostics/W0601.md")),
    Entry::new("W0701", include_str!("../../../docs/diagnostics/W0701.md")),
    Entry::new("W0702", include_str!("../../../docs/diagnostics/W0702.md")),
    Entry::new("W0801", include_str!("../../../docs/diagnostics/W0801.md")),
];

/// The entry of a code, in upper or lower case.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Entry> {
    find(REGISTRY, code)
}

/// The registered codes that look most like this one, best first, at most five.
#[must_use]
pub fn similar(code: &str) -> Vec<&'static str> {
    nearest(REGISTRY, code)
}

fn find<'a>(table: &'a [Entry], code: &str) -> Option<&'a Entry> {
    table.iter().find(|e| e.code.eq_ignore_ascii_case(code))
}

fn nearest(table: &[Entry], code: &str) -> Vec<&'static str> {
    // Codes are short; a longer word is no slip of the finger and not worth comparing.
    if code.len() > 16 {
        return Vec::new();
    }
    let code = code.to_ascii_uppercase();
    let mut found: Vec<_> = table
        .iter()
        .map(|e| (strsim::osa_distance(e.code, &code), e.code))
        .filter(|(distance, _)| *distance <= 2)
        .collect();
    found.sort_unstable();
    found.into_iter().take(5).map(|(_, code)| code).collect()
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
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    const SECTIONS: [&str; 4] = [
        "## What it means",
        "## Example",
        "## How to fix it",
        "## How it is detected",
    ];

    fn is_code(name: &str) -> bool {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
        !digits.is_empty()
            && digits.len() < name.len()
            && digits.bytes().all(|b| b.is_ascii_digit())
    }

    fn pages_on_disk() -> BTreeSet<String> {
        let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics");
        std::fs::read_dir(dir)
            .unwrap()
            .filter_map(|file| file.unwrap().file_name().into_string().ok())
            .filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()))
            .filter(|name| is_code(name))
            .collect()
    }

    #[test]
    fn every_page_is_registered_and_every_code_has_its_page() {
        let registered = REGISTRY.iter().map(|e| e.code.to_owned()).collect();
        assert_eq!(pages_on_disk(), registered);
    }

    #[test]
    fn codes_are_in_order_and_unique() {
        assert!(REGISTRY.is_sorted_by(|a, b| a.code < b.code));
    }

    #[test]
    fn pages_begin_with_code_and_title_and_have_all_sections() {
        for Entry { code, title, page } in REGISTRY {
            let first = page.lines().next();
            assert_eq!(first, Some(format!("# {code}: {title}").as_str()));
            assert!(!title.is_empty(), "{code}: empty title");
            for section in SECTIONS {
                let found = page.lines().any(|l| l.trim_end() == section);
                assert!(found, "{code}: no section `{section}`");
            }
        }
    }

    const SAMPLE: &[Entry] = &[
        Entry::new("E0101", "# E0101: unknown: instruction\r\n\ntext: more\n"),
        Entry::new("E0102", "# E0102: register"),
        Entry::new("W0001", ""),
    ];

    #[test]
    fn titles_come_from_the_first_line() {
        let titles: Vec<_> = SAMPLE.iter().map(|e| e.title).collect();
        assert_eq!(titles, ["unknown: instruction", "register", ""]);
    }

    #[test]
    fn codes_are_found_in_any_case() {
        assert_eq!(find(SAMPLE, "e0102"), Some(&SAMPLE[1]));
        assert_eq!(find(SAMPLE, "E01"), None);
        assert_eq!(explain("no such code"), None);
    }

    #[test]
    fn near_codes_are_offered_best_first() {
        assert_eq!(nearest(SAMPLE, "e0012"), ["E0102", "E0101"]);
        assert_eq!(nearest(SAMPLE, "0101"), ["E0101", "E0102", "W0001"]);
        assert!(nearest(SAMPLE, "banana").is_empty());
        assert!(similar("a word that is far too long").is_empty());
    }

    #[test]
    fn only_codes_name_pages() {
        assert!(is_code("E0101") && is_code("CC12"));
        assert!(!is_code("README") && !is_code("12") && !is_code("E1x") && !is_code(""));
    }
}
