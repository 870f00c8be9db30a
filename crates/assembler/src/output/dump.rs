//! What the stages make of a text, as text: for `--emit`, and for tests.

use std::fmt::Write;

use diag::{SourceMap, Text};
use machine::isa::IsaDesc;
use rustc_hash::FxHashSet;

use crate::dialect::Dialect;
use crate::macros::expand;
use crate::macros::hash_lines::Texts;
use crate::messages::error::{AsmError, LoadFailure};
use crate::options::{AssembleOptions, SourceLimits};
use crate::source::include::{Includes, SourceText};
use crate::tables::Tables;
use crate::text::lex::{Lexer, TokenKind};
use crate::text::parse::parse;
use crate::text::parsed::{Arg, Def, ItemKind, ParsedFile, ParsedOperand};

/// The tokens of `text`, one line each.
pub fn tokens(text: &str, dialect: &'static Dialect) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("", text);
    let mut lexer = Lexer::new(text, file, &dialect.lexical, FxHashSet::default());
    let (mut tokens, mut out) = (Vec::new(), String::new());
    while lexer.line(&mut tokens) {
        for token in &tokens {
            let separator = match (token.comma, token.spaced) {
                (true, _) => ", ",
                (false, true) => "  ",
                (false, false) => "+ ",
            };
            let kind = match token.kind {
                TokenKind::Op(_) => "op".to_owned(),
                kind => format!("{kind:?}").to_lowercase(),
            };
            let _ = writeln!(out, "{separator}{kind} {}", sources.slice(token.span));
        }
        if !tokens.is_empty() {
            out.push_str("end\n");
        }
    }
    for fault in &lexer.errors {
        let _ = writeln!(out, "! {}", fault.error.title());
    }
    out
}

/// The statements of `text`, one line each.
pub fn items(text: &str, isa: &'static IsaDesc, dialect: &'static Dialect) -> String {
    let tables = Tables::new(&AssembleOptions::new(isa, dialect));
    let mut sources = SourceMap::default();
    let mut file = sources.add("", text);
    let (mut text, mut errors) = (Text::from(text), Vec::new());
    if expand::is_needed(&tables, &text) {
        let key = String::new();
        let main = SourceText {
            id: file,
            key,
            text,
        };
        let expanded = expand::expand(&tables, main, &mut NoFiles);
        text = Text::from(expanded.text);
        errors = expanded.errors;
        file = sources.add("", text.clone());
    }
    let texts = Texts {
        main: (file, &*text),
        defines: (file, ""),
    };
    let (parsed, more) = parse(&tables, texts);
    errors.extend(more);
    let mut out = String::new();
    for item in &parsed.items {
        let _ = writeln!(
            out,
            "{}",
            show_item(&parsed, &sources, item.kind, item.span)
        );
    }
    for symbol in &parsed.symbols {
        if let Def::Constant(arg, _) = symbol.def {
            let _ = writeln!(
                out,
                "constant {} = {}",
                sources.slice(symbol.name),
                show(arg)
            );
        }
    }
    for import in &parsed.imports {
        let from = if import.relative {
            "this file"
        } else {
            "the working directory"
        };
        let _ = writeln!(out, "import {} from {from}", import.path);
    }
    for fault in &errors {
        let _ = writeln!(out, "! {}", fault.error.title());
    }
    out
}

/// What a single text can include.
struct NoFiles;

impl Includes for NoFiles {
    fn include(&mut self, path: &str, _: &SourceText) -> Result<SourceText, AsmError> {
        Err(AsmError::Load {
            path: path.to_owned(),
            relative: true,
            importer: None,
            why: LoadFailure::NotFound,
        })
    }

    fn bytes(&mut self, path: &str, importer: &SourceText) -> Result<Vec<u8>, AsmError> {
        let file = self.include(path, importer)?;
        Ok(file.text.as_bytes().to_vec())
    }

    fn limits(&self) -> SourceLimits {
        SourceLimits {
            max_files: 1000,
            max_import_depth: 1,
            ..SourceLimits::of_bytes(0)
        }
    }

    fn expanded_room(&self) -> u64 {
        u64::MAX
    }
}

fn show_item(parsed: &ParsedFile, sources: &SourceMap, kind: ItemKind, span: diag::Span) -> String {
    let text = sources.slice(span);
    match kind {
        ItemKind::Label(_) => format!("label {text}"),
        ItemKind::Insn {
            first,
            count,
            name_len,
            ..
        } => {
            let range = first as usize..(first + count) as usize;
            let operands = parsed.operands[range]
                .iter()
                .map(|o| show_operand(o, sources));
            let name = text.get(..name_len as usize).unwrap_or(text);
            format!("insn {name} [{}]", operands.collect::<Vec<_>>().join("] ["))
        }
        ItemKind::Data {
            start, len, count, ..
        } => {
            let range = start as usize..(start + len) as usize;
            let bytes = parsed.bytes[range]
                .iter()
                .take(16)
                .map(|b| format!("{b:02x}"));
            let bytes = bytes.collect::<Vec<_>>().join(" ");
            format!("data {len} bytes, {count} symbolic: {bytes}")
        }
        ItemKind::Space { .. } | ItemKind::Fill { .. } => format!("space {text}"),
        ItemKind::Align { bytes, .. } | ItemKind::Pad { bytes, .. } => format!("align {bytes}"),
        ItemKind::Reorder(on) => format!("reorder {on}"),
        ItemKind::Segment(segment) => format!("segment {}", segment.name()),
        ItemKind::Address(offset) => format!("address {offset:#x}"),
    }
}

fn show_operand(operand: &ParsedOperand, sources: &SourceMap) -> String {
    let text = sources.slice(operand.span);
    match operand.arg {
        Arg::Name { reg: Some(_), .. } => format!("reg {text}"),
        Arg::Name { .. } => format!("name {text}"),
        arg => show(arg),
    }
}

fn show(arg: Arg) -> String {
    match arg {
        Arg::Name { .. } => "symbol".to_owned(),
        Arg::Int(value) => value.to_string(),
        Arg::Expr(id) => format!("expression of {} nodes", id.len),
        Arg::Base(reg) => format!("base {}", reg.number()),
        Arg::Str => "string".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::VENUS;

    #[test]
    fn tokens_keep_their_separators() {
        let text = "x: addi a0,a0 -1 # c\n.string \"a b\" 'c' print-it:\n";
        insta::assert_snapshot!(tokens(text, &VENUS), @r#"
          word x
        + colon :
          word addi
          word a0
        , word a0
          op -
        + word 1
        end
          word .string
          str "a b"
          char 'c'
          word print-it
        + colon :
        end
        "#);
    }

    #[test]
    fn items_keep_the_order_of_the_source() {
        let text = ".data\nx: .word 1 y-2\n.space N\n.align 2\n.text\ny:lw a0, 4+N(sp)\n.equ N 3*2\n.import <a/b.s>\nfoo";
        insta::assert_snapshot!(items(text, &rv32::DESC, &VENUS), @r"
        segment data
        label x
        data 8 bytes, 1 symbolic: 01 00 00 00 00 00 00 00
        space .space N
        align 4
        segment text
        label y
        insn lw [reg a0] [expression of 3 nodes] [base 2]
        constant N = 6
        import a/b.s from the working directory
        ! unknown instruction `foo`
        ");
    }
}
