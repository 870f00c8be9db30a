//! What people read about the word under the pointer, in Markdown.

use crate::code::{call_of, instructions};
use crate::explain;
use crate::names::Definition;
use crate::source::SourceView;
use crate::workspace::Workspace;
use assembler::literal;
use assembler::outline::{ByteRange, StatementKind, SymbolKind, WordKind};
use std::fmt::Write as _;
use std::path::Path;

/// Instructions of one statement that are shown.
const MOST_INSTRUCTIONS: usize = 8;

/// What is known about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoverText {
    /// The word that it is about.
    pub at: ByteRange,
    /// What there is to read, in Markdown.
    pub markdown: String,
}

impl Workspace {
    /// What is known about the word at a place.
    pub fn hover(&mut self, path: &Path, offset: usize) -> Option<HoverText> {
        let Some(view) = self.source(path) else {
            return self.key_hover(path, offset);
        };
        let index = view.outline.word_at(offset)?;
        let word = view.outline.words[index];
        let text = view.slice(word.at).to_owned();
        let target = view.language.target();
        let page = |name: &str| {
            let page = explain::instruction(target.desc(), name).unwrap_or_default();
            markdown(&in_language(&page, view.language.dialect().name))
        };
        let name = text.to_ascii_lowercase();
        let body = match word.kind {
            WordKind::Instruction | WordKind::Pseudo => {
                self.about_instruction(&view, offset, page(&name))
            }
            WordKind::Directive => {
                let found = explain::directives::directive(target, &name);
                found.map(|page| markdown(&page)).unwrap_or_default()
            }
            WordKind::Register => {
                let found = explain::registers::register(target, &text);
                found.map(|page| markdown(&page)).unwrap_or_default()
            }
            WordKind::Number => about_number(&view, offset, &text),
            WordKind::Character => about_character(&text),
            WordKind::Function => {
                let bare = text.trim_start_matches('%');
                let mut modifiers = target.desc().pseudos.iter();
                let functions = modifiers.find_map(|pseudo| {
                    let mut all = target.desc().functions_of(pseudo);
                    all.find(|(name, _)| name.trim_start_matches('%') == bare)
                });
                functions.map_or(String::new(), |(name, meaning)| {
                    format!("`{name}` means {meaning}.")
                })
            }
            WordKind::Path => {
                let place = self.definition(path, offset)?;
                format!("`{}`", place.path.display())
            }
            WordKind::Comment | WordKind::Operator | WordKind::Punctuation => return None,
            _ => self.about_name(path, offset)?,
        };
        let markdown = body.trim().to_owned();
        (!markdown.is_empty()).then_some(HoverText {
            at: word.at,
            markdown,
        })
    }

    /// The page of an instruction, what this one becomes, and what it asks the environment for.
    fn about_instruction(&mut self, view: &SourceView, offset: usize, page: String) -> String {
        let mut body = String::new();
        let Some(index) = view.outline.statement_at(offset) else {
            return page;
        };
        let statement = &view.outline.statements[index];
        if let Some((table, row)) = call_of(view, index) {
            let number = row.number.to_string();
            let target = view.language.target();
            let calls = explain::calls::called_by(&[target], table.instruction, Some(&number));
            let of = format!("of {},", table.environment);
            let own = entries(&calls)
                .into_iter()
                .find(|entry| entry.contains(&of));
            let _ = writeln!(body, "{}\n\n---\n", markdown(&own.unwrap_or(calls)));
        }
        body.push_str(&page);
        let Some(analysis) = self.analysis(&view.path) else {
            return body;
        };
        let desc = analysis.loaded.desc();
        let lines = analysis.code(&view.path, statement.at);
        let mut texts = Vec::new();
        for (program, line) in lines {
            let words = instructions(desc, program, line);
            let address = line.address;
            texts.extend(
                words.into_iter().enumerate().map(|(k, text)| {
                    format!("{:#010x}  {text}", address.wrapping_add(4 * k as u32))
                }),
            );
        }
        if !texts.is_empty() {
            texts.truncate(MOST_INSTRUCTIONS);
            let _ = writeln!(
                body,
                "\n\nIn this program:\n```text\n{}\n```",
                texts.join("\n")
            );
        }
        body
    }

    /// What a name stands for.
    fn about_name(&mut self, path: &Path, offset: usize) -> Option<String> {
        let family = self.family(path)?;
        let found = family.defined_at(0, offset)?;
        let source = family.source(found).clone();
        let name = family.symbol(found).name.clone();
        let mut body = self.heading(&source, found);
        let comment = source.comment_about(family.symbol(found).at.start);
        let analysis = self.analysis(path)?;
        if let Some(program) = &analysis.loaded.program
            && family.symbol(found).scope.is_none()
            && let Some(symbol) = program.image.symbol(&name)
        {
            match symbol.absolute {
                true => {
                    let value = symbol.address.cast_signed();
                    let _ = writeln!(body, "\n{}", numbers(value.into()));
                }
                false => {
                    let after = |address: u32| symbol.address < address;
                    let mut others = program.image.symbols.iter().filter(|s| !s.absolute);
                    let next = others.find(|other| after(other.address)).map(|s| s.address);
                    let end = program.image.segment_at(symbol.address).map(|s| s.end());
                    let end = next.into_iter().chain(end).min();
                    let size = end.filter(|_| !family.symbol(found).is_code).map(|end| {
                        let bytes = end.wrapping_sub(symbol.address);
                        format!(", {}", diag::number::count(bytes.into(), "byte"))
                    });
                    let size = size.unwrap_or_default();
                    let _ = writeln!(body, "\nAddress `{:#010x}`{size}", symbol.address);
                }
            }
        }
        if !comment.is_empty() {
            let _ = write!(body, "\n\n{}", comment.replace('\n', "  \n"));
        }
        Some(body)
    }

    /// The line that defines a name, and where it is.
    fn heading(&mut self, source: &SourceView, found: Definition) -> String {
        let symbol = &source.outline.symbols[found.symbol];
        let line = match source.outline.statements.get(symbol.statement) {
            Some(statement) if symbol.kind != SymbolKind::Label || !symbol.is_code => {
                let line: String = source.slice(statement.at).chars().take(200).collect();
                line
            }
            _ => format!("{}:", symbol.name),
        };
        let kind = match symbol.kind {
            SymbolKind::Label if symbol.is_code => "label",
            SymbolKind::Label => "data",
            SymbolKind::NumericLabel => "local label",
            SymbolKind::Constant => "constant",
            SymbolKind::Macro => "macro",
            SymbolKind::Parameter => "parameter",
            SymbolKind::Variable => "variable",
        };
        let file = source
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let number = source.text[..symbol.at.start].matches('\n').count() + 1;
        format!("```asm\n{line}\n```\n{kind} in {file}, line {number}\n")
    }
}

/// What a number is in other notations, and which call of the environment it stands for.
fn about_number(view: &SourceView, offset: usize, text: &str) -> String {
    let mut body = String::new();
    if let Some(index) = view.outline.statement_at(offset)
        && view.outline.statements[index].kind == StatementKind::Instruction
        && let Some((table, row)) = call_of(view, index)
    {
        let _ = writeln!(
            body,
            "`{} {}` of {}: **{}**. {}\n",
            table.instruction, row.number, table.environment, row.name, row.doc
        );
    }
    if let Some(value) = literal::number(text) {
        body.push_str(&numbers(value));
    }
    body
}

/// A number in all notations.
pub(crate) fn numbers(value: i64) -> String {
    let bits = value as u32;
    let mut text = format!("`{value}` = `{bits:#x}` = `{bits:#b}`");
    if let Some(character) = u8::try_from(value).ok().filter(u8::is_ascii_graphic) {
        let _ = write!(text, " = `'{}'`", char::from(character));
    }
    if i64::from(bits) != value || bits > i32::MAX as u32 {
        let _ = write!(
            text,
            "; as a word `{}`, unsigned `{bits}`",
            bits.cast_signed()
        );
    }
    text
}

fn about_character(text: &str) -> String {
    let inner = text.trim_matches('\'');
    let code = match inner.as_bytes() {
        [byte] => Some(*byte),
        [b'\\', letter] => literal::escaped(*letter),
        _ => None,
    };
    code.map_or(String::new(), |code| numbers(code.into()))
}

/// The entries of a page: each begins with a line at the first column.
fn entries(page: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for line in page.lines() {
        match entries.last_mut() {
            Some(entry) if line.starts_with(' ') || line.is_empty() => {
                entry.push('\n');
                entry.push_str(line);
            }
            _ => entries.push(line.to_owned()),
        }
    }
    entries
}

/// The entries of a page that are not only about other languages.
fn in_language(page: &str, dialect: &str) -> String {
    let mut entries = entries(page);
    entries.retain(|entry| match entry.split_once("only in ") {
        Some((_, languages)) => languages.contains(dialect),
        None => true,
    });
    entries.join("\n")
}

/// A page of `jal explain` in Markdown: headings are code, what is below them stays in lines.
pub(crate) fn markdown(page: &str) -> String {
    let mut out = String::new();
    let mut is_list = false;
    for line in page.lines() {
        let text = line.trim();
        let is_row = line.starts_with("     ")
            || line.starts_with("   ") && line.len() > 6 && {
                line.trim_start().starts_with(|c: char| c.is_ascii_digit())
                    && !line.starts_with("    ")
            };
        if is_row != is_list {
            out.push_str(if is_row { "```text\n" } else { "```\n" });
            is_list = is_row;
        }
        match (is_row, line.starts_with(' ')) {
            (true, _) => {
                let _ = writeln!(out, "{line}");
            }
            _ if text.is_empty() => out.push('\n'),
            (_, true) if text.bytes().filter(|b| matches!(b, b'0' | b'1')).count() > 8 => {
                let _ = writeln!(out, "`{text}`  ");
            }
            (_, true) => {
                let _ = writeln!(out, "{text}  ");
            }
            (_, false) if text.ends_with('.') || text.ends_with(':') => {
                let _ = writeln!(out, "\n{text}  ");
            }
            (_, false) => {
                let _ = writeln!(out, "\n**`{text}`**  ");
            }
        }
    }
    if is_list {
        out.push_str("```\n");
    }
    out.trim().to_owned()
}
