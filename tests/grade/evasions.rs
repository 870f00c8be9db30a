//! What submissions try in place of keeping to the calling convention, or of doing their task: each
//! fails its test. Correct functions that look unusual pass.
//!
//! The sources are in `evasions/`: sections that begin with `#== NAME VERDICT`, in which `SUM`
//! stands for code that does the task. The task: `f` adds up the numbers of an array. The test and the
//! functions that the course has for students are there, too.

use super::folder::Folder;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The sources for one machine.
struct Sources {
    isa: &'static str,
    ending: &'static str,
    course: &'static str,
    evasions: &'static str,
    controls: &'static str,
}

const MACHINES: [Sources; 2] = [
    Sources {
        isa: "rv32",
        ending: "s",
        course: include_str!("evasions/rv32_test.s"),
        evasions: include_str!("evasions/rv32.s"),
        controls: include_str!("evasions/rv32_controls.s"),
    },
    Sources {
        isa: "mips32",
        ending: "asm",
        course: include_str!("evasions/mips32_test.asm"),
        evasions: include_str!("evasions/mips32.asm"),
        controls: include_str!("evasions/mips32_controls.asm"),
    },
];

/// What each test of the course prints.
const EXPECTED: &str = "6 7\n10 7\n0 7\n21 7\n";

/// The sections of a text: what follows each `#==`, and the lines up to the next.
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let sections = text.split("#== ").skip(1);
    sections.filter_map(|section| section.split_once('\n'))
}

impl Sources {
    fn section(&self, name: &str) -> &str {
        let mut sections = sections(self.course);
        sections.find(|(head, _)| *head == name).unwrap().1
    }

    fn write_course(&self, folder: &Path) {
        let ending = self.ending;
        let (test, _) = self.course.split_once("#== ").unwrap();
        let rules = format!(
            "[course]\nname = \"Sums\"\nisa = \"{}\"\n[tests]\nmax_steps = \"1M\"\n\
             [[task]]\nname = \"f\"\npoints = 1\nfiles = [\"src/f.{ending}\"]\n\
             tests = [\"test_f_*\"]\nprints = false\n[grade]\nscramble = 3\n",
            self.isa
        );
        let model = sections(self.controls).next().unwrap().1;
        let files = [
            ("course.toml".to_owned(), rules),
            (format!("tests/pub/test_f_1.{ending}"), test.to_owned()),
            ("tests/pub/test_f_1.ref".to_owned(), EXPECTED.to_owned()),
            (
                format!("tests/lib.{ending}"),
                self.section("lib").to_owned(),
            ),
            (format!("src/f.{ending}"), self.source(model)),
        ];
        for (path, text) in files {
            write(&folder.join(path), &text);
        }
    }

    /// A submission as a whole file.
    fn source(&self, text: &str) -> String {
        let sum = self.section("sum");
        format!(
            ".text\n.globl f\n{}",
            text.replace("SUM", &format!("\n{sum}"))
        )
    }

    /// What comes of each submission: its points, and the verdict of its test with all findings.
    fn grade(&self, texts: &str) -> BTreeMap<String, (f64, String)> {
        let folder = Folder::new();
        self.write_course(&folder.path().join("course"));
        for (head, text) in sections(texts) {
            let name = head.split(' ').next().unwrap();
            let path = format!("class/{name}/src/f.{}", self.ending);
            write(&folder.path().join(path), &self.source(text));
        }
        let ran = folder.jal(&["grade", "class", "--course", "course"]);
        assert_eq!(
            (ran.code, ran.stderr.as_str()),
            (Some(0), ""),
            "{}",
            self.isa
        );
        let records = folder.path().join("report/records");
        let records = fs::read_dir(records).unwrap().map(|entry| {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            let record: serde_json::Value = serde_json::from_str(&text).unwrap();
            let test = &record["tests"][0];
            let mut words = vec![test["verdict"].as_str().unwrap()];
            let findings = test["findings"].as_array().unwrap().iter();
            words.extend(findings.map(|code| code.as_str().unwrap()));
            let name = record["name"].as_str().unwrap().to_owned();
            (name, (record["score"].as_f64().unwrap(), words.join(" ")))
        });
        records.collect()
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn evasions_get_no_points() {
    for machine in MACHINES {
        let graded = machine.grade(machine.evasions);
        let mut wrong = Vec::new();
        for (head, _) in sections(machine.evasions) {
            let (name, expected) = head.split_once(' ').unwrap_or((head, ""));
            let (score, found) = &graded[name];
            // Which findings explain it is for the tests of the checker.
            let verdict = found.split(' ').next();
            if *score > 0.0 || verdict != Some(expected) {
                wrong.push(format!("{name}: {found}, {score} points"));
            }
        }
        assert!(wrong.is_empty(), "{}\n{}", machine.isa, wrong.join("\n"));
    }
}

#[test]
fn correct_functions_get_all_points_however_they_look() {
    for machine in MACHINES {
        let graded = machine.grade(machine.controls);
        let lost = graded.iter().filter(|(_, (score, _))| *score < 1.0);
        let lost: Vec<_> = lost.collect();
        assert!(lost.is_empty(), "{}: {lost:#?}", machine.isa);
    }
}

#[test]
fn there_are_forty() {
    for machine in MACHINES {
        let count = |text| sections(text).count();
        let (evasions, controls) = (count(machine.evasions), count(machine.controls));
        let least = if machine.isa == "rv32" { 40 } else { 30 };
        assert!(evasions >= least && controls >= 9, "{evasions}, {controls}");
    }
}
