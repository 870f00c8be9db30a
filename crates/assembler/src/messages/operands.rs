//! What to write instead, when the operands of an instruction fit none of its forms.
//!
//! Advice names another instruction only if the tables have it.

use machine::env::CallTable;
use machine::isa::{Bank, Class, Idioms, OperandKind, Reg, Row};

use crate::instructions::select::{Misfit, Unfit};
use crate::messages::codes;
use crate::messages::error::{Hint, WantedOperand};
use crate::messages::statement::{Statement, immediate_name, register_name};
use crate::placing::layout::Layout;
use crate::text::evaluate::{self, ExprValue};
use crate::text::parsed::{Arg, Def, ParsedOperand};

impl Layout<'_> {
    /// A load or store with offset and register the wrong way round, as in `sp(4)` and `(sp)4`.
    pub(crate) fn turned_offset(&self, name: &str, args: &[ParsedOperand]) -> Option<Misfit> {
        self.memory_row(name)?;
        let [_, base, offset] = args else { return None };
        let turned = register(base) && !register(offset) && self.is_number(offset);
        turned.then_some(Misfit::Kind(1, WantedOperand::Number))
    }

    /// What to write instead of an instruction that does not fit.
    pub(crate) fn operand_hint(
        &self,
        statement: &Statement,
        forms: u32,
        args: &[ParsedOperand],
        misfit: Misfit,
    ) -> Option<Hint> {
        if let Misfit::Short(at, why) = misfit {
            return self.short_hint(&statement.name, args, at, why);
        }
        self.memory_hint(statement, args)
            .or_else(|| self.order_hint(&statement.name, forms, args))
            .or_else(|| match misfit {
                Misfit::Count => self.count_hint(statement, args),
                Misfit::Kind(at, wanted) => self.kind_hint(statement, args, at, wanted),
                Misfit::NotRegister(at, bank) => {
                    self.kind_hint(statement, args, at, WantedOperand::Register(bank))
                }
                _ => None,
            })
    }

    fn row(&self, name: &str) -> Option<&'static Row> {
        self.tables.isa.rows.iter().find(|row| row.name == name)
    }

    /// The load or store of this name.
    fn memory_row(&self, name: &str) -> Option<&'static Row> {
        self.row(name).filter(|row| {
            matches!(row.class, Class::Load | Class::Store)
                && row.operands.len() == 3
                && row.operands[2].base
        })
    }

    fn has(&self, name: &str) -> bool {
        self.tables.mnemonic(name).is_some()
    }

    fn fits(&self, name: &str, args: &[ParsedOperand]) -> bool {
        let forms = self.tables.mnemonic(name).map(|(head, _)| head);
        let mut forms = forms.into_iter().flat_map(|head| self.tables.forms(head));
        forms.any(|form| self.reason(form, args).is_ok())
    }

    /// The value of an operand that is a number, as far as it is known.
    fn number(&self, operand: &ParsedOperand) -> Option<i64> {
        match evaluate::value(&self.here(), operand) {
            Ok(ExprValue::Abs(value)) if !register(operand) => Some(value),
            _ => None,
        }
    }

    fn is_number(&self, operand: &ParsedOperand) -> bool {
        matches!(operand.arg, Arg::Int(_)) || self.number(operand).is_some()
    }

    /// Whether the operand is a label, or a name that another file may define.
    fn is_label(&self, operand: &ParsedOperand) -> bool {
        let Arg::Name { sym, reg: None } = operand.arg else {
            return false;
        };
        let symbol = self.object.parsed.symbols.get(sym.0 as usize);
        symbol.is_some_and(|s| matches!(s.def, Def::Label { .. }))
    }

    /// Whether the instruction of this name can hold the number.
    fn holds(&self, name: &str, value: i64) -> bool {
        self.row(name).is_some_and(|row| {
            let mut numbers = row.operands.iter();
            numbers.any(|o| o.kind == OperandKind::Immediate && o.field.fits(value))
        })
    }

    /// Loads and stores whose address is written in another way.
    fn memory_hint(&self, statement: &Statement, args: &[ParsedOperand]) -> Option<Hint> {
        let row = self.memory_row(&statement.name)?;
        let store = row.class == Class::Store;
        match args {
            [value, _, _] if register(value) && self.turned_offset(row.name, args).is_some() => {
                let (offset, base) = (statement.operand(2), statement.operand(1));
                let right = format!("{offset}({base})");
                let place = args[1].span.to(args[2].span);
                let hint = Hint::titled("write the offset before the register in parentheses")
                    .label("the wrong way round")
                    .and(format!("write `{right}`"));
                Some(hint.patch(place, right))
            }
            [value, base] if register(value) && register(base) => {
                let base = statement.operand(1);
                let right = statement.replaced(1, &format!("0({base})"));
                let does = if store { "writes to" } else { "reads" };
                let hint = Hint::help(format!(
                    "`{right}` {does} the memory at the address in `{base}`"
                ));
                Some(hint.steps(&[&right]))
            }
            [value, number] if register(value) && self.is_number(number) => {
                let title = format!("`{}` needs its address in a register", row.name);
                let hint = Hint::titled(title).label("");
                let Some(spare) = self.spare(statement, args) else {
                    return Some(hint.and("load the address into a free register first"));
                };
                let right = statement.replaced(1, &format!("0({spare})"));
                let li = self.idioms().load_number;
                let load = format!("{li} {spare}, {}", statement.operand(1));
                let hint = hint.and(format!("load the address first: `{load}`, then `{right}`"));
                Some(hint.steps(&[&load, &right]))
            }
            [value, label]
                if register(value) && matches!(label.arg, Arg::Name { reg: None, .. }) =>
            {
                if !self.takes_spare(row.name) {
                    return None;
                }
                let hint = Hint::titled(format!(
                    "`{}` with a label needs a spare register for the address",
                    row.name
                ));
                let hint = hint.label("an operand is missing");
                let Some(spare) = self.spare(statement, args) else {
                    return Some(hint.and("the last operand is a register that is free"));
                };
                let (label, with) = (statement.operand(1), format!("{statement}, {spare}"));
                let hint = hint
                    .and(format!("the last operand is a spare register: `{with}`"))
                    .note(format!("`{spare}` gets a part of the address of `{label}`"));
                Some(hint.steps(&[&with]))
            }
            _ => None,
        }
    }

    /// A register that is free for what an instruction needs.
    fn spare(&self, statement: &Statement, args: &[ParsedOperand]) -> Option<String> {
        let place = args.first()?.span;
        self.nearby(place).spare(statement)
    }

    /// Whether the form with a label has a register for the address.
    fn takes_spare(&self, name: &str) -> bool {
        let mut pseudos = self.tables.isa.pseudos.iter();
        pseudos.any(|p| p.name == name && p.operands.contains("symbol:sym, rt:x"))
    }

    /// The right operands in another order.
    fn order_hint(&self, name: &str, forms: u32, args: &[ParsedOperand]) -> Option<Hint> {
        let fits = |args: &[ParsedOperand]| {
            let mut forms = self.tables.forms(forms);
            forms.any(|form| self.reason(form, args).is_ok())
        };
        let mut orders: Vec<Vec<ParsedOperand>> = Vec::new();
        for k in 1..args.len().min(4) {
            let mut order = args.to_vec();
            order.swap(k - 1, k);
            orders.push(order);
        }
        if args.len() == 3 {
            let [mut left, mut right] = [args.to_vec(), args.to_vec()];
            left.rotate_left(1);
            right.rotate_right(1);
            orders.extend([left, right]);
        }
        let order = orders.into_iter().find(|order| fits(order))?;
        let right = Statement::new(name, &order, |o| self.text(o.span));
        let (first, last) = (args.first()?.span, args.last()?.span);
        let written = right.to_string();
        let operands = written.strip_prefix(name).map_or("", str::trim).to_owned();
        let hint = Hint::help(format!("in another order: `{right}`"));
        Some(hint.patch(first.to(last), operands))
    }

    fn count_hint(&self, statement: &Statement, args: &[ParsedOperand]) -> Option<Hint> {
        let name = statement.name.as_str();
        let row = self.row(name);
        match (row.map(|r| r.class), args) {
            (Some(Class::Alu | Class::MulDiv), [rd, last])
                if register(rd) && rd.arg != last.arg =>
            {
                let three = [*rd, *rd, *last];
                let twice = Statement::new(name, &three, |o| self.text(o.span));
                if self.fits(name, &three) {
                    return Some(perhaps(&twice));
                }
                let value = self.number(last)?;
                self.immediate_form(&twice, &three, 2, value)
                    .map(|s| perhaps(&s))
            }
            (Some(Class::Branch), [value, target]) if register(value) && !register(target) => {
                let zero = statement.renamed(&format!("{name}z"));
                self.fits(&zero.name, args)
                    .then(|| Hint::help(format!("to compare with zero: `{zero}`")).steps(&[&zero]))
            }
            (Some(Class::System), [number]) if self.is_number(number) => {
                let register = CallTable::usual(self.tables.isa.name)?.number;
                let register = self.tables.isa.register_name(register);
                let number = statement.operand(0);
                let load = format!("{} {register}, {number}", self.idioms().load_number);
                let hint = Hint::help(format!(
                    "the number is in `{register}`: `{load}`, then `{name}`"
                ));
                Some(hint.steps(&[&load, &name]))
            }
            (_, [rd, _, base])
                if name == self.idioms().load_address[0] && register(rd) && register(base) =>
            {
                let (rd, base) = (statement.operand(0), statement.operand(2));
                let offset = statement.operand(1);
                let add = self.idioms().add_number;
                Some(perhaps(&Statement::read(&format!(
                    "{add} {rd}, {base}, {offset}"
                ))))
            }
            (_, [rest @ .., _]) if self.fits(name, rest) => {
                let right = Statement::new(name, rest, |o| self.text(o.span));
                let hint = Hint::help(format!("without the last operand it is `{right}`"));
                Some(hint.steps(&[&right]))
            }
            _ => None,
        }
    }

    /// The instruction that does the same with the number `value` at `at`.
    fn immediate_form(
        &self,
        statement: &Statement,
        args: &[ParsedOperand],
        at: usize,
        value: i64,
    ) -> Option<Statement> {
        if at + 1 != args.len() {
            return None;
        }
        let Idioms {
            subtract,
            add_number: add,
            ..
        } = *self.idioms();
        if statement.name == subtract && self.has(add) {
            let minus = value.checked_neg().filter(|v| self.holds(add, *v))?;
            let text = match args[at].arg {
                Arg::Int(_) => minus.to_string(),
                _ => format!("-{}", statement.operand(at)),
            };
            return Some(statement.renamed(add).replaced(at, &text));
        }
        let name = immediate_name(self.tables, &statement.name)?;
        let fits = self.holds(&name, value) && self.fits(&name, args);
        fits.then(|| statement.renamed(&name))
    }

    fn kind_hint(
        &self,
        statement: &Statement,
        args: &[ParsedOperand],
        at: usize,
        wanted: WantedOperand,
    ) -> Option<Hint> {
        let operand = args.get(at)?;
        match wanted {
            WantedOperand::Base if matches!(operand.arg, Arg::Name { reg: None, .. }) => self
                .base_hint(operand)
                .or_else(|| self.label_hint(statement, args, at)),
            WantedOperand::Register(Bank::Int) | WantedOperand::Base if self.is_number(operand) => {
                self.number_hint(statement, args, at)
            }
            WantedOperand::Register(Bank::Int) if self.is_label(operand) => {
                self.label_hint(statement, args, at)
            }
            WantedOperand::Register(Bank::Int)
                if matches!(operand.arg, Arg::Name { reg: None, .. })
                    && !self.is_misspelt_register(operand) =>
            {
                self.jump_hint(statement)
            }
            WantedOperand::Number
                if statement.name == self.idioms().load_number && self.is_label(operand) =>
            {
                let load = statement.renamed(self.idioms().load_address[0]);
                Some(Hint::help(format!("to load its address: `{load}`")).steps(&[&load]))
            }
            WantedOperand::Number if register(operand) => {
                let name = statement.name.as_str();
                if name == self.idioms().load_number {
                    return Some(self.copy_hint(statement));
                }
                let variable = Some(format!("{name}v")).filter(|n| self.has(n));
                let plain = register_name(self.tables, name).or(variable)?;
                let right = statement.renamed(&plain);
                self.fits(&plain, args).then(|| {
                    Hint::help(format!("with a register it is `{right}`")).steps(&[&right])
                })
            }
            WantedOperand::Label if register(operand) => {
                let (idioms, name) = (self.idioms(), statement.name.as_str());
                let (does, right) = match name {
                    _ if idioms.jump.contains(&name) => ("jump to the", idioms.jump_register),
                    _ if idioms.call.contains(&name) => ("call the", idioms.call_register),
                    _ if idioms.load_address.contains(&name) => {
                        return Some(self.copy_hint(statement));
                    }
                    _ => return None,
                };
                let right = statement.renamed(right);
                let words = format!("to {does} address in a register: `{right}`");
                self.has(idioms.jump_register)
                    .then(|| Hint::help(words).steps(&[&right]))
            }
            _ => None,
        }
    }

    /// Whether an operand is a register in capitals, or without what registers begin with.
    fn is_misspelt_register(&self, operand: &ParsedOperand) -> bool {
        let lower = self.text(operand.span).to_ascii_lowercase();
        let prefix = self.tables.dialect.words.register_prefix;
        let full = format!("{prefix}{lower}");
        let bare = lower.trim_start_matches(['$', '%']);
        let names = [lower.as_str(), &full, bare];
        names
            .iter()
            .any(|name| self.tables.register(name).is_some())
    }

    /// A register in parentheses that is spelt wrong.
    fn base_hint(&self, operand: &ParsedOperand) -> Option<Hint> {
        let text = self.text(operand.span);
        let name = text.strip_prefix('(')?.strip_suffix(')')?.trim();
        let lower = name.to_ascii_lowercase();
        let prefix = self.tables.dialect.words.register_prefix;
        let mut hint = Hint::titled(format!("unknown register `{name}`")).label("unknown");
        hint.code = Some(codes::UNKNOWN_REGISTER);
        let full = format!("{prefix}{lower}");
        let known = |name: &String| self.tables.register(name).is_some();
        let (words, right) = match [lower, full].into_iter().find(known)? {
            right if right.len() > name.len() => ("registers begin with `$`", right),
            right => ("registers are written in lower case", right),
        };
        let hint = hint.and(format!("{words}: `{right}`"));
        Some(hint.patch(operand.span, format!("({right})")))
    }

    /// A number where a register belongs.
    fn number_hint(
        &self,
        statement: &Statement,
        args: &[ParsedOperand],
        at: usize,
    ) -> Option<Hint> {
        let value = self.number(&args[at])?;
        let name = statement.name.as_str();
        let idioms = self.idioms();
        let li = idioms.load_number;
        if idioms.copy.contains(&name) && at == 1 {
            let load = statement.renamed(li);
            return Some(Hint::help(format!("to load a number: `{load}`")).steps(&[&load]));
        }
        if statement.base() == Some(at + 1) && self.has(idioms.add_number) {
            return Some(self.offset_hint(statement, args, at, value));
        }
        if let Some(right) = self.immediate_form(statement, args, at, value) {
            return Some(Hint::help(format!("with a number it is `{right}`")).steps(&[&right]));
        }
        let class = self.row(name).map(|r| r.class);
        let result = at == 0 && !matches!(class, Some(Class::Branch | Class::Store));
        if result || !self.has(li) {
            return None;
        }
        if value == 0 {
            let zero = self.tables.isa.register_name(Reg(0));
            let right = statement.replaced(at, zero);
            let hint = Hint::help(format!("the register `{zero}` always holds 0: `{right}`"));
            return Some(hint.steps(&[&right]));
        }
        let Some(spare) = self.spare(statement, args) else {
            return Some(Hint::help("load the number into a free register first"));
        };
        let right = statement.replaced(at, &spare);
        let load = format!("{li} {spare}, {}", statement.operand(at));
        let hint = Hint::help(format!("load the number first: `{load}`, then `{right}`"));
        Some(hint.steps(&[&load, &right]))
    }

    /// A label where a register belongs.
    fn label_hint(&self, statement: &Statement, args: &[ParsedOperand], at: usize) -> Option<Hint> {
        let name = statement.name.as_str();
        let class = self.row(name).map(|r| r.class);
        if let Some(hint) = self.jump_hint(statement) {
            return Some(hint);
        }
        let la = self.idioms().load_address[0];
        if self.idioms().copy.contains(&name) && at == 1 {
            let load = statement.renamed(la);
            return Some(Hint::help(format!("to load its address: `{load}`")).steps(&[&load]));
        }
        if at == 0 || class.is_none() || class == Some(Class::Branch) || !self.has(la) {
            return None;
        }
        let Some(spare) = self.spare(statement, args) else {
            return Some(Hint::help("load its address into a free register first"));
        };
        let right = statement.replaced(at, &spare);
        let load = format!("{la} {spare}, {}", statement.operand(at));
        let hint = Hint::help(format!("load its address first: `{load}`, then `{right}`"));
        Some(hint.steps(&[&load, &right]))
    }

    fn idioms(&self) -> &'static Idioms {
        self.tables.isa.idioms
    }

    fn copy_hint(&self, statement: &Statement) -> Hint {
        let copy = statement.renamed(self.idioms().copy[0]);
        Hint::help(format!("to copy a register: `{copy}`")).steps(&[&copy])
    }

    /// An offset where there can only be a register in parentheses.
    fn offset_hint(
        &self,
        statement: &Statement,
        args: &[ParsedOperand],
        at: usize,
        value: i64,
    ) -> Hint {
        let plain = statement.without(at);
        if value == 0 {
            return Hint::help(format!("it takes no offset: `{plain}`")).steps(&[&plain]);
        }
        let Some(spare) = self.spare(statement, args) else {
            return Hint::help("it takes no offset: add it to the base in a free register first");
        };
        let (base, offset) = (statement.operand(at + 1), statement.operand(at));
        let right = plain.replaced(at, &format!("({spare})"));
        let sum = format!("{} {spare}, {base}, {offset}", self.idioms().add_number);
        let hint = Hint::help(format!("it takes no offset: `{sum}`, then `{right}`"));
        hint.steps(&[&sum, &right])
    }

    /// A jump to a label with the instruction for an address in a register.
    fn jump_hint(&self, statement: &Statement) -> Option<Hint> {
        let idioms = self.idioms();
        let right = match statement.name.as_str() {
            name if name == idioms.jump_register => idioms.jump[0],
            name if name == idioms.call_register => idioms.call[0],
            _ => return None,
        };
        let label = statement.operand(statement.count().checked_sub(1)?);
        let right = format!("{right} {label}");
        Some(Hint::help(format!("to a label it is `{right}`")).steps(&[&right]))
    }

    /// Why a 16-bit instruction cannot hold an operand.
    fn short_hint(
        &self,
        name: &str,
        args: &[ParsedOperand],
        at: usize,
        why: Unfit,
    ) -> Option<Hint> {
        let isa = self.tables.isa;
        let short = isa.compressed.iter().find(|c| c.name == name)?;
        let bank = args.get(at).and_then(|o| match o.arg {
            Arg::Name { reg: Some(reg), .. } | Arg::Base(reg) => Some(reg.bank()),
            _ => None,
        });
        let named = |number: i64| {
            let found = isa
                .registers
                .iter()
                .find(|r| Some(r.reg.bank()) == bank && i64::from(r.reg.number()) == number);
            found.map_or_else(|| number.to_string(), |r| r.name.to_owned())
        };
        let label = match why {
            Unfit::Fixed(value) => format!("only `{}` is possible here", named(value)),
            Unfit::Popular => {
                let names: Vec<String> = (8..16).map(|k| format!("`{}`", named(k))).collect();
                format!("only {} are possible here", names.join(" "))
            }
            Unfit::Repeat => "must be the same register as before".to_owned(),
            Unfit::Range => "this number does not fit".to_owned(),
            Unfit::Nothing => return None,
        };
        let text = args.get(at).map_or_else(String::new, |o| self.text(o.span));
        let title = format!("`{name}` cannot take `{text}`");
        Some(
            Hint::titled(title)
                .label(label)
                .and(format!("the full instruction is `{}`", short.base)),
        )
    }
}

fn perhaps(statement: &Statement) -> Hint {
    Hint::help(format!("perhaps `{statement}`")).steps(&[statement])
}

/// Whether the operand is a register, in parentheses or not.
fn register(operand: &ParsedOperand) -> bool {
    matches!(operand.arg, Arg::Name { reg: Some(_), .. } | Arg::Base(_))
}
