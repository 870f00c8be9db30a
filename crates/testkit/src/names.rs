//! Whether a crate spells the names of instructions, which only the machines should know.

use machine::isa::IsaDesc;
use std::collections::BTreeSet;
use std::path::Path;

/// The strings in the sources below `dir` that are the name of an instruction, with their files.
/// Tests and the files whose paths contain one of `exempt` do not count.
#[track_caller]
pub fn spelled_instructions(dir: &Path, descs: &[&IsaDesc], exempt: &[&str]) -> Vec<String> {
    let rows = descs
        .iter()
        .flat_map(|desc| desc.rows.iter().map(|row| row.name));
    let pseudos = descs
        .iter()
        .flat_map(|desc| desc.pseudos.iter().map(|pseudo| pseudo.name));
    let names: BTreeSet<&str> = rows.chain(pseudos).collect();
    let mut found = Vec::new();
    visit(dir, &mut |path, text| {
        if exempt.iter().any(|part| path.contains(part)) {
            return;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for line in code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            let strings = line.split('"').skip(1).step_by(2);
            let spelled = strings.filter(|string| names.contains(string));
            found.extend(spelled.map(|name| format!("{path}: {name}")));
        }
    });
    found
}

fn visit(dir: &Path, read: &mut impl FnMut(&str, &str)) {
    let entries = std::fs::read_dir(dir).expect("a folder of sources");
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.to_string_lossy().replace('\\', "/");
        match () {
            () if path.is_dir() && !name.ends_with("/tests") => visit(&path, read),
            () if name.ends_with(".rs") && !name.ends_with("/tests.rs") => {
                read(&name, &std::fs::read_to_string(&path).expect("a source"));
            }
            () => {}
        }
    }
}
