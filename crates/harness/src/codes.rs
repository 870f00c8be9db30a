//! The codes of everything that is said about files that describe tests. They are stable: people
//! search for them.

use diag::registry::{CodePage, Registry};

pub use keys::codes::{NOT_TOML, UNKNOWN_KEY, WRONG_VALUE};

diag::codes! {
    /// A pattern that fits nothing.
    NO_MATCH = "T0104";
    /// A file of a test that cannot be read.
    UNREADABLE = "T0105";
    /// A task for which nothing of a submission counts.
    NOTHING_TAKEN = "T0106";
    /// A function that cannot be compared with the course's own.
    NOT_COMPARED = "T0107";
    /// The course's own solution does not pass its tests.
    MODEL_FAILS = "T0108";
    /// A handed-in file puts something where the course has its own.
    OVERLAY = "T0109";
    /// A register comes back to the course's code with another value.
    REGISTER_LOST = "CC0701";
    /// The stack pointer does.
    STACK_POINTER_LOST = "CC0702";
    /// The frame of the caller does.
    FRAME_OVERWRITTEN = "CC0703";
    /// A function does not come back to its call.
    NOT_RETURNED = "CC0704";
    /// A function ends the program.
    ENDED = "CC0705";
    /// A function of the course is called with another stack.
    FOREIGN_STACK = "CC0706";
    /// A function prints, and must not.
    PRINTS = "CC0707";
}

/// Each crate that reports something has its own; this is the lowest that sees all of them.
const TABLES: &[&[CodePage]] = &[
    assembler::codes::PAGES,
    assembler::codes::faults::PAGES,
    assembler::elf::codes::PAGES,
    assembler::objects::codes::PAGES,
    callconv::codes::PAGES,
    keys::codes::PAGES,
    PAGES,
    crate::unit::codes::PAGES,
    runtime::report::codes::PAGES,
];

/// Every code that jal reports, with its page: the tables of all crates.
#[must_use]
pub fn registry() -> Registry {
    Registry::new(TABLES)
}

#[cfg(test)]
mod tests {
    use super::*;
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

    fn pages_on_disk() -> Vec<String> {
        let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics");
        let mut pages: Vec<String> = std::fs::read_dir(dir)
            .unwrap()
            .filter_map(|file| file.unwrap().file_name().into_string().ok())
            .filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()))
            .filter(|name| is_code(name))
            .collect();
        pages.sort_unstable();
        pages
    }

    #[test]
    fn every_page_belongs_to_one_code() {
        let codes: Vec<&str> = registry().pages().map(|page| page.code).collect();
        assert_eq!(pages_on_disk(), codes);
    }

    #[test]
    fn pages_begin_with_code_and_title_and_have_all_sections() {
        for CodePage { code, title, page } in registry().pages() {
            let first = page.lines().next();
            assert_eq!(first, Some(format!("# {code}: {title}").as_str()));
            assert!(!title.is_empty(), "{code}: empty title");
            for section in SECTIONS {
                let found = page.lines().any(|l| l.trim_end() == section);
                assert!(found, "{code}: no section `{section}`");
            }
        }
    }

    #[test]
    fn only_codes_name_pages() {
        assert!(is_code("E0101") && is_code("CC12"));
        assert!(!is_code("README") && !is_code("12") && !is_code("E1x") && !is_code(""));
    }
}
