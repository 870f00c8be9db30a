//! What to say when no form of an instruction fits its operands.

use diag::Span;
use machine::isa::{Bank, OperandKind, Row};

use crate::error::{AsmError, Located, Stage, Wanted};
use crate::layout::Layout;
use crate::select::{Misfit, may_omit};
use crate::tables::{Form, Tables};
use crate::template::Class;
use crate::unit::{Arg, Operand};

impl Layout<'_> {
    /// The error for an instruction that has these forms, none of which fits.
    pub(crate) fn misfit(&self, forms: u32, args: &[Operand], name: Span) -> Located {
        let text = self.text(name).to_ascii_lowercase();
        let all: Vec<Form> = self.tables.forms(forms).collect();
        let mut shown: Vec<String> = all
            .iter()
            .map(|form| describe_form(self.tables, *form))
            .collect();
        shown.dedup();
        let best = all
            .iter()
            .filter_map(|form| Some((*form, self.reason(*form, args).err()?)))
            .max_by_key(|(_, misfit)| misfit.matched());
        let pseudo = all.iter().all(|form| matches!(form, Form::Pseudo(_)));
        let counts = counts(self.tables, &all);
        match best {
            Some((_, misfit)) if misfit != Misfit::Count => {
                let error = self.describe(misfit, &text, args, &shown);
                let span = misfit_operand(misfit, args).map_or(name, |o| o.span);
                Located::new(error, span, Stage::Pass2)
            }
            _ => {
                let error = AsmError::OperandCount {
                    name: text,
                    got: args.len(),
                    want: counts,
                    forms: shown,
                    pseudo,
                };
                let stage = if pseudo { Stage::Pass1 } else { Stage::Pass2 };
                Located::new(error, name, stage)
            }
        }
    }

    /// The error for one misfit.
    pub(crate) fn describe(
        &self,
        misfit: Misfit,
        name: &str,
        args: &[Operand],
        forms: &[String],
    ) -> AsmError {
        let text = misfit_operand(misfit, args).map_or_else(String::new, |o| self.text(o.span));
        let kind = |wanted| AsmError::OperandKind {
            name: name.to_owned(),
            text: text.clone(),
            found: misfit_operand(misfit, args).map_or("nothing", kind_name),
            wanted,
            forms: forms.to_vec(),
        };
        match misfit {
            Misfit::Kind(_, wanted) => kind(wanted),
            Misfit::NotRegister(_, bank) => {
                let text = text.trim_matches(['(', ')', ' ']).to_owned();
                AsmError::UnknownRegister { text, bank }
            }
            Misfit::WrongBank(_, bank) => AsmError::WrongBank { text, bank },
            Misfit::Count => AsmError::OperandCount {
                name: name.to_owned(),
                got: args.len(),
                want: Vec::new(),
                forms: forms.to_vec(),
                pseudo: false,
            },
            Misfit::Short => {
                let known = self.tables.isa.compressed.iter().find(|c| c.name == name);
                known.map_or_else(
                    || kind(Wanted::Register(Bank::Int)),
                    |short| AsmError::NotCompressible { name: short.name },
                )
            }
        }
    }
}

pub(crate) fn misfit_operand(misfit: Misfit, args: &[Operand]) -> Option<&Operand> {
    match misfit {
        Misfit::Kind(at, _) | Misfit::NotRegister(at, _) | Misfit::WrongBank(at, _) => args.get(at),
        Misfit::Count | Misfit::Short => None,
    }
}

fn kind_name(operand: &Operand) -> &'static str {
    match operand.arg {
        Arg::Name { reg: Some(_), .. } => "a register",
        Arg::Name { .. } => "a name",
        Arg::Int(_) => "a number",
        Arg::Expr(_) => "an expression",
        Arg::Base(_) => "a register in parentheses",
        Arg::Str => "a string",
    }
}

/// How many operands the forms take.
fn counts(tables: &Tables, forms: &[Form]) -> Vec<usize> {
    let mut counts: Vec<usize> = forms
        .iter()
        .map(|form| match *form {
            Form::Row(row) => tables.isa.rows[usize::from(row)].operands.len(),
            Form::Short(short) => tables.isa.compressed[usize::from(short)].operands.len(),
            Form::Pseudo(index) => tables.template(index).params.len(),
        })
        .collect();
    counts.dedup();
    counts
}

/// A form as people write it: `addi rd, rs1, imm`.
pub(crate) fn describe_form(tables: &Tables, form: Form) -> String {
    match form {
        Form::Row(row) => describe_row(&tables.isa.rows[usize::from(row)]),
        Form::Short(short) => {
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
        Form::Pseudo(index) => {
            let pseudo = &tables.isa.pseudos[usize::from(index)];
            let mut text = pseudo.name.to_owned();
            let template = tables.template(index);
            for (k, (name, class)) in template.params.iter().enumerate() {
                match class {
                    Class::Base => text.push_str(&format!("({name})")),
                    _ if k == 0 => text.push_str(&format!(" {name}")),
                    _ => text.push_str(&format!(", {name}")),
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
