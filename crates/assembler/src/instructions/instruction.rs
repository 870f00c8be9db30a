//! One instruction to bytes: tries its forms, expands pseudo-instructions, fills the fields.

use diag::Span;
use machine::isa::{self, Bank, Class, Compressed, Field, OperandKind, Reg, Row};

use crate::dialect::{Modifier, NumericTarget, SegmentKind};
use crate::instructions::fixup::{FieldSlot, Fixup, Slot, is_32_bit};
use crate::instructions::select::{self, Fill, Fills, Misfit, Scope, Unfit};
use crate::messages::error::{AsmError, FaultStage, Hint, Located};
use crate::messages::free::Nearby;
use crate::messages::mismatch::{describe_form, misfit_operand};
use crate::messages::statement::{self, Statement, range_hint};
use crate::placing::layout::Layout;
use crate::placing::section::Section;
use crate::tables::InstructionForm;
use crate::text::evaluate::{self, ExprFault, ExprValue};
use crate::text::parsed::{Arg, ExprNode, ParsedOperand};

/// Looking for what was meant is for the first faults only.
const MAX_LOOKED_FOR: usize = 100;

/// How strictly operands are fitted to a form.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fit {
    /// Whether words that are registers may be taken as symbols.
    relaxed: bool,
    /// Whether numbers that the form cannot hold do not fit.
    by_value: bool,
}

impl Layout<'_> {
    pub(crate) fn instruction(
        &mut self,
        forms: u32,
        suffix: u32,
        args: &[ParsedOperand],
        span: Span,
        name: Span,
    ) {
        let segment = self.code_segment();
        let offset = self.section(segment).len() as u32;
        for fit in self.ways_to_fit() {
            for form in self.tables.forms(forms) {
                if self.try_form(form, suffix, args, fit) {
                    if fit.relaxed {
                        self.warn_shadows(args);
                    }
                    self.fill_slot();
                    let size = self.section(segment).len() as u32 - offset;
                    let pseudo = matches!(form, InstructionForm::Pseudo(_));
                    self.add_line(segment, offset, size, span, pseudo);
                    if self.object.chose_addresses {
                        let pseudo = self.is_expanded(form);
                        self.check_place(segment, (offset, size), name, pseudo);
                    }
                    if let InstructionForm::Pseudo(index) = form {
                        self.check_allowed(index, name);
                    }
                    return;
                }
            }
        }
        let errors = self.misfits(forms, args, name);
        self.errors.extend(errors);
        // Keep later addresses as they would be.
        self.section(segment).skip(4);
    }

    /// Reports words at addresses that the program chose and that cannot hold instructions.
    fn check_place(
        &mut self,
        segment: SegmentKind,
        (offset, size): (u32, u32),
        name: Span,
        pseudo: bool,
    ) {
        let Some(area) = self.tables.map.area(segment) else {
            return;
        };
        for word in (0..size).step_by(4) {
            let address = area.first.wrapping_add(offset).wrapping_add(word);
            if area.contains(address) && address.is_multiple_of(4) {
                continue;
            }
            let (low, high) = (area.first, area.first + (area.size - 1));
            let pseudo = Some(pseudo);
            let error = AsmError::AddressOutside {
                address,
                low,
                high,
                pseudo,
            };
            self.error(error, name, FaultStage::Pass1, None);
        }
    }

    /// How the forms are tried: the strict way first.
    fn ways_to_fit(&self) -> impl Iterator<Item = Fit> + use<> {
        let by_value = self.tables.dialect.forms_by_value;
        let shadowed = !self.object.parsed.shadows.is_empty();
        let fit = |by_value, relaxed| Fit { by_value, relaxed };
        let ways = [
            by_value.then_some(fit(true, false)),
            Some(fit(false, false)),
            shadowed.then_some(fit(false, true)),
        ];
        ways.into_iter().flatten()
    }

    /// Whether it is a pseudo-instruction. One without operands is but the name of an instruction.
    fn is_expanded(&self, form: InstructionForm) -> bool {
        let InstructionForm::Pseudo(index) = form else {
            return false;
        };
        let pseudo = &self.tables.isa.pseudos[usize::from(index)];
        !pseudo.operands.is_empty() || pseudo.expansion.len() != 1
    }

    /// Reports a pseudo-instruction where none may be written.
    fn check_allowed(&mut self, index: u16, name: Span) {
        if self.tables.allows_pseudos || !self.is_expanded(InstructionForm::Pseudo(index)) {
            return;
        }
        let pseudo = &self.tables.isa.pseudos[usize::from(index)];
        let form = describe_form(self.tables, InstructionForm::Pseudo(index));
        let expansion = pseudo.expansion_text();
        let error = AsmError::PseudoForbidden { form, expansion };
        self.error(error, name, FaultStage::Pass2, None);
    }

    /// Warns of registers that were taken as the symbols of the same name.
    fn warn_shadows(&mut self, args: &[ParsedOperand]) {
        let parsed = &self.object.parsed;
        let shadowed = |a: &&ParsedOperand| match a.arg {
            Arg::Name { reg: Some(reg), .. } => parsed.shadow(reg).is_some(),
            _ => false,
        };
        if let Some(span) = args.iter().rfind(shadowed).map(|a| a.span) {
            let name = self.text(span);
            self.error(
                AsmError::SymbolIsRegister { name },
                span,
                FaultStage::Pass1,
                None,
            );
        }
    }

    /// The best reason why a form does not fit, for [`crate::messages::mismatch`].
    pub(crate) fn reason(
        &self,
        form: InstructionForm,
        args: &[ParsedOperand],
    ) -> Result<(), Misfit> {
        let (isa, scope) = (self.tables.isa, self.scope(Fit::default()));
        match form {
            InstructionForm::Row(row) => {
                select::fit_row(scope, &isa.rows[usize::from(row)], args).map(|_| ())
            }
            InstructionForm::Short(short) => {
                let short = &isa.compressed[usize::from(short)];
                let base = isa
                    .rows
                    .iter()
                    .find(|r| r.name == short.base)
                    .ok_or(Misfit::Short(0, Unfit::Nothing))?;
                select::fit_short(scope, short, base, args).map(|_| ())
            }
            InstructionForm::Pseudo(index) => {
                let template = self.tables.template(index);
                select::fit_template(scope, &template, args)
            }
        }
    }

    fn scope(&self, fit: Fit) -> Scope<'_> {
        Scope {
            here: self.here(),
            sources: self.sources,
            map: &self.tables.map,
            relaxed: fit.relaxed,
            by_value: fit.by_value,
        }
    }

    fn try_form(
        &mut self,
        form: InstructionForm,
        suffix: u32,
        args: &[ParsedOperand],
        fit: Fit,
    ) -> bool {
        let isa = self.tables.isa;
        match form {
            InstructionForm::Row(row) => {
                let row = &isa.rows[usize::from(row)];
                let Ok(fills) = select::fit_row(self.scope(fit), row, args) else {
                    return false;
                };
                self.emit_row(row, suffix, &fills, args, None);
            }
            InstructionForm::Short(index) => {
                let short = &isa.compressed[usize::from(index)];
                let Some(base) = isa.rows.iter().find(|r| r.name == short.base) else {
                    return false;
                };
                let Ok(fills) = select::fit_short(self.scope(fit), short, base, args) else {
                    return false;
                };
                let errors = self.errors.len();
                let word = self.emit_short(short, base, &fills, args);
                let zero = short.nonzero.iter().find(|field| field.extract(word) == 0);
                if let Some(field) = zero.filter(|_| self.errors.len() == errors) {
                    self.zero_field(short, base, &fills, args, *field);
                }
            }
            InstructionForm::Pseudo(index) => return self.try_pseudo(index, args, fit),
        }
        true
    }

    /// Reports an operand that must not be zero.
    fn zero_field(
        &mut self,
        short: &'static Compressed,
        base: &Row,
        fills: &Fills,
        args: &[ParsedOperand],
        field: Field,
    ) {
        let is_zero =
            |a: &&ParsedOperand| matches!(a.arg, Arg::Name { reg: Some(r), .. } if r.number() == 0);
        let fill = fills.of_short(short, base).find(|(_, f, _)| *f == field);
        let operand = match fill {
            Some((_, _, Fill::Arg(index))) => args.get(usize::from(index)),
            _ => args.iter().find(is_zero).or(args.first()),
        };
        let Some(operand) = operand else { return };
        let text = self.text(operand.span);
        let hint = Hint::titled(format!("`{}` cannot take `{text}`", short.name))
            .label("must not be zero")
            .and(format!("the full instruction is `{}`", short.base));
        let error = AsmError::NotCompressible { name: short.name };
        let fault = Located::new(error, operand.span, FaultStage::Pass2);
        self.errors.push(fault.hint(Some(hint)));
    }

    fn try_pseudo(&mut self, index: u16, args: &[ParsedOperand], fit: Fit) -> bool {
        let template = self.tables.template(index);
        if select::fit_template(self.scope(fit), &template, args).is_err() {
            return false;
        }
        let args = &template.arguments(args, self.sources)[..];
        let mut operands = std::mem::take(&mut self.step_operands);
        let any = Fit {
            relaxed: true,
            by_value: false,
        };
        for (k, step) in template.steps.iter().enumerate() {
            let row = &self.tables.isa.rows[usize::from(step.row)];
            let before = (self.object.parsed.nodes.len(), self.object.fixups.len());
            step.operands(args, &mut self.object.parsed, &mut operands);
            let pseudo = Some((index, k as u8));
            match select::fit_row(self.scope(any), row, &operands) {
                Ok(fills) => self.emit_row(row, 0, &fills, &operands, pseudo),
                Err(misfit) => {
                    let name = self.tables.isa.pseudos[usize::from(index)].name;
                    let form = describe_form(self.tables, InstructionForm::Pseudo(index));
                    let error = self.describe(misfit, name, &operands, &[form]);
                    let place = misfit_operand(misfit, &operands).or(operands.last());
                    let span = place.map_or(Span::new(self.object.parsed.file, 0, 0), |o| o.span);
                    self.error(error, span, FaultStage::Pass2, pseudo);
                    self.text_section().skip(4);
                }
            }
            // What is computed already needs no expression any more.
            if self.object.fixups.len() == before.1 {
                self.object.parsed.nodes.truncate(before.0);
                self.object.parsed.node_spans.truncate(before.0);
            }
        }
        self.step_operands = operands;
        true
    }

    /// Adds one instruction.
    fn emit_row(
        &mut self,
        row: &'static Row,
        suffix: u32,
        fills: &Fills,
        args: &[ParsedOperand],
        pseudo: Option<(u16, u8)>,
    ) {
        let mut word = row.pattern.bits | suffix;
        let mut before = Fill::Zero;
        for (index, (operand, fill)) in (0..).zip(fills.of(row)) {
            let position = std::mem::replace(&mut before, fill);
            if let OperandKind::Width { added_to_position } = operand.kind {
                let position = self.fill_value(position, args).unwrap_or(0);
                let low = if added_to_position { position } else { 0 };
                word |= self.width_bits(row, operand, (fill, position, low), args, pseudo);
                continue;
            }
            if (self.tables.isa.is_pair)(row, operand) {
                self.check_pair(fill, args);
            }
            word |= match fill {
                Fill::Zero => 0,
                Fill::Value(value) => operand.field.insert(value.into()),
                Fill::Arg(_) => self.field_bits(Slot::Field(row, index), fill, args, pseudo),
            };
        }
        self.last_class = Some(row.class);
        let bytes = self.tables.word_bytes(word);
        self.text_section().push(&bytes);
    }

    /// Warns of an odd register for a double, which takes an even one and the next.
    fn check_pair(&mut self, fill: Fill, args: &[ParsedOperand]) {
        let Fill::Value(number) = fill else { return };
        if number % 2 == 0 {
            return;
        }
        let reg = Reg::of(Bank::Float, number as u8);
        let is_reg =
            |a: &&ParsedOperand| matches!(a.arg, Arg::Name { reg: Some(r), .. } if r == reg);
        if let Some(span) = args.iter().find(is_reg).map(|a| a.span) {
            let text = self.text(span);
            let warning = AsmError::OddDouble { text };
            self.error(warning, span, FaultStage::Pass2, None);
        }
    }

    /// The bits for the width of a bit field that begins at `position`; the word counts it from
    /// bit `low` on.
    fn width_bits(
        &mut self,
        row: &'static Row,
        operand: &isa::Operand,
        (fill, position, low): (Fill, i64, i64),
        args: &[ParsedOperand],
        pseudo: Option<(u16, u8)>,
    ) -> u32 {
        let Some(width) = self.fill_value(fill, args) else {
            if let Fill::Arg(index) = fill {
                let span = args[usize::from(index)].span;
                let text = self.text(span);
                self.error(
                    AsmError::NotConstant { text },
                    span,
                    FaultStage::Pass2,
                    pseudo,
                );
            }
            return 0;
        };
        let most = 32 - position.clamp(0, 31);
        if !(1..=most).contains(&width) {
            let Fill::Arg(index) = fill else { return 0 };
            let text = self.text(args[usize::from(index)].span);
            let error = AsmError::ImmediateRange {
                name: row.name,
                text,
                value: width,
                low: 1,
                high: most,
            };
            self.field_error(error, fill, args, pseudo);
            return 0;
        }
        operand.field.insert(low + width - 1)
    }

    /// The value that a field gets, if it is known already.
    fn fill_value(&self, fill: Fill, args: &[ParsedOperand]) -> Option<i64> {
        match fill {
            Fill::Zero => Some(0),
            Fill::Value(value) => Some(value.into()),
            Fill::Arg(index) => {
                let arg = args.get(usize::from(index))?;
                match evaluate::value(&self.here(), arg) {
                    Ok(ExprValue::Abs(value)) => Some(value),
                    _ => None,
                }
            }
        }
    }

    fn text_section(&mut self) -> &mut Section {
        let segment = self.code_segment();
        self.section(segment)
    }

    /// Adds one 16-bit instruction; its bits as far as they are known.
    fn emit_short(
        &mut self,
        short: &'static Compressed,
        base: &'static Row,
        fills: &Fills,
        args: &[ParsedOperand],
    ) -> u32 {
        let mut half = short.pattern.bits;
        for (index, field, fill) in fills.of_short(short, base) {
            half |= match fill {
                Fill::Zero => 0,
                Fill::Value(value) => field.insert(value.into()),
                Fill::Arg(_) => self.field_bits(Slot::Short(short, index), fill, args, None),
            };
        }
        self.text_section().push(&half.to_le_bytes()[..2]);
        half
    }

    /// The bits for an operand in one field of the instruction that is about to be added.
    fn field_bits(
        &mut self,
        slot: Slot,
        fill: Fill,
        args: &[ParsedOperand],
        pseudo: Option<(u16, u8)>,
    ) -> u32 {
        let (Fill::Arg(index), Some(field)) = (fill, slot.field(self.tables.isa)) else {
            return 0;
        };
        let operand = args[usize::from(index)];
        match self.known(&operand, &field, pseudo) {
            Ok(Some(value)) => match field.bits(value, || self.text(operand.span)) {
                Ok(bits) => return bits,
                Err(error) => self.field_error(error, fill, args, pseudo),
            },
            Ok(None) => {
                let segment = self.code_segment();
                let offset = self.section(segment).len() as u32;
                self.object.fixups.push(Fixup {
                    segment,
                    offset,
                    operand,
                    slot,
                    pseudo,
                });
            }
            Err(fault) => self.fault(fault, &operand),
        }
        0
    }

    /// Reports a number that its instruction cannot hold.
    fn field_error(
        &mut self,
        error: AsmError,
        fill: Fill,
        args: &[ParsedOperand],
        pseudo: Option<(u16, u8)>,
    ) {
        let Fill::Arg(index) = fill else { return };
        let at = usize::from(index);
        let hint = match (&error, pseudo) {
            (
                AsmError::ImmediateRange {
                    name,
                    value,
                    low,
                    high,
                    ..
                },
                None,
            ) => {
                let statement = Statement::new(name, args, |o| self.text(o.span));
                let nearby = self.nearby(args[at].span);
                range_hint(nearby, &statement, (at, *value), (*low, *high)).map(|hint| {
                    let place = statement::span_of(self.sources, args);
                    hint.in_place_of(self.sources, place.filter(|_| !self.tables.delay_slots))
                })
            }
            // A warning about the number as a target stands before this.
            (AsmError::ImmediateStep { .. }, _) => {
                let last = self.errors.last();
                let target = last.filter(|l| matches!(l.error, AsmError::NumericTarget { .. }));
                target.map(|last| match &last.hint {
                    Some(hint) => (**hint).clone(),
                    None => Hint::help("jump to a label"),
                })
            }
            _ => None,
        };
        self.error(error, args[at].span, FaultStage::Pass2, pseudo);
        if let Some(last) = self.errors.last_mut() {
            last.hint = hint.map(Box::new);
        }
    }

    /// The value of an operand if it is known already.
    fn known(
        &mut self,
        operand: &ParsedOperand,
        slot: &FieldSlot,
        pseudo: Option<(u16, u8)>,
    ) -> Result<Option<i64>, ExprFault> {
        if slot.kind.is_target() {
            let Arg::Int(value) = operand.arg else {
                return Ok(None);
            };
            if self.tables.dialect.numeric_target == NumericTarget::Address {
                return Ok(None);
            }
            let branch = slot.class == Class::Branch;
            let text = self.text(operand.span);
            let hint = self.numeric_label_hint(&text, operand.span);
            let warning = AsmError::NumericTarget { text, branch };
            self.error(warning, operand.span, FaultStage::Pass2, pseudo);
            if let Some(last) = self.errors.last_mut() {
                last.hint = hint.map(Box::new);
            }
            return Ok(Some(value));
        }
        let value = match operand.arg {
            Arg::Int(value) => value,
            _ => match evaluate::value(&self.here(), operand) {
                Ok(ExprValue::Abs(value)) => value,
                Ok(ExprValue::Rel(..)) | Err(ExprFault::NotYet) => return Ok(None),
                Err(fault) => return Err(fault),
            },
        };
        if !is_32_bit(value) {
            self.cut_number(operand, value);
        } else if let (Some(_), Arg::Expr(_)) = (pseudo, operand.arg) {
            self.check_cut_parameter(operand);
        }
        Ok(Some(value))
    }

    /// A place and what is around it.
    pub(crate) fn nearby(&self, place: Span) -> Nearby<'_> {
        // Of so many faults nobody reads the last.
        let is_read = self.errors.len() <= MAX_LOOKED_FOR;
        Nearby {
            tables: self.tables,
            text: if is_read {
                self.sources.text(place.file)
            } else {
                ""
            },
            at: place.start as usize,
        }
    }

    /// Advice for `j 1` where the label `1:` was meant.
    fn numeric_label_hint(&self, number: &str, place: Span) -> Option<Hint> {
        if self.errors.len() > MAX_LOOKED_FOR {
            return None;
        }
        let symbols = self.object.parsed.symbols.iter();
        let places = symbols
            .filter(|s| s.hidden)
            .filter_map(|s| s.defined)
            .filter(|span| self.sources.slice(*span) == number);
        let nearest = places.min_by_key(|span| span.start.abs_diff(place.start))?;
        let (way, side) = match nearest.start < place.start {
            true => ('b', "above"),
            false => ('f', "below"),
        };
        let hint = Hint::help(format!(
            "to jump to the label `{number}:` {side}, write `{number}{way}`"
        ));
        Some(hint.patch(place, format!("{number}{way}")))
    }

    /// `%hi(x)` of a pseudo-instruction hides that `x` itself was cut.
    fn check_cut_parameter(&mut self, operand: &ParsedOperand) {
        let Arg::Expr(id) = operand.arg else { return };
        if let [ExprNode::Int(value), ExprNode::Modifier(m)] = *self.object.parsed.expr(id)
            && m == Modifier::Hi20
            && !is_32_bit(value)
        {
            self.cut_number(operand, value);
        }
    }

    fn cut_number(&mut self, operand: &ParsedOperand, value: i64) {
        let text = self.text(operand.span);
        let warning = AsmError::CutNumber { text, value };
        self.error(warning, operand.span, FaultStage::Pass2, None);
    }
}
