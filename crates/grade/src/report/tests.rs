use super::*;
use crate::record::{CoverageRecord, FuzzRecord, Standing, TaskRecord, TestRecord, VERSION};
use harness::grading::Tier;
use std::collections::BTreeMap;
use std::fs;

fn test(name: &str, tier: Tier, passed: bool) -> TestRecord {
    TestRecord {
        name: name.to_owned(),
        tier,
        tasks: vec![0],
        passed,
        verdict: if passed { "passed" } else { "wrong-output" }.to_owned(),
        words: if passed { "passed" } else { "wrong output" }.to_owned(),
        steps: 120,
        findings: Vec::new(),
        hint: None,
        details: match passed {
            true => String::new(),
            false => "expected `4 0 8 0`\nprinted  `4 4 0 0`".to_owned(),
        },
    }
}

fn record(name: &str, earned: f64) -> Record {
    let mut hinted = test("eval/test_secret_name", Tier::Eval, false);
    hinted.hint = Some("a row of one tile".to_owned());
    Record {
        version: VERSION,
        key: "0".to_owned(),
        course: "2048".to_owned(),
        rules: "1".to_owned(),
        name: name.to_owned(),
        standing: Standing::Graded,
        commit: None,
        remarks: vec!["src/place.s is a link and was not taken".to_owned()],
        tasks: vec![TaskRecord {
            name: "Merging".to_owned(),
            points: 5.0,
            passed: 1,
            of: 4,
            earned,
            arithmetic: format!("{earned}: 1 of 4 tests pass"),
        }],
        tests: vec![
            test("pub/test_merge_1", Tier::Public, true),
            test("pub/<b>merge</b>", Tier::Public, false),
            test("eval/test_hidden", Tier::Eval, false),
            hinted,
        ],
        score: earned,
        points: 5.0,
        gate: None,
        lints: vec!["warning[CC0601]: sp is not restored".to_owned()],
        coverage: Some(CoverageRecord {
            tests: 2,
            passed: 1,
            failed: vec!["mine: wrong output".to_owned()],
            run: 10,
            lines: 40,
        }),
        fuzz: vec![FuzzRecord {
            function: "merge".to_owned(),
            tasks: vec![0],
            cases: 12,
            difference: Some("does something else than the model".to_owned()),
            counterexample: Some("row = { halfwords = [2, 2] }".to_owned()),
        }],
        prints: BTreeMap::new(),
    }
}

#[test]
fn a_student_sees_public_tests_and_hints_alone() {
    let pages = Pages::new().unwrap();
    let record = record("alice", 1.25);
    for page in [
        pages.student(&record).unwrap(),
        pages.markdown(&record).unwrap(),
    ] {
        assert!(page.contains("test_merge_1"));
        assert!(page.contains("a row of one tile"));
        assert!(!page.contains("test_hidden"));
        assert!(!page.contains("secret_name"));
    }
    let staff = pages.staff(&record, &[("bob", 90, "src/merge.s".to_owned())]);
    let staff = staff.unwrap();
    assert!(staff.contains("test_hidden") && staff.contains("bob.html"));
    assert!(!staff.contains("<b>merge"));
    insta::assert_snapshot!(pages.markdown(&record).unwrap());
}

#[test]
fn all_reports_are_written_and_the_same_again() {
    let folder = std::env::temp_dir().join(format!("jal-report-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let store = Store::open(&folder).unwrap();
    for (name, earned) in [("bob", 5.0), ("alice", 1.25), ("=evil()", 0.0)] {
        store.keep(&record(name, earned)).unwrap();
    }
    let mut late = record("late", 0.0);
    late.standing = Standing::Late("all of its 3 commits came after the deadline".to_owned());
    (late.tests, late.tasks) = (Vec::new(), Vec::new());
    store.keep(&late).unwrap();
    let summary = write(&store, true).unwrap();
    assert_eq!((summary.submissions, summary.graded), (4, 3));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    insta::assert_snapshot!("scores", read("scores.csv"));
    insta::assert_snapshot!("report_json", read("report.json"));
    insta::assert_snapshot!("junit", read("junit.xml"));
    assert_eq!(
        read("gradescope/bob.json"),
        format!("{:#}\n", gradescope(&record("bob", 5.0)))
    );
    let before = ["report.html", "report.json", "scores.csv", "junit.xml"].map(read);
    write(&store, true).unwrap();
    let after = ["report.html", "report.json", "scores.csv", "junit.xml"].map(read);
    assert_eq!(before, after);
    assert_eq!(store.kept("bob", "0").unwrap().name, "bob");
    assert!(store.kept("bob", "1").is_none());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn other_programs_get_their_own_forms() {
    let record = record("alice", 1.25);
    insta::assert_snapshot!(format!("{:#}", gradescope(&record)));
    let bytes = base64::Engine::decode(&base64::prelude::BASE64_STANDARD, classroom(&record));
    insta::assert_snapshot!(String::from_utf8(bytes.unwrap()).unwrap());
}
