//! `jal doctor`, `jal completions` and `jal man`.

use crate::folder::Folder;

#[test]
fn the_doctor_looks_at_the_project() {
    let folder = Folder::new();
    let ran = folder.jal(&["doctor"]);
    assert!(
        ran.stdout.contains("there is no project here"),
        "{}",
        ran.transcript()
    );
    assert_eq!(folder.jal(&["new", "p"]).code, Some(0));
    let ran = folder.jal(&["doctor", "p"]);
    for line in [
        "  ok     course.toml: 2048, 6 tasks",
        "  ok     reference.sealed: jal fuzz works",
    ] {
        assert!(ran.stdout.contains(line), "{}", ran.transcript());
    }
    for part in ["Programs", "Terminal", "Project", "System"] {
        assert!(
            ran.stdout.lines().any(|line| line == part),
            "{}",
            ran.transcript()
        );
    }
}

#[test]
fn what_is_wrong_is_named_with_what_to_do() {
    let folder = Folder::new().with("course.toml", "[grade]\ngate = 3\n");
    let ran = folder.jal(&["doctor"]);
    let wrong = "  WRONG  course.toml has mistakes: `gate` in [grade] has an invalid value\n         \
                 `jal test` shows them with their places\n";
    assert!(ran.stdout.contains(wrong), "{}", ran.transcript());
    assert_eq!(ran.code, Some(1));
    let variables = [("NO_COLOR", "1"), ("LC_ALL", "C"), ("PATH", "")];
    let ran = folder.jal_with_variables(&["doctor"], &variables);
    for what in ["NO_COLOR is set", "is not on PATH", "git is not installed"] {
        assert!(ran.stdout.contains(what), "{}", ran.transcript());
    }
}

#[cfg(unix)]
#[test]
fn the_locale_decides_about_utf8() {
    let folder = Folder::new();
    for (locale, expect) in [
        ("C", "note   the locale is not UTF-8"),
        ("C.UTF-8", "ok     UTF-8"),
    ] {
        let ran = folder.jal_with_variables(&["doctor"], &[("LC_ALL", locale)]);
        assert!(ran.stdout.contains(expect), "{}", ran.transcript());
    }
}

#[test]
fn shells_get_completions() {
    let folder = Folder::new();
    for (shell, word) in [
        ("bash", "complete -F _jal"),
        ("zsh", "#compdef jal"),
        ("fish", "complete -c jal"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion:arg-completer[jal]"),
    ] {
        let ran = folder.jal(&["completions", shell]);
        assert_eq!(ran.code, Some(0), "{shell}");
        assert!(ran.stdout.contains(word), "{shell}");
        // Options of commands that are described late are there, too.
        for word in ["no-check", "against", "completions"] {
            assert!(ran.stdout.contains(word), "{shell} lacks {word}");
        }
    }
    assert_eq!(folder.jal(&["completions", "tcsh"]).code, Some(2));
}

#[test]
fn man_pages_describe_every_command() {
    let folder = Folder::new();
    let ran = folder.jal(&["man", "pages"]);
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
    for page in ["jal", "jal-test", "jal-fuzz", "jal-grade", "jal-doctor"] {
        let text = std::fs::read_to_string(folder.path().join(format!("pages/{page}.1"))).unwrap();
        assert!(text.contains(".SH SYNOPSIS"), "{page}");
    }
    let test = std::fs::read_to_string(folder.path().join("pages/jal-test.1")).unwrap();
    assert!(test.contains("no\\-check"), "{test}");
}
