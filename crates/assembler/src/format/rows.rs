//! The lines of a text: what is in each, without what is between it.

use crate::dialect::{Block, Directive};
use crate::outline::{ByteRange, SourceLine, SourceLines, comments_between};
use crate::source::include::statement;
use crate::tables::Tables;
use crate::text::lex::{Token, TokenKind};

/// A line of the text.
pub(super) struct SourceRow {
    /// The line with its end.
    pub at: ByteRange,
    /// What is in it; nothing if it stays as it is.
    pub content: Option<RowContent>,
}

/// What is in a line.
#[derive(Default)]
pub(super) struct RowContent {
    /// Its labels, with colons and blanks between them.
    pub labels: String,
    /// Its statements.
    pub statement: String,
    /// Its comment.
    pub comment: String,
    /// In which column that is now, from 0.
    pub comment_column: usize,
    /// How the statement is placed.
    pub style: RowStyle,
    /// Where the statement begins, and where the comment does.
    pub columns: (usize, usize),
}

/// How a statement is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RowStyle {
    /// There is none.
    #[default]
    Nothing,
    /// At the first column.
    Outer,
    /// After an indentation.
    Inner,
    /// Below the data before.
    Data,
}

/// Reads the lines of a text.
pub(super) fn read(tables: &Tables, text: &str) -> Vec<SourceRow> {
    let lines = SourceLines::read(tables, text);
    let mut rows = Vec::new();
    let mut open: Vec<&SourceLine> = Vec::new();
    let mut is_over = false;
    for line in &lines.lines {
        open.push(line);
        let is_end = text.as_bytes().get(line.at.end - 1) == Some(&b'\n');
        if is_end || line.at.end >= lines.end {
            let at = open[0].at.to(line.at);
            let reader = RowReader { tables, text, at };
            let content = reader.content(&lines, &open);
            is_over |= matches!(content, Err(Verbatim::Over));
            let content = content.ok().filter(|_| !is_over);
            rows.push(SourceRow { at, content });
            open.clear();
        }
    }
    rows
}

/// Why a line stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verbatim {
    /// It cannot be read word by word, or its blanks may mean something.
    Line,
    /// So does everything after it.
    Over,
}

struct RowReader<'a> {
    tables: &'a Tables,
    text: &'a str,
    at: ByteRange,
}

impl RowReader<'_> {
    fn word(&self, token: &Token) -> &str {
        let range = token.span.start as usize..token.span.end as usize;
        self.text.get(range).unwrap_or("")
    }

    fn content(&self, lines: &SourceLines, parts: &[&SourceLine]) -> Result<RowContent, Verbatim> {
        let mut content = RowContent::default();
        let mut end = self.at.start;
        let mut is_verbatim = false;
        for part in parts {
            let tokens = lines.tokens(part);
            let head = statement(tokens);
            let directive = tokens
                .get(head)
                .and_then(|t| self.tables.directive(self.word(t)));
            if directive == Some(Directive::Stop) {
                return Err(Verbatim::Over);
            }
            is_verbatim |= part.is_broken || part.hash.is_some() || self.is_exact(directive);
            is_verbatim |= !self.is_plain(part, tokens, end);
            // A separator with nothing before it, or after it.
            is_verbatim |= tokens.is_empty() && parts.len() > 1;
            let begins_oddly = tokens.get(head).is_some_and(|t| t.comma)
                || tokens
                    .iter()
                    .take(head + 1)
                    .skip(2)
                    .step_by(2)
                    .any(|t| !self.may_move(t));
            is_verbatim |= begins_oddly;
            if let Some(last) = tokens.last() {
                end = last.span.end as usize;
            }
            if !is_verbatim {
                self.add(&mut content, tokens, head, directive);
            }
        }
        if is_verbatim {
            return Err(Verbatim::Line);
        }
        self.comment(&mut content, end)?;
        Ok(content)
    }

    /// Whether a blank may come before a token after a label: it must not begin a comment then.
    fn may_move(&self, token: &Token) -> bool {
        token.spaced && token.kind == TokenKind::Word
            || self
                .word(token)
                .starts_with(|c: char| c.is_alphanumeric() || "_.$\\".contains(c))
    }

    /// Whether the blanks of a directive's operands may mean something.
    fn is_exact(&self, directive: Option<Directive>) -> bool {
        matches!(
            directive,
            Some(Directive::Block(
                Block::If(_) | Block::ElseIf | Block::ForEach | Block::ForEachCharacter
            ))
        )
    }

    /// Whether there is nothing but blanks and single commas between words.
    fn is_plain(&self, part: &SourceLine, tokens: &[Token], end: usize) -> bool {
        let mut from = part.at.start.max(end);
        for (k, token) in tokens.iter().enumerate() {
            let Some(gap) = self.text.get(from..token.span.start as usize) else {
                return false;
            };
            let commas = gap.matches(',').count();
            let is_blank = |c: char| matches!(c, ' ' | '\t' | ',' | ';');
            if !gap.chars().all(is_blank) || commas > usize::from(k > 0) {
                return false;
            }
            from = token.span.end as usize;
        }
        true
    }

    fn add(
        &self,
        content: &mut RowContent,
        tokens: &[Token],
        head: usize,
        directive: Option<Directive>,
    ) {
        if tokens.is_empty() {
            return;
        }
        let is_first = content.labels.is_empty() && content.statement.is_empty();
        let labels: Vec<String> = tokens[..head]
            .iter()
            .step_by(2)
            .map(|label| format!("{}:", self.word(label)))
            .collect();
        let labels = labels.join(" ");
        let statement = self.statement(&tokens[head..], directive);
        if is_first {
            content.labels = labels;
            content.style = self.style(&tokens[head..], directive);
            content.statement = statement;
            return;
        }
        let next = format!("{labels} {statement}");
        if !content.statement.is_empty() || !content.labels.is_empty() {
            content.statement.push_str("; ");
        }
        content.statement.push_str(next.trim());
        if content.style == RowStyle::Nothing {
            content.style = RowStyle::Inner;
        }
    }

    fn style(&self, tokens: &[Token], directive: Option<Directive>) -> RowStyle {
        let Some(first) = tokens.first() else {
            return RowStyle::Nothing;
        };
        match directive {
            Some(directive) if is_data(directive) => RowStyle::Data,
            Some(Directive::Instructions | Directive::LinkerHint) => RowStyle::Inner,
            Some(_) => RowStyle::Outer,
            None if first.kind != TokenKind::Word => RowStyle::Data,
            None => {
                let is_sign =
                    |t: &Token| matches!(t.kind, TokenKind::Op(_)) && self.is_assignment(t);
                match tokens.get(1).is_some_and(is_sign) && self.tables.dialect.assignments {
                    true => RowStyle::Outer,
                    false if self.word(first).starts_with(|c: char| c.is_ascii_digit()) => {
                        RowStyle::Data
                    }
                    false => RowStyle::Inner,
                }
            }
        }
    }

    fn is_assignment(&self, token: &Token) -> bool {
        matches!(self.word(token), "=" | "==")
    }

    /// The words of a statement with what is between them.
    fn statement(&self, tokens: &[Token], directive: Option<Directive>) -> String {
        let mut out = String::new();
        let is_instruction = directive.is_none()
            && tokens.first().is_some_and(|t| t.kind == TokenKind::Word)
            && tokens
                .get(1)
                .is_some_and(|t| t.spaced && !t.comma && t.kind != TokenKind::Colon)
            && !tokens.get(1).is_some_and(|t| self.is_assignment(t));
        for (k, token) in tokens.iter().enumerate() {
            match k {
                0 => {}
                _ if token.comma => out.push_str(", "),
                1 if is_instruction => {
                    let width = out.chars().count();
                    out.push_str(&" ".repeat(SHORT_NAME.saturating_sub(width) + 1));
                }
                _ if token.spaced => out.push(' '),
                _ => {}
            }
            out.push_str(self.word(token));
        }
        out
    }

    /// The comment after the last word.
    fn comment(&self, content: &mut RowContent, end: usize) -> Result<(), Verbatim> {
        let rest = ByteRange::new(end, self.at.end);
        let comments = comments_between(self.text, rest, &self.tables.dialect.lexical);
        let (Some(first), Some(last)) = (comments.first(), comments.last()) else {
            let rest = self.text[rest.range()].trim_matches([' ', '\t', '\r', '\n']);
            return match rest.is_empty() {
                true => Ok(()),
                false => Err(Verbatim::Line),
            };
        };
        let before = &self.text[end..first.start];
        let comment = &self.text[first.start..last.end];
        if !before.chars().all(|c| matches!(c, ' ' | '\t')) || comment.contains('\n') {
            return Err(Verbatim::Line);
        }
        let after = &self.text[last.end..self.at.end];
        if !after.trim().is_empty() {
            return Err(Verbatim::Line);
        }
        content.comment = comment.trim_end().to_owned();
        content.comment_column =
            self.text[self.at.start..first.start]
                .chars()
                .fold(0, |column, c| match c {
                    '\t' => (column / 8 + 1) * 8,
                    _ => column + 1,
                });
        Ok(())
    }
}

/// Operands of instructions with names up to this length begin in one column.
const SHORT_NAME: usize = 4;

/// Whether a directive puts data where it is.
fn is_data(directive: Directive) -> bool {
    directive.is_list()
        || matches!(
            directive,
            Directive::Space | Directive::Fill(_) | Directive::Leb { .. } | Directive::FromPointer
        )
}

impl SourceRow {
    /// Whether nothing is in it.
    pub(super) fn is_blank(&self) -> bool {
        self.content.as_ref().is_some_and(RowContent::is_blank)
    }

    /// How the line ends.
    pub(super) fn end<'t>(&self, text: &'t str) -> &'t str {
        let line = &text[self.at.range()];
        let kept = line
            .strip_suffix('\n')
            .map_or(line, |rest| rest.strip_suffix('\r').unwrap_or(rest));
        &line[kept.len()..]
    }

    /// The line as it should be.
    pub(super) fn text(&self, text: &str, usual_end: &str) -> String {
        let Some(content) = &self.content else {
            return text[self.at.range()].to_owned();
        };
        let mut out = content.labels.clone();
        let (statement, comment) = content.columns;
        if !content.statement.is_empty() {
            fill(&mut out, statement, 1);
            out.push_str(&content.statement);
        }
        if !content.comment.is_empty() {
            fill(&mut out, comment, 2);
            out.push_str(&content.comment);
        }
        let end = self.end(text);
        out.push_str(if end.is_empty() { usual_end } else { end });
        out
    }
}

/// Blanks up to a column, or at least so many if there is something before it.
fn fill(out: &mut String, column: usize, least: usize) {
    let width = out.chars().count();
    let least = if width == 0 { 0 } else { least };
    let blanks = column.saturating_sub(width).max(least);
    out.push_str(&" ".repeat(blanks));
}

impl RowContent {
    fn is_blank(&self) -> bool {
        self.labels.is_empty() && self.statement.is_empty() && self.comment.is_empty()
    }

    /// How wide it is without its comment.
    pub(super) fn width(&self) -> usize {
        let labels = self.labels.chars().count();
        if self.statement.is_empty() {
            return labels;
        }
        let gap = usize::from(labels > 0);
        self.columns.0.max(labels + gap) + self.statement.chars().count()
    }
}
