//! The `serve.toml` that `--init` writes: every key with its explanation, as comments.

use super::{SECTIONS, ServeFile};
use keys::ValueShape;
use serde_json::Value;
use std::fmt::Write as _;

/// The widest line of a comment.
const WIDTH: usize = 96;

/// A file with every key, of which these have values.
pub(crate) fn commented(values: &[(&str, &str)]) -> String {
    let mut text = String::from(
        "# What `jal serve` works with. A line that begins with `#` is a comment: what holds without \
         it is\n# what it says.\n",
    );
    for section in SECTIONS {
        if section.name != ServeFile::SECTION.name {
            let _ = writeln!(text, "\n{}", section.name);
        }
        for row in section.rows() {
            // Tables follow.
            if matches!((row.shape)(), ValueShape::Table(_)) {
                continue;
            }
            let _ = writeln!(text, "\n{}", comment(row.doc.trim()));
            let given = values.iter().find(|(name, _)| *name == row.name);
            let is_value = serde_json::from_str::<Value>(row.default).is_ok();
            let _ = match (given, row.default) {
                (Some((_, value)), _) => writeln!(text, "{} = {value}", row.name),
                (None, default) if is_value => writeln!(text, "# {} = {default}", row.name),
                (None, "") => writeln!(text, "# {} = ...  # {}", row.name, row.expects),
                (None, words) => writeln!(text, "# {} = ...  # without it: {words}", row.name),
            };
        }
    }
    text
}

/// The JSON schema of the file.
pub(crate) fn schema() -> Value {
    keys::schema::schema(ServeFile::SECTION, "serve.toml of jal serve")
}

/// A text as lines of comments.
fn comment(text: &str) -> String {
    let mut lines = vec![String::from("#")];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("# {word}")),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_explains_itself() {
        let text = commented(&[("course", "\"course\"")]);
        crate::config::parse("serve.toml", &text).unwrap();
        // Each default is a value that its key takes.
        let values: String = (text.lines())
            .map(|line| match line.strip_prefix("# ") {
                Some(value) if value.contains(" = ") && !value.contains(" = ...") => {
                    format!("{value}\n")
                }
                _ if line.starts_with('#') => "\n".to_owned(),
                _ => format!("{line}\n"),
            })
            .collect();
        crate::config::parse("serve.toml", &values).unwrap();
        insta::assert_snapshot!(text);
    }
}
