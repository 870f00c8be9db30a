//! What to say when no form of an instruction fits its operands.

use diag::Span;
use machine::isa::{Bank, OperandKind, Reg, Row};

use crate::instructions::select::{Misfit, may_omit};
use crate::messages::error::{AsmError, FaultStage, Hint, Located, WantedOperand};
use crate::messages::statement::Statement;
use crate::messages::words::{CONSTANT, LABEL};
use crate::placing::layout::Layout;
use crate::tables::{InstructionForm, Tables};
use crate::text::parsed::{Arg, Def, ParsedOperand};

impl Layout<'_> {
    /// The errors for an instruction that has these forms, none of which fits.
    pub(crate) fn misfits(&self, forms: u32, args: &[ParsedOperand], name: Span) -> Vec<Located> {
        let first = self.misfit(forms, args, name);
        let further = match first.error {
            AsmError::UnknownRegister { .. } => self.further_registers(forms, args, first.span),
            _ => Vec::new(),
        };
        [vec![first], further].concat()
    }

    /// The other operands that are meant as registers and are none.
    fn further_registers(
        &self,
        forms: u32,
        args: &[ParsedOperand],
        first: Option<Span>,
    ) -> Vec<Located> {
        let is_misfit = |form: InstructionForm, at: usize| {
            // As if all operands before it were right.
            let mut args = args.to_vec();
            for arg in &mut args[..at] {
                arg.arg = match arg.arg {
                    Arg::Name { sym, reg: None } => Arg::Name {
                        sym,
                        reg: Some(Reg(0)),
                    },
                    other => other,
                };
            }
            match self.reason(form, &args) {
                Err(Misfit::NotRegister(found, bank)) if found == at => Some(bank),
                _ => None,
            }
        };
        let names = args.iter().enumerate().filter(|(_, arg)| {
            Some(arg.span) != first && matches!(arg.arg, Arg::Name { reg: None, .. })
        });
        let banks = names.filter_map(|(at, arg)| {
            let bank = self
                .tables
                .forms(forms)
                .find_map(|form| is_misfit(form, at))?;
            Some((arg, bank))
        });
        let unknown = banks.filter(|(arg, _)| self.kind_name(arg) == "a name");
        let fault = unknown.map(|(arg, bank)| {
            let written = self.text(arg.span);
            let text = written.trim_matches(['(', ')', ' ']).to_owned();
            // A base without its parentheses.
            let start = arg.span.start + written.find(&text).unwrap_or(0) as u32;
            let span = Span::new(arg.span.file, start, start + text.len() as u32);
            let error = AsmError::FurtherRegister { text, bank };
            Located::new(error, span, FaultStage::Pass2)
        });
        fault.collect()
    }

    fn misfit(&self, forms: u32, args: &[ParsedOperand], name: Span) -> Located {
        let text = self.text(name).to_ascii_lowercase();
        let all: Vec<InstructionForm> = self.tables.forms(forms).collect();
        let mut shown: Vec<String> = all
            .iter()
            .map(|form| describe_form(self.tables, *form))
            .collect();
        shown.dedup();
        let reasons = all.iter().filter_map(|form| self.reason(*form, args).err());
        let best = reasons
            .max_by_key(|misfit| (misfit.matched(), self.names_register(*misfit, args)))
            .unwrap_or(Misfit::Count);
        let statement = Statement::new(&text, args, |o| self.text(o.span));
        let counted = all
            .iter()
            .any(|form| takes_count(self.tables, *form, args.len(), statement.count()));
        let best = if counted { best } else { Misfit::Count };
        let best = self.turned_offset(&text, args).unwrap_or(best);
        let best = self.bare_register(args).unwrap_or(best);
        let pseudo = all
            .iter()
            .all(|form| matches!(form, InstructionForm::Pseudo(_)));
        let located = match best {
            Misfit::Count => {
                let takes = all.iter().flat_map(|f| seen_counts(self.tables, *f));
                let error = AsmError::OperandCount {
                    name: text.clone(),
                    got: args.len(),
                    want: counts(self.tables, &all),
                    written: statement.count(),
                    takes: takes.collect(),
                    forms: shown,
                    pseudo,
                };
                let stage = if pseudo {
                    FaultStage::Pass1
                } else {
                    FaultStage::Pass2
                };
                Located::new(error, name, stage)
            }
            _ => {
                let error = self.describe(best, &text, args, &shown);
                let span = misfit_operand(best, args).map_or(name, |o| o.span);
                Located::new(error, span, FaultStage::Pass2)
            }
        };
        let mut hint = self.operand_hint(&statement, forms, args, best);
        // A right number of operands of the wrong shape, as in `la a0, 4(sp)`.
        if let AsmError::OperandCount {
            written,
            takes,
            forms,
            ..
        } = &located.error
            && takes.contains(written)
        {
            let general = || forms.iter().take(3).map(|f| format!("write `{f}`"));
            let hint = hint.get_or_insert_with(|| general().fold(Hint::default(), Hint::and));
            let title = || format!("`{text}` does not take these operands");
            hint.title.get_or_insert_with(title);
            hint.label.get_or_insert_with(String::new);
        }
        let place = args.last().map_or(name, |last| name.to(last.span));
        let hint = hint.map(|hint| {
            // What comes after a jump must stay one instruction.
            let fits = hint.steps.len() == 1 || !self.tables.delay_slots;
            hint.in_place_of(self.sources, Some(place).filter(|_| fits))
        });
        located.hint(hint)
    }

    /// Whether the operand that does not fit can only be meant as a register, where the spelling
    /// of registers tells.
    fn names_register(&self, misfit: Misfit, args: &[ParsedOperand]) -> bool {
        let prefix = self.tables.dialect.words.register_prefix;
        !prefix.is_empty()
            && match misfit {
                Misfit::WrongBank(..) => true,
                Misfit::NotRegister(at, _) => {
                    (args.get(at)).is_some_and(|o| self.sources.slice(o.span).starts_with(prefix))
                }
                _ => false,
            }
    }

    /// A register that lacks what every register begins with.
    fn bare_register(&self, args: &[ParsedOperand]) -> Option<Misfit> {
        let prefix = self.tables.dialect.words.register_prefix;
        if prefix.is_empty() {
            return None;
        }
        args.iter().enumerate().find_map(|(at, arg)| {
            let Arg::Name { sym, reg: None } = arg.arg else {
                return None;
            };
            let symbol = self.object.parsed.symbols.get(sym.0 as usize)?;
            let name = self.sources.slice(symbol.name);
            let reg = self.tables.register(&format!("{prefix}{name}"))?;
            (symbol.def == Def::Undefined).then_some(Misfit::NotRegister(at, reg.bank()))
        })
    }

    /// The error for one misfit.
    pub(crate) fn describe(
        &self,
        misfit: Misfit,
        name: &str,
        args: &[ParsedOperand],
        forms: &[String],
    ) -> AsmError {
        let text = misfit_operand(misfit, args).map_or_else(String::new, |o| self.text(o.span));
        let found = misfit_operand(misfit, args).map_or("nothing", |o| self.kind_name(o));
        let named = [LABEL, CONSTANT].contains(&found);
        let bare = |text: &str| text.trim_matches(['(', ')', ' ']).to_owned();
        let kind = |wanted| AsmError::OperandKind {
            name: name.to_owned(),
            text: if named { bare(&text) } else { text.clone() },
            found,
            wanted,
            forms: forms.to_vec(),
        };
        match misfit {
            Misfit::Kind(_, wanted) => kind(wanted),
            Misfit::NotRegister(_, bank) if named => kind(WantedOperand::Register(bank)),
            Misfit::NotRegister(_, bank) => {
                let text = bare(&text);
                AsmError::UnknownRegister { text, bank }
            }
            Misfit::WrongBank(_, bank) => AsmError::WrongBank { text, bank },
            Misfit::Count => AsmError::OperandCount {
                name: name.to_owned(),
                got: args.len(),
                want: Vec::new(),
                written: args.len(),
                takes: Vec::new(),
                forms: forms.to_vec(),
                pseudo: false,
            },
            Misfit::Short(..) => {
                let known = self.tables.isa.compressed.iter().find(|c| c.name == name);
                known.map_or_else(
                    || kind(WantedOperand::Register(Bank::Int)),
                    |short| AsmError::NotCompressible { name: short.name },
                )
            }
        }
    }

    fn kind_name(&self, operand: &ParsedOperand) -> &'static str {
        match operand.arg {
            Arg::Name { reg: Some(_), .. } => "a register",
            Arg::Name { sym, .. } => {
                let symbol = self.object.parsed.symbols.get(sym.0 as usize);
                match symbol.map(|s| s.def) {
                    Some(Def::Label { .. }) => LABEL,
                    Some(Def::Constant(..)) => CONSTANT,
                    _ => "a name",
                }
            }
            Arg::Int(_) => "a number",
            Arg::Expr(_) => "an expression",
            Arg::Base(_) => "a register in parentheses",
            Arg::Str => "a string",
        }
    }
}

pub(crate) fn misfit_operand(misfit: Misfit, args: &[ParsedOperand]) -> Option<&ParsedOperand> {
    match misfit {
        Misfit::Kind(at, _)
        | Misfit::NotRegister(at, _)
        | Misfit::WrongBank(at, _)
        | Misfit::Short(at, _) => args.get(at),
        Misfit::Count => None,
    }
}

/// How many operands the forms take.
fn counts(tables: &Tables, forms: &[InstructionForm]) -> Vec<usize> {
    let mut counts: Vec<usize> = forms
        .iter()
        .map(|form| match *form {
            InstructionForm::Row(row) => tables.isa.rows[usize::from(row)].operands.len(),
            InstructionForm::Short(short) => {
                tables.isa.compressed[usize::from(short)].operands.len()
            }
            InstructionForm::Pseudo(index) => tables.template(index).params.len(),
        })
        .collect();
    counts.dedup();
    counts
}

/// Whether a form takes this number of operands; `seen` has `4(sp)` as one.
fn takes_count(tables: &Tables, form: InstructionForm, count: usize, seen: usize) -> bool {
    let isa = tables.isa;
    match form {
        InstructionForm::Short(short) => {
            let short = &isa.compressed[usize::from(short)];
            let all = short.operands.len();
            let needed = (0..all).filter(|k| !may_omit(short, *k)).count();
            count == 0 || (needed..=all).contains(&count)
        }
        // A base register may also stand without parentheses: `lw a0 4 sp`.
        InstructionForm::Row(row) if count == seen => {
            let most = isa.rows[usize::from(row)].operands.len();
            count == most || seen_counts(tables, form).contains(&count)
        }
        InstructionForm::Row(_) | InstructionForm::Pseudo(_) => {
            seen_counts(tables, form).contains(&seen)
        }
    }
}

/// The numbers of operands that a form takes, with `4(sp)` as one.
fn seen_counts(tables: &Tables, form: InstructionForm) -> Vec<usize> {
    let isa = tables.isa;
    match form {
        InstructionForm::Row(row) => {
            let operands = isa.rows[usize::from(row)].operands;
            let joined = operands
                .windows(2)
                .filter(|pair| pair[1].base && pair[0].kind == OperandKind::Immediate);
            let most = operands.len() - joined.count();
            let optional = operands.iter().filter(|o| o.default.is_some()).count();
            (most - optional..=most).collect()
        }
        InstructionForm::Short(short) => {
            let short = &isa.compressed[usize::from(short)];
            let count = short.operands.len();
            vec![(0..count).filter(|k| !may_omit(short, *k)).count()]
        }
        InstructionForm::Pseudo(index) => {
            let template = tables.template(index);
            let params = &template.params;
            let joined = params
                .windows(2)
                .filter(|pair| pair[1].1.is_base() && pair[0].1.is_number());
            vec![params.len() - joined.count()]
        }
    }
}

/// A form as people write it: `addi rd, rs1, imm`.
pub(crate) fn describe_form(tables: &Tables, form: InstructionForm) -> String {
    match form {
        InstructionForm::Row(row) => describe_row(&tables.isa.rows[usize::from(row)]),
        InstructionForm::Short(short) => {
            let short = &tables.isa.compressed[usize::from(short)];
            let base = tables.isa.rows.iter().find(|r| r.name == short.base);
            let operands = base.map_or(&[][..], |row| row.operands);
            let mut text = short.name.to_owned();
            let shown =
                (0..operands.len().min(short.operands.len())).filter(|k| !may_omit(short, *k));
            for (k, operand) in shown.map(|k| &operands[k]).enumerate() {
                text.push_str(if k == 0 { " " } else { ", " });
                text.push_str(operand.name);
            }
            text
        }
        InstructionForm::Pseudo(index) => {
            let pseudo = &tables.isa.pseudos[usize::from(index)];
            let mut text = pseudo.name.to_owned();
            let template = tables.template(index);
            for (k, (name, class)) in template.params.iter().enumerate() {
                let after_number = k > 0 && template.params[k - 1].1.is_number();
                text.push_str(match (k, class) {
                    (0, _) => " ",
                    (_, class) if class.is_base() && after_number => "",
                    _ => ", ",
                });
                match class.is_base() {
                    true => text.push_str(&format!("({name})")),
                    false => text.push_str(name),
                }
            }
            text
        }
    }
}

/// An instruction as people write it. A base register follows its offset directly; without
/// one, it is an operand of its own.
fn describe_row(row: &Row) -> String {
    let mut text = row.name.to_owned();
    for (k, operand) in row.operands.iter().enumerate() {
        let after_number = k > 0 && row.operands[k - 1].kind == OperandKind::Immediate;
        match (k, operand.base) {
            (_, true) if after_number => {}
            (0, _) => text.push(' '),
            _ => text.push_str(", "),
        }
        match operand.base {
            true => text.push_str(&format!("({})", operand.name)),
            false => text.push_str(operand.name),
        }
    }
    text
}
