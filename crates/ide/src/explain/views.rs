//! The settings of views of a run: caches and pipelines.

use runtime::observers::{
    CACHE_PLACES, CACHE_PRESETS, CACHE_WORDS, PIPELINE_PRESETS, PIPELINE_WORDS, SettingRow,
};
use std::fmt::Write as _;

/// A view: its name, what it shows, its page.
struct ViewRow {
    name: &'static str,
    shows: &'static str,
    page: fn() -> String,
}

const VIEWS: [ViewRow; 2] = [
    ViewRow {
        name: "cache",
        shows: "hits and misses of caches",
        page: cache,
    },
    ViewRow {
        name: "pipeline",
        shows: "cycles and stalls of a 5-stage pipeline",
        page: pipeline,
    },
];

/// The names of all views.
pub fn names() -> impl Iterator<Item = &'static str> {
    VIEWS.iter().map(|view| view.name)
}

/// All views, with how they are asked for.
pub fn list() -> String {
    let mut text = "After a run, `jal run` can show:\n\n".to_owned();
    for ViewRow { name, shows, .. } in &VIEWS {
        let _ = writeln!(text, "  --{name:<12}{shows}; jal explain {name}");
    }
    text + "  --stats       what the run was made of\n"
}

/// The page of a view.
pub fn view(name: &str) -> Option<String> {
    let view = VIEWS.iter().find(|view| view.name == name)?;
    Some((view.page)())
}

fn cache() -> String {
    let mut text = "\
jal run --cache SIZE[:BLOCK[:WAYS]][:SETTING…] FILE
    Prints what a cache would do: accesses, hits and misses, why blocks were missing, and which lines
    and labels missed most. SIZE and BLOCK are bytes, such as 4KiB and 32; without BLOCK it is 32, and
    without WAYS it is 1.
    several caches: --cache i=4KiB:32,d=4KiB:32:2,l2=64KiB:64:8

"
    .to_owned();
    presets(&mut text, "instead of all that", CACHE_PRESETS);
    rows(&mut text, "before `=`", CACHE_PLACES);
    rows(&mut text, "settings", CACHE_WORDS);
    text
}

fn pipeline() -> String {
    let mut text = "\
jal run --pipeline[=SETTING,…] FILE
    Prints the cycles of a run in a pipeline of five stages (IF, ID, EX, MEM, WB), which cycles were
    lost and why, the lines that lost most, and the last cycles as a diagram. Memory answers in one
    cycle.

"
    .to_owned();
    presets(&mut text, "pipelines with names", PIPELINE_PRESETS);
    rows(&mut text, "settings", PIPELINE_WORDS);
    text
}

fn presets(text: &mut String, title: &str, presets: &[(&str, &str, &str)]) {
    let _ = writeln!(text, "{title}:\n");
    for (name, spec, doc) in presets {
        let _ = writeln!(text, "  {name}: {spec}\n    {doc}");
    }
    text.push('\n');
}

fn rows(text: &mut String, title: &str, rows: &[SettingRow]) {
    let _ = writeln!(text, "{title}:\n");
    for row in rows {
        let _ = writeln!(text, "  {}\n    {}", row.name, row.doc);
    }
    text.push('\n');
}
