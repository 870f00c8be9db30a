//! Copies are found, however they are dressed; other ways to the same end are not.

use super::class::{Class, Files, SUBROUTINES, solution};
use super::folder::Folder;
use super::{RULES, few, write_course};
use std::fs;
use std::path::Path;

/// A copy that wants not to be found: other labels and registers, other data first, no comments.
fn disguised() -> Files {
    let mut files = solution();
    for (path, text) in &mut files {
        if path.ends_with(".s") {
            let lines: Vec<String> = text.lines().map(disguise).collect();
            *text = format!(
                "# All of this is mine.\n.data\nmine: .word 1, 2, 3\n.text\n{}\n",
                lines.join("\n")
            );
        }
    }
    files
}

fn disguise(line: &str) -> String {
    let code = line.split('#').next().unwrap();
    let (mut out, mut word) = (String::new(), String::new());
    for char in code.chars().chain(['\n']) {
        if char.is_ascii_alphanumeric() || char == '_' || char == '.' {
            word.push(char);
            continue;
        }
        out.push_str(&renamed(&word));
        word.clear();
        out.push(char);
    }
    format!("{}   # work of my own", out.trim_end())
}

/// Another name for the registers and labels that are one's own to name.
fn renamed(word: &str) -> String {
    let temporary = word.strip_prefix('t').and_then(|n| n.parse::<u8>().ok());
    if let Some(number) = temporary {
        return format!("t{}", (number + 3) % 7);
    }
    let own = |name: &str| word.starts_with(&format!("{name}_"));
    match SUBROUTINES.iter().any(|name| own(name)) && !SUBROUTINES.contains(&word) {
        true => format!("zz_{}", word.to_uppercase()),
        false => word.to_owned(),
    }
}

/// What three students wrote who do not know each other. Each has four of the subroutines.
fn unrelated(student: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/grade/alike");
    let names = ["check_victory", "place", "move_check", "merge"];
    let files = names.map(|name| {
        let text = fs::read_to_string(folder.join(format!("{student}-{name}.s"))).unwrap();
        (format!("src/{name}.s"), text)
    });
    files.to_vec()
}

#[test]
fn copies_are_found_and_other_ways_are_not() {
    let folder = Folder::new();
    let root = folder.path();
    write_course(&root.join("course"), RULES, &few);
    let mut class = Class::new(root.join("class"), 1);
    class.folder("alice", &solution(), 11.0);
    class.folder("bob", &disguised(), 11.0);
    for student in ["carol", "dora", "eve"] {
        class.folder(student, &unrelated(student), 3.0);
    }
    let ran = folder.jal(&["grade", "class", "--course", "course"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(
        ran.stdout.contains("2 submissions look alike: see"),
        "{}",
        ran.stdout
    );
    let report = root.join("report");
    let scores = super::scores(&report);
    for expected in &class.expected {
        assert_eq!(
            scores[&expected.name].1, expected.score,
            "{}",
            expected.name
        );
    }
    let json = fs::read_to_string(report.join("report.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let groups = json["alike"].as_array().unwrap();
    assert_eq!(groups.len(), 1, "{groups:#?}");
    let pairs = groups[0]["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 1, "{pairs:#?}");
    assert_eq!(
        (&pairs[0]["first"], &pairs[0]["second"]),
        (&"alice".into(), &"bob".into())
    );
    assert!(pairs[0]["score"].as_u64().unwrap() >= 95, "{pairs:#?}");
    // Merge passes its tests in all of them, which the points of its task do not show.
    for student in ["carol", "dora", "eve"] {
        let record = fs::read_to_string(report.join(format!("records/{student}.json"))).unwrap();
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        for test in record["tests"].as_array().unwrap() {
            if test["name"].as_str().unwrap().contains("/test_merge_") {
                assert_eq!(test["passed"], true, "{student}: {test:#}");
            }
        }
    }
    // A flag is for the staff alone.
    let page = |folder: &str| fs::read_to_string(report.join(folder).join("bob.html")).unwrap();
    assert!(page("submissions").contains("Looks like"));
    assert!(!page("feedback").contains("Looks like"));
}
