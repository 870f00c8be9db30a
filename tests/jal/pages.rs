//! The example of every page in docs/diagnostics gives the message that the page shows.

use crate::folder::Folder;
use std::path::Path;

/// Pages whose example needs more than one plain source file: several files, a file too large or
/// too odd to print, an ELF file from a compiler, an option of `mars`, or the time that something
/// takes.
const NOT_ONE_SOURCE: &[&str] = &[
    "E0101", "E0310", "E0403", "E0502", "E0503", "E0504", "E0507", "E0602", "E0604", "R0103",
    "R0202", "R0204", "R0304", "R0305", "CC0701", "CC0702", "CC0703", "CC0704", "CC0705", "CC0706",
    "CC0707", "CC0502", "CC0801",
];

/// Pages of the MARS dialect; a test of the assembler reads their examples.
const MARS: &[&str] = &[
    "E0508", "E0701", "E0702", "E0703", "E0704", "E0705", "E0706", "E0707", "E0708", "E0709",
    "W0204", "W0601", "W0701",
];

#[test]
fn every_example_gives_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let code = path.file_stem().unwrap().to_str().unwrap().to_string();
        let elsewhere = NOT_ONE_SOURCE.iter().chain(MARS);
        if code == "README"
            || code.starts_with(['L', 'T'])
            || elsewhere.into_iter().any(|c| *c == code)
        {
            continue;
        }
        let page = std::fs::read_to_string(&path).unwrap();
        if let Err(why) = check(&code, &page) {
            wrong.push(format!("{code}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(code: &str, page: &str) -> Result<(), String> {
    // Only a run that is watched has findings about the calling convention; those of CC06 need none.
    let is_convention = code.starts_with("CC");
    let usual = match (is_convention, code.starts_with("CC06")) {
        (_, true) => "check",
        (true, false) => "run --check",
        (false, false) => "run",
    };
    let example = page.split("## Example").nth(1).ok_or("no example")?;
    let mut rest = example.split("\n## ").next().unwrap_or("");
    let mut first = true;
    while let Some((before, after)) = rest.split_once("```text\n") {
        let (message, later) = after.split_once("```").ok_or("a block has no end")?;
        // Further examples are for the other machine.
        if first || is_convention || message.contains("example.asm") {
            check_message(usual, before, message)?;
        }
        (first, rest) = (false, later);
    }
    match first {
        true => Err("no text block".to_string()),
        false => Ok(()),
    }
}

/// Whether the program in `before` gives this message, run as it is said there, or else as usual.
fn check_message(usual: &str, before: &str, message: &str) -> Result<(), String> {
    let source = block(before, "asm").ok_or("no asm block")?;
    let file = match message.contains("example.asm") {
        true => "example.asm",
        false => "example.s",
    };
    let usual = format!("jal {usual} {file}");
    let is_command = |text: &&str| text.starts_with("jal run ") || text.starts_with("jal check ");
    let command = before.split('`').find(is_command).unwrap_or(&usual);
    let options = command.trim_start_matches("jal ");
    let mut args: Vec<&str> = options.split_whitespace().collect();
    if args.first() == Some(&"run") {
        args.splice(1..1, ["--timeout", "10s"]);
    }
    let ran = Folder::new().with(file, source).jal(&args);
    let said = ran.stderr.replace("\r\n", "\n");
    match said.contains(message.trim_end()) {
        true => Ok(()),
        false => Err(format!("`jal {}` says\n{said}", args.join(" "))),
    }
}

/// The first fenced block of this language.
fn block<'a>(text: &'a str, language: &str) -> Option<&'a str> {
    let after = text.split(&format!("```{language}\n")).nth(1)?;
    after.split("```").next()
}
