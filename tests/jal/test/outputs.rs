//! Coverage, and results for other programs.

use super::steady;
use crate::folder::Folder;
use std::path::Path;

/// A small project with a test that passes and one that does not.
fn largest() -> Folder {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/largest");
    let mut folder = Folder::new();
    for name in ["src/largest.s", "tests/pub/test_largest_1.s"] {
        folder = folder.with(name, std::fs::read(example.join(name)).unwrap());
    }
    let second = std::fs::read_to_string(example.join("tests/pub/test_largest_2.s")).unwrap();
    folder
        .with("tests/pub/test_largest_1.ref", "9\n")
        .with("tests/pub/test_largest_2.s", second)
        .with("tests/pub/test_largest_2.ref", "-3\n")
}

#[test]
fn coverage_is_a_table_of_files() {
    let ran = largest().jal(&["test", "--coverage", "-t", "test_largest_1"]);
    insta::assert_snapshot!(steady(&ran), @r"
    --- stdout
    1 passed, 0 failed in TIME

    Coverage by 1 test

      file                 lines run  branches both ways  never run
      src/largest.s  10 of 10  100 %       2 of 3   66 %

    Branches that went only one way

      src/largest.s:9  never taken
    --- exit code 0
    ");
}

#[test]
fn coverage_of_each_test() {
    let ran = largest().jal(&["test", "--coverage=tests", "-t", "test_largest_1"]);
    insta::assert_snapshot!(steady(&ran), @r"
    --- stdout
    1 passed, 0 failed in TIME

    Coverage by 1 test

      file                 lines run  branches both ways  never run
      src/largest.s  10 of 10  100 %       2 of 3   66 %

    Branches that went only one way

      src/largest.s:9  never taken

      test                      lines run  branches both ways  only this test
      pub/test_largest_1  10 of 10  100 %       2 of 3   66 %  10 lines
    --- exit code 0
    ");
}

#[test]
fn coverage_is_a_page() {
    let folder = largest();
    let ran = folder.jal(&["test", "--coverage=html"]);
    assert!(ran.stdout.contains("coverage.html"), "{}", ran.stdout);
    let page = std::fs::read_to_string(folder.path().join("coverage.html")).unwrap();
    assert!(page.contains("<h2>src/largest.s</h2>"));
    assert!(page.contains("never taken"));
    assert!(!page.contains("tests/pub/test_largest_1.s"));
}

#[test]
fn json_is_all_there_is_on_standard_output() {
    let ran = largest().jal(&["test", "--json", "--coverage"]);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&json["version"], ran.code), (&1.into(), Some(1)));
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &1.into()));
    let failed = &json["tests"][1];
    assert_eq!(failed["verdict"], "wrong-output");
    assert_eq!(
        (&failed["output"], &failed["expected"]),
        (&"0\n".into(), &"-3\n".into())
    );
    assert_eq!(failed["printedAt"]["file"], "tests/pub/test_largest_2.s");
    assert_eq!(json["coverage"]["files"][0]["name"], "src/largest.s");
}

#[test]
fn junit_goes_to_a_file() {
    let folder = largest();
    let ran = folder.jal(&["test", "--junit", "results.xml"]);
    assert_eq!(ran.code, Some(1));
    let xml = std::fs::read_to_string(folder.path().join("results.xml")).unwrap();
    assert!(xml.contains("<testsuite name=\"pub\" tests=\"2\""), "{xml}");
    let ran = folder.jal(&["test", "--junit", "missing/results.xml"]);
    assert_eq!(ran.code, Some(3));
    assert!(ran.stderr.contains("missing/results.xml"), "{}", ran.stderr);
    assert!(ran.stdout.contains("1 passed, 1 failed"), "{}", ran.stdout);
}

#[test]
fn github_gets_annotations_and_a_summary() {
    let folder = largest();
    let workspace = folder.path().parent().unwrap().to_str().unwrap();
    let variables = [
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_WORKSPACE", workspace),
        ("GITHUB_STEP_SUMMARY", "summary.md"),
    ];
    let ran = folder.jal_with_variables(&["test"], &variables);
    let own = folder.path().file_name().unwrap().to_str().unwrap();
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let [first, .., end, annotation] = lines.as_slice() else {
        panic!("{}", ran.stdout);
    };
    let token = first.strip_prefix("::stop-commands::").unwrap();
    assert_eq!(*end, format!("::{token}::"));
    let place = format!("::error file={own}/src/largest.s,line=8,col=5,");
    assert!(annotation.starts_with(&place), "{annotation}");
    let summary = std::fs::read_to_string(folder.path().join("summary.md")).unwrap();
    insta::assert_snapshot!(summary, @r"
    ### Tests: 1 passed, 1 failed

    | test | what happened | where |
    |---|---|---|
    | pub/test\_largest\_2 | wrong output starting at line 1, column 1. Probably the wrong number. The number 0 seems to be wrong. With another number here, this test passes. | src/largest.s:8 |
    ");
}
