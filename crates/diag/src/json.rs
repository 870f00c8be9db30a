//! Owns the JSON form of a diagnostic, for editors, graders and other programs.
//!
//! One object a diagnostic; printed with `to_string` it is one line. Fields are only ever added:
//!
//! | field | value |
//! |---|---|
//! | `code` | `"E0101"` |
//! | `severity` | `"error"`, `"warning"` or `"note"` |
//! | `title` | what is wrong, in one line |
//! | `file` `line` `column` `endLine` `endColumn` | the primary place, or all `null` without one |
//! | `labels` | array of `{file, line, column, endLine, endColumn, text, primary}` |
//! | `trail` | array of the same, nearest first |
//! | `notes` `help` | arrays of strings |
//! | `patch` | `{file, line, column, endLine, endColumn, start, end, replacement}` or `null` |
//! | `rendered` | the message as plain text for people |
//!
//! Lines and columns count from 1, columns in characters; the end is just after the last
//! character. `start` and `end` of a patch are byte offsets. Strings are as in the source:
//! unlike `rendered` they may hold control characters (escaped by JSON).

use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, Label, Patch};
use crate::render::{RenderOptions, render};
use crate::source::{SourceMap, Span};

/// The JSON form of a diagnostic: an object with the fields `code`, `severity`, `title`, `file`,
/// `line`, `column`, `endLine`, `endColumn`, `labels`, `trail`, `notes`, `help`, `patch` and
/// `rendered`. Printed with `to_string` it is one line.
#[must_use]
pub fn to_json(map: &SourceMap, d: &Diagnostic) -> Value {
    let mut object = place(map, d.primary_span());
    let mut set = |key: &str, value: Value| object.insert(key.to_owned(), value);
    set("code", json!(d.code.0));
    set("severity", json!(d.severity.as_str()));
    set("title", json!(d.title));
    set("labels", labels(map, &d.labels));
    set("trail", labels(map, &d.trail));
    set("notes", json!(d.notes));
    set("help", json!(d.help));
    set("patch", json!(d.patch.as_ref().map(|p| patch(map, p))));
    set("rendered", json!(render(map, d, &RenderOptions::default())));
    Value::Object(object)
}

fn labels(map: &SourceMap, labels: &[Label]) -> Value {
    labels.iter().map(|l| label(map, l)).collect()
}

fn label(map: &SourceMap, label: &Label) -> Value {
    let mut object = place(map, Some(label.span));
    object.insert("text".to_owned(), json!(label.text));
    object.insert("primary".to_owned(), json!(label.primary));
    Value::Object(object)
}

fn patch(map: &SourceMap, patch: &Patch) -> Value {
    let mut object = place(map, Some(patch.span));
    object.insert("start".to_owned(), json!(patch.span.start));
    object.insert("end".to_owned(), json!(patch.span.end));
    object.insert("replacement".to_owned(), json!(patch.replacement));
    Value::Object(object)
}

fn place(map: &SourceMap, span: Option<Span>) -> Map<String, Value> {
    let start = span.map(|s| map.position(s.file, s.start));
    let end = span.map(|s| map.position(s.file, s.end.max(s.start)));
    let fields = [
        ("file", json!(span.map(|s| map.name(s.file)))),
        ("line", json!(start.map(|p| p.line))),
        ("column", json!(start.map(|p| p.column))),
        ("endLine", json!(end.map(|p| p.line))),
        ("endColumn", json!(end.map(|p| p.column))),
    ];
    fields
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn all_fields() {
        let mut map = SourceMap::default();
        let main = map.add("main.s", ".import \"lib.s\"\n");
        let lib = map.add("lib.s", "main:\n\tadid t0, t0, 1\n");
        let at = Span::new(lib, 7, 11);
        let d = Diagnostic::error(Code("E0101"), "unknown instruction `adid`")
            .primary(at, "not known")
            .trail(Span::new(main, 8, 15), "imported here")
            .note("a note")
            .help("did you mean `addi`?")
            .patch(at, "addi");
        let json = to_json(&map, &d);
        assert_eq!(json.to_string().lines().count(), 1);
        insta::assert_snapshot!(serde_json::to_string_pretty(&json).unwrap(), @r#"
        {
          "code": "E0101",
          "column": 2,
          "endColumn": 6,
          "endLine": 2,
          "file": "lib.s",
          "help": [
            "did you mean `addi`?"
          ],
          "labels": [
            {
              "column": 2,
              "endColumn": 6,
              "endLine": 2,
              "file": "lib.s",
              "line": 2,
              "primary": true,
              "text": "not known"
            }
          ],
          "line": 2,
          "notes": [
            "a note"
          ],
          "patch": {
            "column": 2,
            "end": 11,
            "endColumn": 6,
            "endLine": 2,
            "file": "lib.s",
            "line": 2,
            "replacement": "addi",
            "start": 7
          },
          "rendered": "error[E0101]: unknown instruction `adid`\n --> lib.s:2:2\n  |\n2 |     adid t0, t0, 1\n  |     ^^^^ not known\n  |\n ::: main.s:1:9\n  |\n1 | .import \"lib.s\"\n  |         ------- imported here\n  |\n  = note: a note\nhelp: did you mean `addi`?\n  |\n2 -     adid t0, t0, 1\n2 +     addi t0, t0, 1\n  |\n",
          "severity": "error",
          "title": "unknown instruction `adid`",
          "trail": [
            {
              "column": 9,
              "endColumn": 16,
              "endLine": 1,
              "file": "main.s",
              "line": 1,
              "primary": false,
              "text": "imported here"
            }
          ]
        }
        "#);
    }

    #[test]
    fn a_diagnostic_without_a_place() {
        let d = Diagnostic::warning(Code("W0001"), "nothing \x1b to do");
        insta::assert_snapshot!(to_json(&SourceMap::default(), &d), @r#"{"code":"W0001","column":null,"endColumn":null,"endLine":null,"file":null,"help":[],"labels":[],"line":null,"notes":[],"patch":null,"rendered":"warning[W0001]: nothing ␛ to do\n","severity":"warning","title":"nothing \u001b to do","trail":[]}"#);
    }
}
