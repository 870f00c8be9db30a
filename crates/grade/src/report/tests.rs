use super::*;
use crate::record::{CoverageRecord, FuzzRecord, Standing, TaskRecord, TestRecord, VERSION};
use crate::record::{PictureRecord, ShownPicture};
use crate::similarity::Prints;
use harness::Verdict;
use harness::grading::Tier;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

fn test(name: &str, tier: Tier, passed: bool) -> TestRecord {
    TestRecord {
        name: name.to_owned(),
        tier,
        tasks: vec![0],
        passed,
        verdict: if passed {
            Verdict::Passed
        } else {
            Verdict::WrongOutput
        },
        words: if passed { "passed" } else { "wrong output" }.to_owned(),
        steps: 120,
        findings: Vec::new(),
        hint: None,
        details: match passed {
            true => String::new(),
            false => "expected `4 0 8 0`\nprinted  `4 4 0 0`".to_owned(),
        },
        cause: if passed { "" } else { "wrong-output 1" }.to_owned(),
        pictures: None,
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
        suspicions: vec!["looked-up answers? Merging (`merge`)".to_owned()],
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
            difference: Some("does not do the same as the model".to_owned()),
            counterexample: Some("row = { halfwords = [2, 2] }".to_owned()),
        }],
        prints: Prints::default(),
        sources: BTreeMap::new(),
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
        assert!(!page.contains("looked-up"));
    }
    assert!(!gradescope(&record).to_string().contains("looked-up"));
    let pair = Alike {
        first: "alice".to_owned(),
        second: "bob".to_owned(),
        score: 90,
        files: vec!["src/merge.s".to_owned()],
        functions: vec!["merge".to_owned()],
        page: "alike/1-1.html".to_owned(),
    };
    let staff = pages.staff(&record, &[&pair]);
    let staff = staff.unwrap();
    assert!(staff.contains("test_hidden") && staff.contains("alike/1-1.html"));
    assert!(staff.contains("Looked-up answers?"));
    assert!(!staff.contains("<b>merge"));
    insta::assert_snapshot!(pages.markdown(&record).unwrap());
}

/// Pictures whose files are these words, if a page has them.
fn pictures(word: &str) -> Option<PictureRecord> {
    let shown = |kind: &str, columns, rows| ShownPicture {
        columns,
        rows,
        png: format!("{word}/{kind}+="),
    };
    Some(PictureRecord {
        expected: Some(shown("expected", 8, 4)),
        actual: None,
        difference: Some(shown("difference", 1024, 512)),
    })
}

#[test]
fn wrong_pictures_are_shown_to_those_who_may_see_the_test() {
    let pages = Pages::new().unwrap();
    let mut record = record("alice", 1.25);
    record.tests[1].pictures = pictures("public");
    record.tests[2].pictures = pictures("hidden");
    record.tests[3].pictures = pictures("hinted");
    record.tests[3].cause = "wrong-picture 2".to_owned();
    let student = pages.student(&record).unwrap();
    let (_, shown) = student.split_once("<div class=\"pictures\">").unwrap();
    let (shown, after) = shown.split_once("</div>").unwrap();
    insta::assert_snapshot!(shown);
    assert!(!after.contains("<img"), "{after}");
    let staff = pages.staff(&record, &[]).unwrap();
    assert_eq!(staff.matches("<img").count(), 6);
    for (word, seen) in [("public/", true), ("hidden/", false), ("hinted/", false)] {
        assert!(staff.contains(word));
        assert_eq!(student.contains(word), seen, "{word}");
        for other in [
            pages.markdown(&record).unwrap(),
            gradescope(&record).to_string(),
            decoded(&classroom(&record)),
        ] {
            assert!(!other.contains(word), "{other}");
        }
    }
}

/// A report of these records, in a folder of its own.
struct Written {
    folder: PathBuf,
    store: Store,
}

impl Written {
    fn new(name: &str, records: &[Record]) -> Self {
        let folder = format!("jal-report-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = fs::remove_dir_all(&folder);
        let store = Store::open(&folder).unwrap();
        for record in records {
            store.keep(record).unwrap();
        }
        write(&store, true).unwrap();
        Written { folder, store }
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.join(path)).unwrap()
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn pages_link_to_each_other_whatever_the_names_are() {
    let report = Written::new("links", &[record("Anna Müller", 1.0), record("x<b>|", 1.0)]);
    let page = report.read("report.html");
    assert!(
        page.contains(r#"<a href="submissions/Anna%2520M%25C3%25BCller.html">Anna Müller</a>"#)
    );
    assert!(page.contains(r#"<a href="submissions/x%253Cb%253E%257C.html">"#));
    report.read("feedback/x%3Cb%3E%7C.md");
    let page = report.read("submissions/Anna%20M%C3%BCller.html");
    assert!(page.contains(r#"<a href="../report.html">"#));
    assert!(page.contains(r#"<a href="../feedback/Anna%2520M%25C3%25BCller.html">"#));
    assert!(!report.read("feedback/x%3Cb%3E%7C.html").contains("href="));
}

#[test]
fn the_page_of_the_class_says_what_is_worth_a_look() {
    let mut alice = record("alice", 1.25);
    alice.remarks.push("LLM.txt is missing".to_owned());
    let (mut bob, mut late) = (record("bob", 5.0), record("late", 5.0));
    bob.remarks = vec!["x".repeat(80)];
    bob.fuzz.push(bob.fuzz[0].clone());
    late.standing = Standing::Late("all of its 3 commits came after the deadline".to_owned());
    let page = Written::new("look", &[alice, bob, late]).read("report.html");
    let cut = format!("differs from the model: merge, merge; {}…<", "x".repeat(59));
    for part in [
        "differs from the model: merge; src/place.s is a link and was not taken and 1 more<",
        &cut,
        ">all of its 3 commits came after the deadline<",
        ">2 (67 %)<",
    ] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
}

#[test]
fn what_a_submission_says_does_nothing_in_feedback() {
    let bad = "<img src=x onerror=f()> [x](javascript:f())\n# y |\u{202e}";
    let mut odd = record(bad, 1.25);
    odd.commit = Some("0f1e2d".to_owned());
    odd.remarks = vec![
        format!("{bad} was not taken"),
        "one commit is late".to_owned(),
    ];
    odd.gate = Some("the public test pub/a|b does not pass".to_owned());
    odd.tasks[0].name = "Merge | move".to_owned();
    odd.tasks[0].arithmetic = "0: 2 of 3 tests pass, but `merge` differs".to_owned();
    odd.tests[3].hint = Some("1 | 2".to_owned());
    odd.tests[1].details = "```\n<b>".to_owned();
    let pages = Pages::new().unwrap();
    insta::assert_snapshot!(pages.markdown(&odd).unwrap());
    let html = pages.student(&odd).unwrap();
    assert!(
        !html.contains("<img") && !html.contains('\u{202e}'),
        "{html}"
    );
    assert!(html.contains("but <code>merge</code> differs"), "{html}");
    odd.standing = Standing::Unreadable(bad.to_owned());
    let text = pages.markdown(&odd).unwrap();
    let told = "Unreadable: &lt;img src=x onerror=f()&gt; \\[x\\](javascript:f()) \\# y \\|.";
    assert!(text.contains(&format!("\n{told}\n")), "{text}");
}

#[test]
fn a_failure_of_the_grader_is_not_the_students() {
    let mut failed = record("alice", 0.0);
    failed.standing = Standing::GraderError("signal 11 in test_hidden".to_owned());
    (failed.tests, failed.tasks) = (Vec::new(), Vec::new());
    let pages = Pages::new().unwrap();
    for text in [
        pages.student(&failed).unwrap(),
        pages.markdown(&failed).unwrap(),
        gradescope(&failed)["output"].to_string(),
        decoded(&classroom(&failed)),
    ] {
        assert!(text.to_lowercase().contains("not graded yet"), "{text}");
        assert!(text.contains("the course staff has been told"), "{text}");
        assert!(
            !text.contains("of 5 points") && !text.contains("signal"),
            "{text}"
        );
    }
    let staff = pages.staff(&failed, &[]).unwrap();
    assert!(
        staff.contains("Grader error: signal 11 in test_hidden."),
        "{staff}"
    );
    assert!(!staff.contains("of 5 points"), "{staff}");
}

#[test]
fn the_same_failure_is_told_once() {
    let mut record = record("alice", 0.0);
    for k in 0..36 {
        let mut test = test(&format!("pub/test_{k}"), Tier::Public, false);
        test.verdict = Verdict::DoesNotAssemble;
        test.words = "does not assemble".to_owned();
        test.cause = "does-not-assemble E0301 src/a.s:1".to_owned();
        test.details = format!("  error[E0301]: no `addd`\n   --> src/a.s:1:1\n  {k}\n");
        record.tests.push(test);
    }
    let pages = Pages::new().unwrap();
    for page in [
        pages.student(&record).unwrap(),
        pages.markdown(&record).unwrap(),
        pages.staff(&record, &[]).unwrap(),
    ] {
        assert_eq!(page.matches("error[E0301]").count(), 1, "{page}");
        assert!(page.contains("and 35 others"), "{page}");
        assert!(page.contains("pub/test_34, pub/test_35"), "{page}");
    }
}

#[test]
fn xml_holds_no_character_that_it_cannot_hold() {
    let mut odd = record("a\u{ffff}b\u{fffe}", 1.0);
    odd.tests[1].name = "pub/\u{fffe}odd\u{1}".to_owned();
    odd.tests[1].words = "wrong\u{ffff} output".to_owned();
    odd.tests[1].details = "printed `\u{0}\u{fffe}\u{1b}[1m𝄞`".to_owned();
    let mut late = record("late\u{fffe}", 0.0);
    late.standing = Standing::Late("why\u{ffff}".to_owned());
    let report = Written::new("xml", &[odd, late]);
    let xml = report.read("junit.xml");
    let is_legal = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    assert!(xml.chars().all(is_legal), "{xml}");
    for part in [
        "<testsuite name=\"ab\"",
        "name=\"pub/odd\" classname=\"ab.public\"",
        "<failure message=\"wrong output\">printed `𝄞`<",
        "<error message=\"why\"/>",
    ] {
        assert!(xml.contains(part), "{part} is not in\n{xml}");
    }
}

#[test]
fn all_reports_are_written_and_the_same_again() {
    let mut late = record("late", 0.0);
    late.standing = Standing::Late("all of its 3 commits came after the deadline".to_owned());
    (late.tests, late.tasks) = (Vec::new(), Vec::new());
    let others = [("bob", 5.0), ("alice", 1.25), ("=evil()", 0.0)];
    let others = others.map(|(name, earned)| record(name, earned));
    let report = Written::new("all", &[&others[..], &[late]].concat());
    let read = |name: &str| report.read(name);
    insta::assert_snapshot!("scores", read("scores.csv"));
    insta::assert_snapshot!("report_json", read("report.json"));
    insta::assert_snapshot!("junit", read("junit.xml"));
    assert_eq!(
        read("gradescope/bob.json"),
        format!("{:#}\n", gradescope(&record("bob", 5.0)))
    );
    let before = ["report.html", "report.json", "scores.csv", "junit.xml"].map(read);
    let summary = write(&report.store, true).unwrap();
    assert_eq!(summary.submissions, 4);
    assert_eq!(summary.standings, [("graded", 3), ("late", 1)]);
    let after = ["report.html", "report.json", "scores.csv", "junit.xml"].map(read);
    assert_eq!(before, after);
    assert_eq!(report.store.kept("bob", "0").unwrap().name, "bob");
    assert!(report.store.kept("bob", "1").is_none());
}

#[test]
fn other_programs_get_their_own_forms() {
    let record = record("alice", 1.25);
    insta::assert_snapshot!(format!("{:#}", gradescope(&record)));
    insta::assert_snapshot!(decoded(&classroom(&record)));
    let mut late = record;
    late.standing = Standing::Late("all of its 3 commits came after the deadline".to_owned());
    (late.tests, late.tasks, late.score) = (Vec::new(), Vec::new(), 0.0);
    insta::assert_snapshot!(format!("{:#}", gradescope(&late)));
    insta::assert_snapshot!(decoded(&classroom(&late)));
}

fn decoded(text: &str) -> String {
    let bytes = base64::Engine::decode(&base64::prelude::BASE64_STANDARD, text);
    String::from_utf8(bytes.unwrap()).unwrap()
}
