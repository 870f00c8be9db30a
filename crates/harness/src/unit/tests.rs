//! Unit tests of the course project, of small broken functions, and of broken descriptions.

use super::*;
use assembler::{Assembler, FileCache, FsLoader};
use diag::{RenderOptions, render};
use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

fn project(machine: &str) -> UnitOptions {
    UnitOptions {
        project: Path::new("../../asm").join(machine).join("2048"),
        ..UnitOptions::default()
    }
}

/// Small functions, most of them wrong.
fn functions() -> UnitOptions {
    UnitOptions {
        project: Path::new("tests/functions").to_owned(),
        ..UnitOptions::default()
    }
}

fn run_text(text: &str, options: &UnitOptions) -> UnitResult {
    let mut loader = FsLoader::new(Path::new("")).with_full_names();
    run(
        "test.unit.toml",
        text,
        options,
        &FileCache::default(),
        &mut loader,
        &mut Assembler::default(),
    )
}

/// All that a person may be shown.
fn shown(result: &UnitResult) -> String {
    let mut text = String::new();
    let plain = RenderOptions::default();
    for diagnostic in &result.diagnostics {
        text += &render(&result.sources, diagnostic, &plain);
    }
    for case in &result.cases {
        let _ = writeln!(text, "{}: {}", case.name, case.verdict.words());
        for line in &case.lines {
            let _ = writeln!(text, "    {line}");
        }
        for diagnostic in &case.diagnostics {
            text += &render(&result.sources, diagnostic, &plain);
        }
    }
    text
}

fn shows(text: &str, options: &UnitOptions) -> String {
    shown(&run_text(text, options))
}

#[test]
fn the_course_project_passes_its_unit_tests() {
    for machine in ["rv32", "mips32"] {
        for scramble in [0, 3] {
            let options = UnitOptions {
                check: true,
                scramble,
                ..project(machine)
            };
            let folder = options.project.join("tests/unit");
            let mut files = 0;
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                assert!(is_unit_file(&path));
                let result = run_text(&fs::read_to_string(&path).unwrap(), &options);
                let shown = shown(&result);
                assert!(result.verdict.is_passed(), "{}\n{shown}", path.display());
                assert!(result.cases.len() >= 2, "{}", path.display());
                files += 1;
            }
            assert_eq!(files, 8);
        }
    }
}

#[test]
fn ten_thousand_cases_take_no_time() {
    let mut text = String::from("call = \"merge\"\nargs = [\"&addresses(row)\", 4]\n");
    for number in 0..10_000 {
        let _ = write!(
            text,
            "[[case]]\nrow = {{ halfwords = [2, 4, {}, 0] }}\nreturns = [0, 0]\n",
            number + 5
        );
    }
    let begin = Instant::now();
    let result = run_text(&text, &project("rv32"));
    println!("10 000 cases in {:.1?}", begin.elapsed());
    assert!(result.verdict.is_passed());
    assert_eq!(result.cases.len(), 10_000);
}

/// Keys that most descriptions below have in common.
const LINK: &str = "link = [\"src/functions\"]\n";

#[test]
fn failing_cases_explain_themselves() {
    let text = format!(
        r#"{LINK}
[[case]]
name = "right"
call = "add"
args = [-3, "'a'"]
returns = [94]

[[case]]
name = "wrong result"
call = "add"
args = [2, 3]
returns = [6, "_"]

[[case]]
name = "a register is lost"
call = "add_loses"
args = [2, 3]
returns = 5

[[case]]
name = "no end"
call = "add_endless"
max_steps = 1000

[[case]]
name = "one too many"
call = "fill"
row = {{ halfwords = [1, 2, 3] }}
args = ["&row", "len(row)", 9]
row_after = [9, 9, 8]

[[case]]
name = "output"
call = "print_number"
args = [12]
output = "13"

[[case]]
name = "a label"
call = "store_score"
args = [5]

[[case]]
name = "a label that is set"
call = "store_score"
set = {{ score = {{ words = [1] }} }}
args = [5]
score_after = [6]

[[case]]
name = "a label that may change"
call = "store_score"
args = [5]
score_after = {{ words = [5] }}

[[case]]
name = "text"
call = "copy"
to = {{ space = 8 }}
args = ["&to", "hello"]
to_after = "hallo"

[[case]]
name = "an exit that should be none"
call = "quit"
args = [3]

[[case]]
name = "another exit"
call = "quit"
args = [3]
exit = 4

[[case]]
name = "no exit"
call = "add"
exit = 4

[[case]]
name = "a pointer"
call = "last"
numbers = {{ words = [1, 2, 3] }}
args = ["&numbers", 3]
returns = ["&numbers[1]"]

[[case]]
name = "an argument that must stay"
call = "add"
args = [1, 2]
preserves = ["a0", "a1"]

[[case]]
name = "two calls"
calls = [
    {{ call = "store_score", args = [5] }},
    {{ call = "add", args = [1, 2], returns = [4] }},
]
score_after = "_"

[[case]]
name = "nothing matters"
call = "fill"
row = {{ halfwords = [1, 2] }}
args = ["&row", 2, 9]
unchanged = []
"#
    );
    insta::assert_snapshot!(shows(&text, &functions()));
}

#[test]
fn faults_show_the_source_and_the_calls() {
    let text = format!("{LINK}call = \"nested\"\nargs = [1]\n");
    insta::assert_snapshot!(shows(&text, &functions()));
}

#[test]
fn checks_and_scrambling_find_what_results_hide() {
    let text = format!("{LINK}call = \"add_loses\"\nargs = [1, 2]\nreturns = [3]\ncheck = true\n");
    insta::assert_snapshot!("check", shows(&text, &functions()));
    let text = format!("{LINK}call = \"hidden\"\nargs = [1]\nreturns = [\"_\"]\ncheck = true\n");
    insta::assert_snapshot!("unset", shows(&text, &functions()));
}

#[test]
fn one_case_can_be_chosen() {
    let text = format!(
        "{LINK}call = \"add\"\n[[case]]\nname = \"first\"\n[[case]]\nargs = [1, 1]\nreturns = [2]\n"
    );
    for (only, count) in [("first", 1), ("1", 1), ("2", 1)] {
        let options = UnitOptions {
            only: Some(only.to_owned()),
            ..functions()
        };
        assert_eq!(run_text(&text, &options).cases.len(), count, "{only}");
    }
    let options = UnitOptions {
        only: Some("frist".to_owned()),
        ..functions()
    };
    assert_eq!(run_text(&text, &options).verdict, Verdict::Unreadable);
}

#[test]
fn mistakes_in_descriptions_are_told() {
    let wrong = |text: &str| shows(&format!("{LINK}{text}"), &functions());
    insta::assert_snapshot!(
        "keys",
        wrong("call = \"add\"\nreturn = [1]\nargs = [1, 2]\n")
    );
    insta::assert_snapshot!(
        "values",
        wrong(
            "call = \"add\"\nrow = { halfwords = [1, 70000, \"x\"] }\nargs = [\"&row[x]\", \"_\"]\n\
         returns = [1, 2, 3]\nexit = \"no\"\nmax_steps = 0\n"
        )
    );
    insta::assert_snapshot!(
        "data",
        wrong(
            "call = \"add\"\na = { halfword = [1] }\nb = {}\nc = { words = [1], bytes = [2] }\n\
         d = { bytes = [\"&a\"] }\ne = { words = [\"_\"], align = 3 }\nf = 3\n"
        )
    );
    insta::assert_snapshot!(
        "names",
        wrong(
            "call = \"ad\"\nrow = { words = [1] }\nargs = [\"&rwo\", \"&addresses(score)\", \"row\", \"&row[2]\"]\n\
         set = { scor = { words = [0] } }\npreserves = [\"a77\"]\n"
        )
    );
    insta::assert_snapshot!(
        "after",
        wrong("call = \"add\"\nrow = { words = [1, 2] }\nrow_after = [1, 2, 3]\n")
    );
    insta::assert_snapshot!(
        "after_name",
        wrong("call = \"add\"\nrow = { words = [1, 2] }\nrows_after = [1, 2]\n")
    );
    insta::assert_snapshot!("syntax", wrong("call = \"add\nargs = [\n"));
    insta::assert_snapshot!(
        "registers",
        wrong("call = \"add\"\npreserves = [\"a77\"]\n")
    );
    insta::assert_snapshot!("data_as_function", wrong("call = \"score\"\n"));
}

#[test]
fn missing_sources_are_told() {
    insta::assert_snapshot!("no_label", shows("call = \"nowhere\"\n", &functions()));
    insta::assert_snapshot!(
        "no_file",
        shows("link = [\"src/none\"]\ncall = \"add\"\n", &functions())
    );
    insta::assert_snapshot!("no_case", shows("case = []\n", &functions()));
}
