//! The descriptor's and the dialect's tables, made fast to search; built once an assembly.

use std::cell::RefCell;
use std::rc::Rc;

use std::sync::Arc;

use machine::isa::{DialectSet, IsaDesc, Reg, Subset};
use rustc_hash::FxHashMap;

use crate::dialect::{Dialect, Directive, MemoryMap, NumberRules, Original};
use crate::instructions::template::{self, Template};
use crate::options::{Additions, AssembleOptions};
use crate::text::expr;

/// One form of a mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InstructionForm {
    /// Index of an instruction.
    Row(u16),
    /// Index of a 16-bit spelling.
    Short(u16),
    /// Index of a pseudo-instruction.
    Pseudo(u16),
}

/// Everything that is looked up by name.
pub(crate) struct Tables {
    /// The instruction set.
    pub isa: &'static IsaDesc,
    /// The language.
    pub dialect: &'static Dialect,
    /// Where the program's parts go.
    pub map: MemoryMap,
    /// The part of the instruction set that may be used, if not all of it.
    pub subset: Option<Arc<Subset>>,
    /// Whether pseudo-instructions may be written.
    pub allows_pseudos: bool,
    /// Whether the instruction after a jump or branch belongs to it.
    pub delay_slots: bool,
    /// Whether numbers have their highest byte first.
    pub big_endian: bool,
    /// What the simulator of the language accepts itself, if that matters.
    pub original: Option<&'static Original>,
    /// What becomes of everything else.
    pub additions: Additions,
    heads: FxHashMap<&'static str, (u32, u32)>,
    forms: Vec<(InstructionForm, u32)>,
    registers: FxHashMap<&'static str, Reg>,
    directives: FxHashMap<&'static str, Directive>,
    templates: RefCell<Vec<Option<Rc<Template>>>>,
}

const END: u32 = u32::MAX;
/// The directive that lists data before the first one that does.
pub(crate) const FIRST_LIST: &str = ".word";

impl Tables {
    /// Tables for a machine and a language with their settings.
    pub(crate) fn new(options: &AssembleOptions) -> Self {
        let AssembleOptions { isa, dialect, .. } = *options;
        let settings = u32::from(options.delay_slots) + 2 * u32::from(options.map.compact);
        let active = DialectSet(dialect.pseudos.0 << settings);
        let count = isa.rows.len() + isa.compressed.len() + isa.pseudos.len();
        let mut tables = Tables {
            isa,
            dialect,
            map: options.memory_map(),
            subset: options.subset.clone(),
            allows_pseudos: options.pseudos,
            delay_slots: options.delay_slots,
            big_endian: options.big_endian,
            original: dialect
                .original
                .filter(|_| options.additions != Additions::Accepted),
            additions: options.additions,
            heads: FxHashMap::with_capacity_and_hasher(count, Default::default()),
            forms: Vec::with_capacity(count),
            registers: FxHashMap::with_capacity_and_hasher(192, Default::default()),
            directives: dialect.directive_names().collect(),
            templates: RefCell::new(vec![None; isa.pseudos.len()]),
        };
        let pseudos = || {
            let all = isa.pseudos.iter().enumerate();
            all.filter(|(_, pseudo)| pseudo.dialects.meets(active))
        };
        let first = pseudos().filter(|(_, pseudo)| pseudo.without.is_some());
        for (k, pseudo) in first.filter(|(_, pseudo)| !options.asks_for_row(pseudo.name)) {
            tables.add(pseudo.name, InstructionForm::Pseudo(k as u16));
        }
        let subset = options.subset.as_deref();
        let rows = isa.rows.iter().enumerate();
        for (k, row) in rows.filter(|(k, _)| subset.is_none_or(|subset| subset.has_row(*k))) {
            tables.add(row.name, InstructionForm::Row(k as u16));
        }
        if subset.is_none_or(Subset::has_compressed) {
            for (k, short) in isa.compressed.iter().enumerate() {
                tables.add(short.name, InstructionForm::Short(k as u16));
            }
        }
        for (k, pseudo) in pseudos().filter(|(_, pseudo)| pseudo.without.is_none()) {
            tables.add(pseudo.name, InstructionForm::Pseudo(k as u16));
        }
        let registers = isa.registers.iter();
        for register in registers.filter(|r| subset.is_none_or(|s| s.has_register(r.reg))) {
            let names = register.names().map(|name| (name, register.reg));
            tables.registers.extend(names);
        }
        tables
    }

    /// A number as it is in memory.
    pub(crate) fn word_bytes(&self, word: u32) -> [u8; 4] {
        match self.big_endian {
            true => word.to_be_bytes(),
            false => word.to_le_bytes(),
        }
    }

    /// The same for one of `size` bytes, at most 8: the first of the result.
    pub(crate) fn number_bytes(&self, value: i64, size: u8) -> [u8; 8] {
        let mut bytes = value.to_le_bytes();
        if self.big_endian
            && let Some(own) = bytes.get_mut(..size.into())
        {
            own.reverse();
        }
        bytes
    }

    fn add(&mut self, name: &'static str, form: InstructionForm) {
        let index = self.forms.len() as u32;
        self.forms.push((form, END));
        let entry = self.heads.entry(name).or_insert((index, index));
        if entry.1 != index {
            self.forms[entry.1 as usize].1 = index;
            entry.1 = index;
        }
    }

    /// The forms of a mnemonic in any case, and the bits that its suffixes set.
    pub(crate) fn mnemonic(&self, name: &str) -> Option<(u32, u32)> {
        if let Some((head, _)) = self.heads.get(name) {
            return Some((*head, 0));
        }
        if name.len() > 32 {
            return None;
        }
        let lower = name.to_ascii_lowercase();
        if let Some((head, _)) = self.heads.get(lower.as_str()) {
            return Some((*head, 0));
        }
        lower.match_indices('.').find_map(|(dot, _)| {
            let (head, _) = self.heads.get(&lower[..dot])?;
            let bits = self
                .forms(*head)
                .find_map(|form| self.suffix(form, &lower[dot..]))?;
            Some((*head, bits))
        })
    }

    /// Whether this is exactly a mnemonic, as the tables spell it.
    pub(crate) fn is_mnemonic(&self, name: &str) -> bool {
        self.heads.contains_key(name)
    }

    fn suffix(&self, form: InstructionForm, text: &str) -> Option<u32> {
        let InstructionForm::Row(row) = form else {
            return None;
        };
        let suffixes = self.isa.rows[row as usize].suffixes;
        suffixes.iter().find(|s| s.text == text).map(|s| s.bits)
    }

    /// All forms of a list, in order.
    pub(crate) fn forms(&self, head: u32) -> impl Iterator<Item = InstructionForm> {
        let mut next = head;
        std::iter::from_fn(move || {
            let (form, after) = self.forms.get(next as usize)?;
            next = *after;
            Some(*form)
        })
    }

    /// The register of this exact name, or with this number in any notation: `$8`, `$0x8`.
    pub(crate) fn register(&self, name: &str) -> Option<Reg> {
        let found = self.registers.get(name).copied();
        let prefix = self.dialect.words.register_prefix;
        if found.is_some() || prefix.is_empty() {
            return found;
        }
        found.or_else(|| {
            let digits = name.strip_prefix(prefix)?;
            let number = expr::number(digits, NumberRules::Word)?.ok()?;
            let numbered = format!("{prefix}{number}");
            self.registers.get(numbered.as_str()).copied()
        })
    }

    /// The directive of this name, in any case.
    pub(crate) fn directive(&self, name: &str) -> Option<Directive> {
        // All of them begin with a dot, which most words do not.
        if !name.starts_with('.') {
            return None;
        }
        let found = self.directives.get(name).copied();
        found.or_else(|| {
            let is_other = name.len() < 32 && name.bytes().any(|b| b.is_ascii_uppercase());
            let lower = is_other.then(|| name.to_ascii_lowercase())?;
            self.directives.get(lower.as_str()).copied()
        })
    }

    /// What lists data before the first directive that does.
    pub(crate) fn first_list(&self) -> Option<Directive> {
        self.directive(FIRST_LIST)
    }

    /// The compiled pseudo-instruction of this index.
    pub(crate) fn template(&self, index: u16) -> Rc<Template> {
        let mut cache = self.templates.borrow_mut();
        let slot = &mut cache[index as usize];
        slot.get_or_insert_with(|| {
            Rc::new(template::compile(&self.isa.pseudos[index as usize], self))
        })
        .clone()
    }

    /// All mnemonics.
    pub(crate) fn mnemonics(&self) -> impl Iterator<Item = &'static str> {
        self.heads.keys().copied()
    }

    /// All register names.
    pub(crate) fn register_names(&self) -> impl Iterator<Item = &'static str> {
        self.registers.keys().copied()
    }
}
