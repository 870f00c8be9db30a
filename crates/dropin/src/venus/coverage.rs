//! How often each instruction ran, as text and as JSON.

use super::places::CodePlaces;
use runtime::observers::Coverage;
use std::fmt::Write as _;

/// One line an instruction, in text order: `0xPC file:line count`.
pub(super) fn text(coverage: &Coverage, places: &CodePlaces<'_>) -> String {
    let mut text = String::new();
    for (pc, place, count) in lines(coverage, places) {
        let _ = writeln!(text, "0x{pc:08X} {place} {count}");
    }
    text
}

/// One object, from each address to its address, place and count.
pub(super) fn json(coverage: &Coverage, places: &CodePlaces<'_>) -> String {
    let entry = |(pc, place, count): (u32, String, u64)| {
        let place = serde_json::Value::from(place);
        format!("\"{pc}\":{{\"pc\":{pc},\"loc\":{place},\"count\":{count}}}")
    };
    let entries: Vec<String> = lines(coverage, places).map(entry).collect();
    format!("{{{}}}\n", entries.join(","))
}

fn lines(coverage: &Coverage, places: &CodePlaces<'_>) -> impl Iterator<Item = (u32, String, u64)> {
    places.instructions().into_iter().map(|(pc, _)| {
        (
            pc,
            places.location(pc).unwrap_or_else(|| "?".to_owned()),
            coverage.count(pc),
        )
    })
}
