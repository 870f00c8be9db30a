//! The tables of reports.

/// A share in percent: `93.4 %`, or `-` of nothing.
pub(super) fn share(percent: Option<f64>) -> String {
    percent.map_or("-".to_owned(), |percent| format!("{percent:.1} %"))
}

/// A line that fits into a width, without blanks at its end.
pub(super) fn cut(line: &str, width: usize) -> String {
    let line = line.trim_end();
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_to_the_width() {
        assert_eq!(cut("abc  ", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("a bcd", 3), "a…");
        assert_eq!(cut("", 0), "");
    }
}
