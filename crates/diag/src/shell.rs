//! Commands that a message tells people to type.

/// A word as a shell takes it: in quotes if it needs them.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// A path as a shell takes it, and as nobody takes it for an option.
pub fn shell_path(text: &str) -> String {
    match text.starts_with('-') {
        true => shell_word(&format!("./{text}")),
        false => shell_word(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_if_a_shell_would_change_them() {
        assert_eq!(shell_path("./2048"), "./2048");
        assert_eq!(shell_path("my game"), "'my game'");
        assert_eq!(shell_path("it's"), r"'it'\''s'");
        assert_eq!(shell_path("-x"), "./-x");
        assert_eq!(shell_path("~a"), "'~a'");
        assert_eq!(shell_path(""), "''");
    }
}
