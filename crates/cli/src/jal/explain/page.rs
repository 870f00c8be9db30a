//! A page on a terminal: headings, wrapped paragraphs, code and tables, coloured if wanted.
//!
//! Only the Markdown of our own pages is understood: headings, paragraphs, lists, tables, fenced code,
//! `code`, links. What is piped elsewhere is not touched.

use std::fmt::Write as _;

const BOLD: &str = "\x1b[1m";
const HEADING: &str = "\x1b[1;4m";
const CODE: &str = "\x1b[36m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// How a page is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageStyle {
    pub(super) color: bool,
    pub(super) width: usize,
}

impl PageStyle {
    /// A page of Markdown, or of plain text whose indented lines belong to the line above.
    pub(super) fn render(self, page: &str) -> String {
        let mut out = String::new();
        let mut paragraph = String::new();
        let mut table: Vec<Vec<String>> = Vec::new();
        let mut fenced = false;
        for line in page.lines() {
            let is_row = !fenced && line.starts_with('|');
            if !is_row && !table.is_empty() {
                self.table(&mut out, &std::mem::take(&mut table));
            }
            let plain = !line.is_empty() && !line.starts_with([' ', '#', '|', '-', '*', '`']);
            if fenced || !plain {
                self.paragraph(&mut out, &std::mem::take(&mut paragraph), "");
            }
            match line {
                _ if line.starts_with("```") => fenced = !fenced,
                _ if fenced => self.line(&mut out, DIM, &format!("    {line}")),
                "" => out.push('\n'),
                _ if is_row => table.extend(cells(line)),
                _ if line.starts_with('#') => {
                    let style = if line.starts_with("##") {
                        BOLD
                    } else {
                        HEADING
                    };
                    self.line(&mut out, style, line.trim_start_matches(['#', ' ']));
                }
                _ if line.starts_with("- ") || line.starts_with("* ") => {
                    self.paragraph(&mut out, line, "  ");
                }
                _ if line.starts_with(' ') => {
                    let indent = &line[..line.len() - line.trim_start().len()];
                    self.indented(&mut out, line.trim_start(), indent);
                }
                _ => {
                    if !paragraph.is_empty() {
                        paragraph.push(' ');
                    }
                    paragraph.push_str(line);
                }
            }
        }
        self.paragraph(&mut out, &paragraph, "");
        self.table(&mut out, &table);
        out
    }

    fn line(self, out: &mut String, style: &str, text: &str) {
        let _ = match self.color {
            true => writeln!(out, "{style}{text}{RESET}"),
            false => writeln!(out, "{text}"),
        };
    }

    /// Wraps a paragraph; lines after the first are indented.
    fn paragraph(self, out: &mut String, text: &str, indent: &str) {
        if !text.is_empty() {
            self.wrap(out, &unlinked(text), "", indent);
        }
    }

    fn indented(self, out: &mut String, text: &str, indent: &str) {
        self.wrap(out, text, indent, &format!("{indent}  "));
    }

    fn wrap(self, out: &mut String, text: &str, first: &str, others: &str) {
        let mut column = first.chars().count();
        out.push_str(first);
        let mut code = false;
        for (k, word) in text.split(' ').enumerate() {
            let length = word.chars().filter(|c| *c != '`' || !self.color).count();
            if k > 0 && column + 1 + length > self.width && column > others.len() {
                out.push('\n');
                out.push_str(others);
                column = others.chars().count();
            } else if k > 0 {
                out.push(' ');
                column += 1;
            }
            self.word(out, word, &mut code);
            column += length;
        }
        out.push('\n');
    }

    /// Writes a word; what is between backquotes is code.
    fn word(self, out: &mut String, word: &str, code: &mut bool) {
        if !self.color {
            out.push_str(word);
            return;
        }
        if *code {
            out.push_str(CODE);
        }
        for (k, part) in word.split('`').enumerate() {
            if k > 0 {
                *code = !*code;
                out.push_str(if *code { CODE } else { RESET });
            }
            out.push_str(part);
        }
        if *code {
            out.push_str(RESET);
        }
    }

    /// A table in columns; its first row is the heading.
    fn table(self, out: &mut String, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |at: usize| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (k, row) in rows.iter().enumerate() {
            let last = row.len().saturating_sub(1);
            let (before, rest) = row.split_at(last);
            let mut line = String::new();
            for (cell, width) in before.iter().zip(&widths) {
                let _ = write!(line, "{cell:<width$}  ");
            }
            let indent = " ".repeat(line.chars().count());
            let text = format!("{line}{}", rest.first().map_or("", String::as_str));
            match k {
                0 => self.line(out, BOLD, text.trim_end()),
                _ => self.wrap(out, text.trim_end(), "", &indent),
            }
        }
    }
}

/// The cells of a row of a table; nothing for the line below its heading.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().trim_matches('|');
    let is_rule = inner.chars().all(|c| matches!(c, '-' | '|' | ' ' | ':'));
    let cells = inner.split('|').map(|cell| unlinked(cell.trim()));
    (!is_rule).then(|| cells.collect())
}

/// A text without the targets of links.
fn unlinked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let link = after.split_once("](").and_then(|(shown, target)| {
            let (_, behind) = target.split_once(')')?;
            Some((shown, behind))
        });
        match link {
            Some((shown, behind)) => {
                out.push_str(shown);
                rest = behind;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# E0001: a title\n\n## What it means\n\nA `word` that is long enough to be \
                        wrapped, see [E0002](E0002.md).\n\n```asm\nmain:   li   a0, 5\n```\n\n| a | \
                        b |\n|---|---|\n| `x` | one |\n| longer | two |\n- a point that also has \
                        to be wrapped\n";

    #[test]
    fn pages_fit_a_terminal() {
        let style = PageStyle {
            color: false,
            width: 30,
        };
        insta::assert_snapshot!(style.render(PAGE), @r"
        E0001: a title

        What it means

        A `word` that is long enough
        to be wrapped, see E0002.

            main:   li   a0, 5

        a       b
        `x`     one
        longer  two
        - a point that also has to be
          wrapped
        ");
    }

    #[test]
    fn colours_show_headings_and_code() {
        let style = PageStyle {
            color: true,
            width: 60,
        };
        let page = style.render("# T\n\nUse `li a0, 5` here.\nlw rd\n    Loads `x`.\n");
        assert_eq!(
            page,
            "\x1b[1;4mT\x1b[0m\n\nUse \x1b[36mli\x1b[0m \x1b[36ma0,\x1b[0m \x1b[36m5\x1b[0m here. \
             lw rd\n    Loads \x1b[36mx\x1b[0m.\n"
        );
    }

    #[test]
    fn no_line_is_wider_than_asked_unless_a_word_is() {
        let style = PageStyle {
            color: false,
            width: 40,
        };
        for entry in harness::codes::registry().pages() {
            let fenced = entry
                .page
                .split("```")
                .step_by(2)
                .collect::<Vec<_>>()
                .join("");
            let text: String = fenced
                .lines()
                .filter(|l| !l.starts_with('|'))
                .map(|l| format!("{l}\n"))
                .collect();
            for line in style.render(&text).lines().skip(1) {
                let fits = line.chars().count() <= 40 || line.trim().split(' ').count() <= 2;
                assert!(fits || !line.contains(' '), "{}: {line}", entry.code);
            }
        }
    }
}
