//! Which form of an instruction the operands fit.
//!
//! The forms of a mnemonic are tried in table order: real instructions, 16-bit spellings,
//! pseudo-instructions. The first that fits is taken. If none does, the form that came furthest
//! says what is wrong.

use diag::SourceMap;
use machine::isa::{self, Bank, Compressed, Field, OperandKind, Row, Short};

use crate::dialect::MemoryMap;
use crate::instructions::template::{OperandClass, Template, float};
use crate::messages::error::WantedOperand;
use crate::placing::layout::Here;
use crate::text::evaluate::{self, ExprValue};
use crate::text::parsed::{Arg, Def, ExprNode, ParsedOperand};

/// More operands than any instruction has.
const MAX: usize = 8;

/// Where a field's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// It is not written.
    Zero,
    /// This value.
    Value(i32),
    /// The operand of this index.
    Arg(u8),
}

/// For each operand of the instruction, where its value comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fills([Fill; MAX]);

impl Fills {
    const NONE: Fills = Fills([Fill::Zero; MAX]);

    fn set(&mut self, operand: usize, fill: Fill) {
        if let Some(slot) = self.0.get_mut(operand) {
            *slot = fill;
        }
    }

    /// The operands of `row` that are written, with their fills.
    pub(crate) fn of<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (&'a isa::Operand, Fill)> {
        row.operands.iter().zip(self.0)
    }

    /// The fields of a 16-bit instruction with the indices of their operands and their fills.
    pub(crate) fn of_short<'a>(
        &'a self,
        short: &'a Compressed,
        row: &'a Row,
    ) -> impl Iterator<Item = (u8, Field, Fill)> {
        let filled = (0..).zip(self.of(row)).zip(short.operands);
        filled.filter_map(|((index, (_, fill)), source)| match source {
            Short::Field(field) | Short::Popular(field) => Some((index, *field, fill)),
            Short::Fixed(_) => None,
        })
    }
}

/// Why a form does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// The number of operands is wrong.
    Count,
    /// The operand of this index is of another kind.
    Kind(usize, WantedOperand),
    /// The operand of this index is a word, but no register.
    NotRegister(usize, Bank),
    /// The operand of this index is a register of the other bank.
    WrongBank(usize, Bank),
    /// A 16-bit instruction cannot hold the operand of this index.
    Short(usize, Unfit),
}

/// Why a 16-bit instruction cannot hold an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It must be this: a number, or a register's number.
    Fixed(i64),
    /// Only eight registers can stand there.
    Popular,
    /// It must be the same as an earlier operand.
    Repeat,
    /// It is a number that the full instruction does not take.
    Range,
    /// There is no such instruction.
    Nothing,
}

impl Misfit {
    /// How many operands fit.
    pub(crate) fn matched(self) -> usize {
        match self {
            Misfit::Count => 0,
            Misfit::Kind(at, _) | Misfit::NotRegister(at, _) | Misfit::WrongBank(at, _) => at + 1,
            Misfit::Short(..) => MAX,
        }
    }
}

/// What selection looks at.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    /// What is known at this point of the file.
    pub here: Here<'a>,
    /// The texts, for names of control registers and the like.
    pub sources: &'a SourceMap,
    /// Where the program's parts go.
    pub map: &'a MemoryMap,
    /// Whether words that are registers may be taken as symbols.
    pub relaxed: bool,
    /// Whether a number that the instruction cannot hold does not fit.
    pub by_value: bool,
}

/// Fits operands to a real instruction.
pub(crate) fn fit_row(
    scope: Scope<'_>,
    row: &Row,
    args: &[ParsedOperand],
) -> Result<Fills, Misfit> {
    let mut fills = Fills::NONE;
    let mut next = 0;
    let short = args.len() < row.operands.len();
    for (k, operand) in row.operands.iter().enumerate() {
        if let Some(value) = operand.default.filter(|_| short && is_inner(row, k)) {
            fills.set(k, Fill::Value(value as i32));
            continue;
        }
        let base_follows = row.operands.get(k + 1).is_some_and(|o| o.base);
        let fill = match args.get(next) {
            None => Fill::Value(operand.default.ok_or(Misfit::Count)? as i32),
            Some(ParsedOperand {
                arg: Arg::Base(_), ..
            }) if base_follows && operand.kind == OperandKind::Immediate => Fill::Value(0),
            Some(arg) => {
                let fill = fit_operand(scope, operand, arg, next)?;
                let after_number = k > 0 && row.operands[k - 1].kind == OperandKind::Immediate;
                if operand.base && after_number && !bare_base_fits(scope, &args[..=next]) {
                    return Err(Misfit::Kind(next, WantedOperand::Base));
                }
                next += 1;
                fill
            }
        };
        fills.set(k, fill);
    }
    if next < args.len() {
        return Err(Misfit::Count);
    }
    Ok(fills)
}

/// Whether an operand stands before one that must be written.
pub(crate) fn is_inner(row: &Row, at: usize) -> bool {
    let after = row.operands.iter().skip(at + 1);
    after.into_iter().any(|operand| operand.default.is_none())
}

/// Whether a base register may stand without parentheses: after a number, as in `lw a0 4 sp`,
/// but not after a label, where it is another register (`sw a0, label, t0`).
fn bare_base_fits(scope: Scope<'_>, args: &[ParsedOperand]) -> bool {
    match args {
        [.., number, base] if !matches!(base.arg, Arg::Base(_)) => match number.arg {
            Arg::Int(_) => true,
            Arg::Expr(id)
                if matches!(
                    scope.here.parsed.expr(id).last(),
                    Some(ExprNode::Modifier(_))
                ) =>
            {
                true
            }
            _ => constant(scope.here, number).is_some(),
        },
        _ => true,
    }
}

fn fit_operand(
    scope: Scope<'_>,
    operand: &isa::Operand,
    arg: &ParsedOperand,
    at: usize,
) -> Result<Fill, Misfit> {
    match operand.kind {
        OperandKind::Register { bank, .. } => fit_register(arg, bank, operand.base, at),
        OperandKind::Immediate if scope.by_value && !holds(scope.here, operand.field, arg) => {
            Err(Misfit::Kind(at, WantedOperand::Number))
        }
        OperandKind::Immediate | OperandKind::Width { .. } => {
            fit_number(scope, arg, at, WantedOperand::Number)
        }
        OperandKind::PcRelative(_) | OperandKind::Region => {
            fit_number(scope, arg, at, WantedOperand::Label)
        }
        OperandKind::Control => fit_register(arg, Bank::Int, false, at),
        OperandKind::Named(names) => {
            let Arg::Name { sym, reg: None } = arg.arg else {
                return fit_number(scope, arg, at, WantedOperand::Name(operand.name));
            };
            let Some(symbol) = scope.here.parsed.symbols.get(sym.0 as usize) else {
                return Err(Misfit::Kind(at, WantedOperand::Name(operand.name)));
            };
            let text = scope.sources.slice(symbol.name);
            if let Some((_, value)) = names.iter().find(|(name, _)| *name == text) {
                return Ok(Fill::Value(*value as i32));
            }
            if symbol.def == Def::Undefined {
                scope.here.asked_below.set(true);
                return Err(Misfit::Kind(at, WantedOperand::Name(operand.name)));
            }
            Ok(Fill::Arg(at as u8))
        }
    }
}

/// Whether the field can hold the operand: a number that is known, or a part of an address.
fn holds(here: Here<'_>, field: Field, arg: &ParsedOperand) -> bool {
    match arg.arg {
        Arg::Int(value) => field.fits(i64::from(value as i32)),
        Arg::Expr(id) if matches!(here.parsed.expr(id).last(), Some(ExprNode::Modifier(_))) => true,
        _ => constant(here, arg).is_some_and(|value| field.fits(i64::from(value as i32))),
    }
}

fn fit_register(arg: &ParsedOperand, bank: Bank, base: bool, at: usize) -> Result<Fill, Misfit> {
    let reg = match arg.arg {
        Arg::Name { reg: Some(reg), .. } => reg,
        Arg::Base(reg) if base => reg,
        Arg::Name { .. } => return Err(Misfit::NotRegister(at, bank)),
        _ if base => return Err(Misfit::Kind(at, WantedOperand::Base)),
        _ => return Err(Misfit::Kind(at, WantedOperand::Register(bank))),
    };
    if reg.bank() != bank {
        return Err(Misfit::WrongBank(at, bank));
    }
    Ok(Fill::Value(reg.number().into()))
}

fn fit_number(
    scope: Scope<'_>,
    arg: &ParsedOperand,
    at: usize,
    wanted: WantedOperand,
) -> Result<Fill, Misfit> {
    match arg.arg {
        Arg::Int(_) | Arg::Expr(_) | Arg::Name { reg: None, .. } => Ok(Fill::Arg(at as u8)),
        Arg::Name { reg: Some(reg), .. }
            if scope.relaxed && scope.here.parsed.shadow(reg).is_some() =>
        {
            Ok(Fill::Arg(at as u8))
        }
        _ => Err(Misfit::Kind(at, wanted)),
    }
}

/// Fits operands to a 16-bit instruction. Operands that it fixes or repeats may be left out.
pub(crate) fn fit_short(
    scope: Scope<'_>,
    short: &Compressed,
    base: &Row,
    args: &[ParsedOperand],
) -> Result<Fills, Misfit> {
    let optional = |k: usize| may_omit(short, k) || args.is_empty();
    let count = base.operands.len().min(short.operands.len());
    let mut worst = Misfit::Count;
    for written in 0..1u32 << count {
        let bit = |k: usize| written >> k & 1 == 1;
        let chosen = |k: usize| bit(k) || !optional(k);
        if (0..count).any(|k| bit(k) && !optional(k))
            || (0..count).filter(|k| chosen(*k)).count() != args.len()
        {
            continue;
        }
        match fit_chosen(scope, short, base, args, chosen) {
            Ok(fills) => return Ok(fills),
            Err(misfit) if misfit.matched() >= worst.matched() => worst = misfit,
            Err(_) => {}
        }
    }
    Err(worst)
}

/// Whether operand `k` is fixed, or the same as an earlier one.
pub(crate) fn may_omit(short: &Compressed, k: usize) -> bool {
    match short.operands[k] {
        Short::Fixed(_) => true,
        Short::Field(field) | Short::Popular(field) => {
            short.operands[..k].iter().any(|s| same_field(s, field))
        }
    }
}

fn same_field(short: &Short, field: Field) -> bool {
    matches!(short, Short::Field(f) | Short::Popular(f) if *f == field)
}

fn fit_chosen(
    scope: Scope<'_>,
    short: &Compressed,
    base: &Row,
    args: &[ParsedOperand],
    chosen: impl Fn(usize) -> bool,
) -> Result<Fills, Misfit> {
    let mut fills = Fills::NONE;
    let mut bits = 0u32;
    let mut next = 0;
    for (k, (operand, source)) in base.operands.iter().zip(short.operands).enumerate() {
        if !chosen(k) {
            continue;
        }
        let arg = args.get(next).ok_or(Misfit::Count)?;
        let fill = fit_operand(scope, operand, arg, next)?;
        let unfit = |why| Err(Misfit::Short(next, why));
        let (field, value) = match (*source, fill) {
            (Short::Fixed(fixed), fill) => {
                let given = match fill {
                    Fill::Value(value) => Some(value.into()),
                    _ => constant(scope.here, arg),
                };
                if given != Some(fixed.into()) {
                    return unfit(Unfit::Fixed(fixed.into()));
                }
                next += 1;
                continue;
            }
            (Short::Field(field), fill) => {
                // The short field may have room for values that the instruction does not take.
                let number = operand.kind == OperandKind::Immediate && !field.signed;
                let value = constant(scope.here, arg).filter(|_| number);
                if value.is_some_and(|value| !operand.field.fits(value)) {
                    return unfit(Unfit::Range);
                }
                (field, fill)
            }
            (Short::Popular(field), Fill::Value(reg)) if (8..16).contains(&reg) => {
                (field, Fill::Value(reg - 8))
            }
            (Short::Popular(_), _) => return unfit(Unfit::Popular),
        };
        // A field that two operands share must get the same value from both.
        if let Fill::Value(number) = value {
            let shared = short.operands[..k].iter().any(|s| same_field(s, field));
            if shared && bits & field.mask() != field.insert(number.into()) {
                return unfit(Unfit::Repeat);
            }
            bits |= field.insert(number.into());
        }
        fills.set(k, value);
        next += 1;
    }
    Ok(fills)
}

/// Whether operands fit a pseudo-instruction.
pub(crate) fn fit_template(
    scope: Scope<'_>,
    template: &Template,
    args: &[ParsedOperand],
) -> Result<(), Misfit> {
    if args.len() != template.params.len() || template.fault.is_some() {
        return Err(Misfit::Count);
    }
    for (at, ((name, class), arg)) in template.params.iter().zip(args).enumerate() {
        match class {
            OperandClass::Register(bank) => {
                fit_register(arg, *bank, false, at)?;
            }
            OperandClass::Pair(bank) => {
                let number = fit_register(arg, *bank, false, at)?;
                if number == Fill::Value(31) {
                    return Err(Misfit::Kind(at, WantedOperand::Pair));
                }
            }
            OperandClass::Base => match arg.arg {
                Arg::Base(reg) if reg.bank() == Bank::Int => {}
                _ => return Err(Misfit::Kind(at, WantedOperand::Base)),
            },
            OperandClass::BaseOf(of) => {
                let first = args.get(usize::from(*of)).map(|first| first.arg);
                match (arg.arg, first) {
                    (Arg::Base(reg), Some(Arg::Name { reg: same, .. })) if same == Some(reg) => {}
                    _ => return Err(Misfit::Kind(at, WantedOperand::Base)),
                }
            }
            OperandClass::Room(more) => {
                fit_known(scope.here, arg, at, -0x8000, 0x7fff - i64::from(*more))?;
            }
            OperandClass::LowRoom(more) => {
                fit_known(scope.here, arg, at, i32::MIN.into(), i32::MAX.into())?;
                let low = constant(scope.here, arg).map(|value| i64::from(value as i16));
                if low.is_none_or(|low| low + i64::from(*more) > 0x7fff) {
                    return Err(Misfit::Kind(at, WantedOperand::Number));
                }
            }
            OperandClass::Part => match arg.arg {
                Arg::Expr(id)
                    if matches!(
                        scope.here.parsed.expr(id).last(),
                        Some(ExprNode::Modifier(_))
                    ) => {}
                _ => return Err(Misfit::Kind(at, WantedOperand::Number)),
            },
            OperandClass::Signed(bits) => {
                let low = -(1i64 << (bits - 1));
                fit_known(scope.here, arg, at, low, -low - 1)?;
            }
            OperandClass::Unsigned(bits) => fit_known(scope.here, arg, at, 0, (1i64 << bits) - 1)?,
            OperandClass::Zero => fit_known(scope.here, arg, at, 0, 0)?,
            OperandClass::Multiple(bits) => {
                fit_known(scope.here, arg, at, i32::MIN.into(), i32::MAX.into())?;
                let value = constant(scope.here, arg).unwrap_or(0);
                if value & ((1 << bits) - 1) != 0 {
                    return Err(Misfit::Kind(at, WantedOperand::Number));
                }
            }
            OperandClass::ZeroRegister => {
                if fit_register(arg, Bank::Int, false, at)? != Fill::Value(0) {
                    return Err(Misfit::NotRegister(at, Bank::Int));
                }
            }
            OperandClass::Imm => {
                let wanted = match *name {
                    "target" | "symbol" => WantedOperand::Label,
                    _ => WantedOperand::Number,
                };
                fit_number(scope, arg, at, wanted)?;
            }
            OperandClass::Sym => {
                fit_number(scope, arg, at, WantedOperand::Label)?;
                if matches!(evaluate::value(&scope.here, arg), Ok(ExprValue::Abs(_))) {
                    return Err(Misfit::Kind(at, WantedOperand::Label));
                }
            }
            OperandClass::Label => match arg.arg {
                Arg::Name { reg: None, .. } if constant(scope.here, arg).is_none() => {}
                _ => return Err(Misfit::Kind(at, WantedOperand::Label)),
            },
            OperandClass::Page => {
                let address = address(scope, arg).filter(|address| address & 0xffff == 0);
                address.ok_or(Misfit::Kind(at, WantedOperand::Number))?;
            }
            OperandClass::Float(bits) => {
                if float(scope.sources.slice(arg.span), *bits).is_none() {
                    return Err(Misfit::Kind(at, WantedOperand::Number));
                }
            }
            OperandClass::RoundFloat(bits) => {
                let value = float(scope.sources.slice(arg.span), *bits);
                let low = (1i64 << (bits - 16)) - 1;
                if value.is_none_or(|value| value & low != 0) {
                    return Err(Misfit::Kind(at, WantedOperand::Number));
                }
            }
            OperandClass::ZeroFloat(bits) => {
                if float(scope.sources.slice(arg.span), *bits) != Some(0) {
                    return Err(Misfit::Kind(at, WantedOperand::Number));
                }
            }
            OperandClass::Any => {
                if arg.arg == Arg::Str {
                    return Err(Misfit::Kind(at, WantedOperand::Number));
                }
            }
        }
    }
    Ok(())
}

/// Whether the operand is a number that is known and, as 32 bits, in this range.
fn fit_known(
    here: Here<'_>,
    arg: &ParsedOperand,
    at: usize,
    low: i64,
    high: i64,
) -> Result<(), Misfit> {
    let number = matches!(
        arg.arg,
        Arg::Int(_) | Arg::Expr(_) | Arg::Name { reg: None, .. }
    );
    match evaluate::value(&here, arg) {
        Ok(ExprValue::Abs(value)) if number => {
            let value = i64::from(value as i32);
            let inside = (low..=high).contains(&value);
            inside
                .then_some(())
                .ok_or(Misfit::Kind(at, WantedOperand::Number))
        }
        _ => Err(Misfit::Kind(at, WantedOperand::Number)),
    }
}

/// The number or address that an operand is, if that is known already.
fn address(scope: Scope<'_>, arg: &ParsedOperand) -> Option<i64> {
    if !matches!(
        arg.arg,
        Arg::Int(_) | Arg::Expr(_) | Arg::Name { reg: None, .. }
    ) {
        return None;
    }
    match evaluate::value(&scope.here, arg).ok()? {
        ExprValue::Abs(value) => Some(value),
        ExprValue::Rel(segment, offset) => {
            let area = scope.map.area(segment)?;
            Some(i64::from(area.first) + offset)
        }
    }
}

fn constant(here: Here<'_>, arg: &ParsedOperand) -> Option<i64> {
    match evaluate::value(&here, arg) {
        Ok(ExprValue::Abs(value)) => Some(value),
        _ => None,
    }
}
