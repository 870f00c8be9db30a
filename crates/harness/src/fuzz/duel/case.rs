//! What was found, as a case of a `.unit.toml` file that the reference passes.

use super::{Argument, Duel};
use crate::fuzz::generator::FuzzInput;
use crate::fuzz::spec::memory_kind;
use crate::unit::{DataKind, Word, extent, get, quoted};
use runtime::End;
use runtime::subroutine::CallEnd;

impl Duel<'_> {
    /// The inputs as a case, with what the reference made of them.
    pub(super) fn case(&self, inputs: &[FuzzInput]) -> String {
        let reference = &self.reference;
        let mut lines = vec![format!("call = {}", quoted(self.spec.call.as_bytes()))];
        let variables = self.spec.generator.variables.iter().zip(inputs);
        for (variable, input) in variables {
            if let Some(kind) = memory_kind(variable) {
                let contents = match kind {
                    DataKind::Text => {
                        let bytes: Vec<u8> = input.iter().map(|bits| *bits as u8).collect();
                        quoted(&bytes)
                    }
                    kind => list(input.iter().map(|bits| number(kind, *bits))),
                };
                let name = &variable.name;
                lines.push(format!("{name} = {{ {} = {contents} }}", kind.name()));
            }
        }
        let args = self.spec.args.iter().zip(&self.args);
        let args = args.map(|((word, _), arg)| match arg {
            Argument::Chosen(variable) => number(DataKind::Words, inputs[*variable][0]),
            Argument::Value(_) => word_text(word),
        });
        lines.push(format!("args = {}", list(args)));
        if let CallEnd::Stopped(End::Exit(code)) = reference.done.end {
            lines.push(format!("exit = {code}"));
        } else if self.spec.results > 0 {
            let results = reference.done.results[..self.spec.results].iter();
            let results = results.map(|bits| self.word(*bits));
            lines.push(format!("returns = {}", list(results)));
        }
        for (place, input) in self.memory.iter().zip(inputs) {
            let Some(item) = *place else { continue };
            let (_, layout, before) = reference.runner.block();
            let range = layout.range(&self.items, item);
            let after = reference.done.block.get(range.clone()).unwrap_or_default();
            if before.get(range) != Some(after) && !input.is_empty() {
                let item = &self.items[item];
                let elements = after.chunks_exact(item.kind.size());
                let bits = elements.map(|bytes| get(bytes, reference.runner.big_endian()));
                let values = list(bits.map(|bits| match item.kind {
                    DataKind::Words | DataKind::Pointers => self.word(bits),
                    kind => number(kind, bits),
                }));
                let values = match item.kind {
                    DataKind::Text => format!("{{ bytes = {values} }}"),
                    _ => values,
                };
                lines.push(format!("{}_after = {values}", item.name));
            }
        }
        self.globals_after(&mut lines);
        let output = reference.runner.output();
        if !output.is_empty() {
            lines.push(format!("output = {}", quoted(output)));
        }
        if !self.spec.stdin.is_empty() {
            lines.push(format!("stdin = {}", quoted(self.spec.stdin.as_bytes())));
        }
        format!("{}\n", lines.join("\n"))
    }

    /// What the reference made of labels that both have.
    fn globals_after(&self, lines: &mut Vec<String>) {
        let reference = &self.reference;
        let mut told: Vec<&str> = Vec::new();
        for stray in &reference.done.strays {
            let Some(symbol) = reference.image.symbol_before(stray.address) else {
                continue;
            };
            let known = self.own.image.symbol(&symbol.name).is_some();
            if !known || told.contains(&symbol.name.as_str()) {
                continue;
            }
            told.push(&symbol.name);
            let size = extent(reference.image, symbol.address) as usize;
            let Ok(bytes) = reference.runner.read(symbol.address, size) else {
                continue;
            };
            let kind = if size.is_multiple_of(4) {
                DataKind::Words
            } else {
                DataKind::Bytes
            };
            let elements = bytes.chunks_exact(kind.size());
            let values = elements.map(|e| number(kind, get(e, reference.runner.big_endian())));
            let (name, kind) = (&symbol.name, kind.name());
            lines.push(format!("{name}_after = {{ {kind} = {} }}", list(values)));
        }
    }

    /// A result, or a word of memory: an address by its name, because it is another one in another
    /// program.
    fn word(&self, bits: u32) -> String {
        let name = match bits as i32 {
            -65_536..=65_535 => None,
            _ => self.names(&self.reference).address(bits),
        };
        let is_known = |name: &String| {
            let plain = name.trim_start_matches('&');
            let data = plain.split('[').next();
            let mut items = self.items.iter().map(|item| item.name.as_str());
            items.any(|item| Some(item) == data) || self.own.image.symbol(plain).is_some()
        };
        match name.filter(is_known) {
            Some(name) => quoted(name.as_bytes()),
            None => number(DataKind::Words, bits),
        }
    }
}

/// A number as a file has it.
fn number(kind: DataKind, bits: u32) -> String {
    match kind {
        DataKind::Bytes | DataKind::Text => (bits & 0xff).to_string(),
        DataKind::Halfwords => (bits & 0xffff).to_string(),
        _ if bits as i32 >= -65_536 => (bits as i32).to_string(),
        _ => format!("0x{bits:08x}"),
    }
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

fn word_text(word: &Word) -> String {
    match word {
        Word::Number(bits) => number(DataKind::Words, *bits),
        Word::Address(name, 0) => format!("\"&{name}\""),
        Word::Address(name, index) => format!("\"&{name}[{index}]\""),
        Word::Addresses(name) => format!("\"&addresses({name})\""),
        Word::Length(name) => format!("\"len({name})\""),
        Word::Any => "\"_\"".to_owned(),
        Word::Text(text) => quoted(text.as_bytes()),
    }
}
