//! The small language of the pseudo-instruction tables.
//!
//! `operands` lists `name:class`, separated by commas. The classes:
//!
//! | class | what fits |
//! |---|---|
//! | `x`, `f` | an integer or floating-point register |
//! | `x2`, `f2` | the same, if it has a next one: `{name+1}` |
//! | `(x)` | an integer register in parentheses |
//! | `(name)` | the same register as an earlier operand's, in parentheses |
//! | `s12`, `u5`, … | a number that is already known and fits that many bits, signed or not |
//! | `s16+4` | a number that is already known and fits with as much more |
//! | `low+4` | a number that is already known and whose lower 16 bits, signed, fit with as much more |
//! | `part` | a part of an address, as functions of the dialect give it |
//! | `m16` | a number that is already known and a multiple of 2^16 |
//! | `0`, `x0` | the number zero, the register that is always zero |
//! | `imm` | any number or expression |
//! | `sym` | an expression that depends on a label |
//! | `label` | a label alone |
//! | `page` | a number or an address that is already known, if its lower 16 bits are zero |
//! | `f32`, `f64` | a floating-point number; its bits are the value |
//! | `round32`, `round64` | the same, if the lower 16 or 48 bits are zero |
//! | `zero32`, `zero64` | the same, if all bits are zero |
//! | `any` | any operand; the instruction decides |
//!
//! Each line of `expansion` is one instruction of the table. In its operands stand `{name}`,
//! registers, numbers, `%function(…)` of the dialect and sums of these; an operand may be
//! followed by a base register in parentheses. `%pcrel_lo(x)` belongs to the `%pcrel_hi(x)` of
//! an earlier line. `%little(n)` and `%big(n)` are n if numbers have their lowest or their highest byte
//! first, else 0; `{name+little}` and `{name+big}` are the next register in that order.

use std::borrow::Cow;

use diag::SourceMap;
use machine::isa::{Bank, Pseudo, Reg};

use crate::dialect::{Modifier, NumberRules};
use crate::tables::Tables;
use crate::text::expr::number;
use crate::text::lex::Op;
use crate::text::parsed::{Arg, ExprId, ExprNode, ParsedFile, ParsedOperand, SymId};

/// What may stand for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperandClass {
    /// A register.
    Register(Bank),
    /// An integer register in parentheses.
    Base,
    /// The register of the parameter with this index, in parentheses.
    BaseOf(u8),
    /// A known number of this many bits.
    Signed(u32),
    /// A known number that fits 16 bits, with as much more too.
    Room(u32),
    /// A known number whose lower 16 bits do.
    LowRoom(u32),
    /// A part of an address.
    Part,
    /// A known number of this many bits.
    Unsigned(u32),
    /// A known number that is a multiple of 2 to this power.
    Multiple(u32),
    /// The number zero.
    Zero,
    /// The register that is always zero.
    ZeroRegister,
    /// Any number or expression.
    Imm,
    /// An expression that depends on a label.
    Sym,
    /// A label alone.
    Label,
    /// A register that has a next one.
    Pair(Bank),
    /// A known number or address whose lower 16 bits are zero.
    Page,
    /// A floating-point number of this many bits.
    Float(u32),
    /// The same, with zeros below its upper 16 bits.
    RoundFloat(u32),
    /// The same, with no bit set.
    ZeroFloat(u32),
    /// Anything.
    Any,
}

impl OperandClass {
    /// Whether a number or an address stands there.
    pub(crate) fn is_number(self) -> bool {
        use OperandClass as Class;
        matches!(
            self,
            Class::Imm
                | Class::Label
                | Class::Multiple(_)
                | Class::Page
                | Class::Part
                | Class::Room(_)
                | Class::LowRoom(_)
                | Class::Signed(_)
                | Class::Sym
                | Class::Unsigned(_)
                | Class::Zero
        )
    }

    /// Whether a register in parentheses stands there.
    pub(crate) fn is_base(self) -> bool {
        matches!(self, OperandClass::Base | OperandClass::BaseOf(_))
    }
}

/// A compiled form of a pseudo-instruction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Template {
    /// Names and classes of the parameters.
    pub params: Vec<(&'static str, OperandClass)>,
    /// The instructions.
    pub steps: Vec<TemplateStep>,
    /// The first thing that is wrong with the table's text.
    pub fault: Option<String>,
}

/// One instruction of an expansion.
#[derive(Clone, Debug)]
pub(crate) struct TemplateStep {
    /// Index of the instruction.
    pub row: u16,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Fixed(Arg),
    Param(u8),
    BaseParam(u8),
    NextRegister(u8),
    Expr(Vec<TemplateNode>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplateNode {
    Param(u8),
    Node(ExprNode),
}

/// Compiles one form.
pub(crate) fn compile(pseudo: &'static Pseudo, tables: &Tables) -> Template {
    let mut template = Template::default();
    match compile_into(&mut template, pseudo, tables) {
        Ok(()) => template,
        Err(fault) => Template {
            fault: Some(format!("{}: {fault}", pseudo.name)),
            ..Template::default()
        },
    }
}

fn compile_into(
    template: &mut Template,
    pseudo: &'static Pseudo,
    tables: &Tables,
) -> Result<(), String> {
    for part in pseudo
        .operands
        .split(',')
        .map(str::trim)
        .filter(|p| !p.is_empty())
    {
        let (name, class) = part.split_once(':').ok_or("an operand has no class")?;
        let earlier = |name| template.params.iter().position(|(n, _)| *n == name);
        let repeated = class.strip_prefix('(').and_then(|c| c.strip_suffix(')'));
        let repeated = repeated
            .and_then(earlier)
            .map(|k| OperandClass::BaseOf(k as u8));
        let class = repeated
            .or_else(|| parse_class(class))
            .ok_or_else(|| format!("no class `{class}`"))?;
        template.params.push((name, class));
    }
    let mut pcrel_hi = None;
    for (k, text) in pseudo.expansion.iter().copied().enumerate() {
        let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
        let row = tables.isa.rows.iter().position(|row| row.name == name);
        let row = row.ok_or_else(|| format!("no instruction `{name}`"))?;
        if text.contains("%pcrel_hi") {
            pcrel_hi = Some(k);
        }
        let mut compiler = Compiler {
            tables,
            params: &template.params,
            back: pcrel_hi.map(|hi| ((k - hi) * 4) as u8),
            parts: Vec::new(),
        };
        for operand in operands.split(',').map(str::trim).filter(|o| !o.is_empty()) {
            compiler.operand(operand)?;
        }
        let parts = compiler.parts;
        template.steps.push(TemplateStep {
            row: row as u16,
            parts,
        });
    }
    Ok(())
}

fn parse_class(text: &str) -> Option<OperandClass> {
    Some(match text {
        "x" => OperandClass::Register(Bank::Int),
        "f" => OperandClass::Register(Bank::Float),
        "(x)" => OperandClass::Base,
        "imm" => OperandClass::Imm,
        "sym" => OperandClass::Sym,
        "label" => OperandClass::Label,
        "x2" => OperandClass::Pair(Bank::Int),
        "f2" => OperandClass::Pair(Bank::Float),
        "f32" => OperandClass::Float(32),
        "f64" => OperandClass::Float(64),
        "page" => OperandClass::Page,
        "round32" => OperandClass::RoundFloat(32),
        "round64" => OperandClass::RoundFloat(64),
        "zero32" => OperandClass::ZeroFloat(32),
        "zero64" => OperandClass::ZeroFloat(64),
        "part" => OperandClass::Part,
        "any" => OperandClass::Any,
        "0" => OperandClass::Zero,
        "x0" => OperandClass::ZeroRegister,
        _ => {
            if let Some((kind, more)) = text.split_once('+') {
                let more = more.parse().ok().filter(|more| *more < 16)?;
                return match kind {
                    "s16" => Some(OperandClass::Room(more)),
                    "low" => Some(OperandClass::LowRoom(more)),
                    _ => None,
                };
            }
            let (kind, bits) = text.split_at_checked(1)?;
            let bits = bits.parse().ok().filter(|b| (0..=32).contains(b))?;
            match kind {
                "s" => OperandClass::Signed(bits),
                "u" => OperandClass::Unsigned(bits),
                "m" => OperandClass::Multiple(bits),
                _ => return None,
            }
        }
    })
}

struct Compiler<'a> {
    tables: &'a Tables,
    params: &'a [(&'static str, OperandClass)],
    back: Option<u8>,
    parts: Vec<Part>,
}

impl Compiler<'_> {
    fn operand(&mut self, text: &str) -> Result<(), String> {
        if let Some((before, base)) = self.split_base(text) {
            if !before.is_empty() {
                self.operand(before)?;
            }
            self.parts.push(base);
            return Ok(());
        }
        let part = if let Some(param) = self.param(text) {
            Part::Param(param)
        } else if let Some(next) = self.next_register(text) {
            next
        } else if let Some(reg) = self.tables.register(text) {
            Part::Fixed(Arg::Name {
                sym: SymId::NONE,
                reg: Some(reg),
            })
        } else {
            let mut nodes = Vec::new();
            self.sum(text, &mut nodes)?;
            match nodes[..] {
                [TemplateNode::Node(ExprNode::Int(value))] => Part::Fixed(Arg::Int(value)),
                _ => Part::Expr(nodes),
            }
        };
        self.parts.push(part);
        Ok(())
    }

    /// `before(register)`
    fn split_base<'s>(&self, text: &'s str) -> Option<(&'s str, Part)> {
        let (before, inner) = text.strip_suffix(')')?.rsplit_once('(')?;
        if let Some(reg) = self.tables.register(inner) {
            return Some((before, Part::Fixed(Arg::Base(reg))));
        }
        let param = self.param(inner)?;
        let class = self.params.get(usize::from(param))?.1;
        (class.is_base() || matches!(class, OperandClass::Register(_)))
            .then_some((before, Part::BaseParam(param)))
    }

    /// `{name+1}`, or with an order of bytes.
    fn next_register(&self, text: &str) -> Option<Part> {
        let (name, which) = text.strip_prefix('{')?.strip_suffix('}')?.split_once('+')?;
        let param = self.named(name)?;
        let class = self.params.get(usize::from(param))?.1;
        let is_next = match which {
            "1" => true,
            order => self.in_order(order)?,
        };
        let part = match is_next {
            true => Part::NextRegister(param),
            false => Part::Param(param),
        };
        matches!(class, OperandClass::Pair(_)).then_some(part)
    }

    /// Whether numbers have the order of bytes of this name.
    fn in_order(&self, name: &str) -> Option<bool> {
        match name {
            "little" => Some(!self.tables.big_endian),
            "big" => Some(self.tables.big_endian),
            _ => None,
        }
    }

    fn param(&self, text: &str) -> Option<u8> {
        self.named(text.strip_prefix('{')?.strip_suffix('}')?)
    }

    fn named(&self, name: &str) -> Option<u8> {
        let index = self.params.iter().position(|(n, _)| *n == name)?;
        u8::try_from(index).ok()
    }

    /// Terms joined by `+` and `-`.
    fn sum(&self, text: &str, nodes: &mut Vec<TemplateNode>) -> Result<(), String> {
        let bytes = text.as_bytes();
        let split = (1..bytes.len()).rev().find(|k| {
            let open = text[..*k].matches('(').count() - text[..*k].matches(')').count();
            matches!(bytes[*k], b'+' | b'-') && open == 0
        });
        let Some(split) = split else {
            return self.term(text.trim(), nodes);
        };
        self.sum(&text[..split], nodes)?;
        self.term(text[split + 1..].trim(), nodes)?;
        let op = if bytes[split] == b'+' {
            Op::Plus
        } else {
            Op::Minus
        };
        nodes.push(TemplateNode::Node(ExprNode::Binary(op)));
        Ok(())
    }

    fn term(&self, text: &str, nodes: &mut Vec<TemplateNode>) -> Result<(), String> {
        if let Some(param) = self.param(text) {
            nodes.push(TemplateNode::Param(param));
            return Ok(());
        }
        if let Some((name, inner)) = text
            .strip_prefix('%')
            .and_then(|t| t.strip_suffix(')'))
            .and_then(|t| t.split_once('('))
        {
            if let Some(counts) = self.in_order(name) {
                match counts {
                    true => self.sum(inner, nodes)?,
                    false => nodes.push(TemplateNode::Node(ExprNode::Int(0))),
                }
                return Ok(());
            }
            self.sum(inner, nodes)?;
            let modifier = self.modifier(name)?;
            nodes.push(TemplateNode::Node(ExprNode::Modifier(modifier)));
            return Ok(());
        }
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |d| (true, d));
        let value = number(digits, NumberRules::Wide).and_then(Result::ok);
        let value = value.ok_or_else(|| format!("cannot read `{text}`"))?;
        let value = if negative { -value } else { value };
        nodes.push(TemplateNode::Node(ExprNode::Int(value)));
        Ok(())
    }

    fn modifier(&self, name: &str) -> Result<Modifier, String> {
        let dialect = self.tables.dialect;
        let known = dialect.modifiers.iter().chain(dialect.expansion_modifiers);
        let known = known.into_iter().find(|(n, _)| *n == name);
        match known.ok_or_else(|| format!("no function `%{name}`"))?.1 {
            Modifier::PcrelLo12 => {
                let back = self.back.ok_or("%pcrel_lo without %pcrel_hi")?;
                Ok(Modifier::PcrelLoBack(back))
            }
            other => Ok(other),
        }
    }
}

impl Template {
    /// The arguments with floating-point numbers as their bits.
    pub(crate) fn arguments<'a>(
        &self,
        args: &'a [ParsedOperand],
        sources: &SourceMap,
    ) -> Cow<'a, [ParsedOperand]> {
        use OperandClass::{Float, RoundFloat, ZeroFloat};
        let is_float = |(_, class): &(&str, OperandClass)| {
            matches!(class, Float(_) | RoundFloat(_) | ZeroFloat(_))
        };
        if !self.params.iter().any(is_float) {
            return Cow::Borrowed(args);
        }
        let convert = |(arg, (_, class)): (&ParsedOperand, &(&str, OperandClass))| match class {
            Float(bits) | RoundFloat(bits) | ZeroFloat(bits) => {
                let value = float(sources.slice(arg.span), *bits).unwrap_or(0);
                let arg_bits = Arg::Int(value);
                ParsedOperand {
                    arg: arg_bits,
                    ..*arg
                }
            }
            _ => *arg,
        };
        args.iter().zip(&self.params).map(convert).collect()
    }
}

/// The bits of the floating-point number that `text` is.
pub(crate) fn float(text: &str, bits: u32) -> Option<i64> {
    // Without a digit it would be a name, such as `inf`.
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(match bits {
        32 => text.parse::<f32>().ok()?.to_bits().into(),
        _ => text.parse::<f64>().ok()?.to_bits() as i64,
    })
}

impl TemplateStep {
    /// Puts the operands of this instruction for these arguments into `out`; `parsed` keeps its
    /// expressions.
    pub(crate) fn operands(
        &self,
        args: &[ParsedOperand],
        parsed: &mut ParsedFile,
        out: &mut Vec<ParsedOperand>,
    ) {
        out.clear();
        let place = |parts: &[TemplateNode]| {
            parts.iter().find_map(|node| match node {
                TemplateNode::Param(k) => args.get(usize::from(*k)).map(|a| a.span),
                TemplateNode::Node(_) => None,
            })
        };
        let anywhere = args.first().map(|a| a.span);
        out.extend(self.parts.iter().map(|part| {
            let nowhere = || anywhere.unwrap_or(diag::Span::new(parsed.file, 0, 0));
            match part {
                Part::Fixed(arg) => ParsedOperand {
                    arg: *arg,
                    span: nowhere(),
                },
                Part::Param(k) => plain(args[usize::from(*k)]),
                Part::BaseParam(k) => {
                    let arg = args[usize::from(*k)];
                    let base = register_of(arg.arg).map_or(arg.arg, Arg::Base);
                    ParsedOperand { arg: base, ..arg }
                }
                Part::NextRegister(k) => {
                    let arg = args[usize::from(*k)];
                    let next = register_of(arg.arg).map(|reg| Reg(reg.0 + 1));
                    let sym = SymId::NONE;
                    ParsedOperand {
                        arg: Arg::Name { sym, reg: next },
                        ..arg
                    }
                }
                Part::Expr(nodes) => {
                    let span = place(nodes).unwrap_or_else(nowhere);
                    let arg = expression(nodes, args, parsed);
                    ParsedOperand { arg, span }
                }
            }
        }));
    }
}

/// The operand without parentheses around a register.
fn plain(operand: ParsedOperand) -> ParsedOperand {
    match operand.arg {
        Arg::Base(reg) => {
            let arg = Arg::Name {
                sym: SymId::NONE,
                reg: Some(reg),
            };
            ParsedOperand { arg, ..operand }
        }
        _ => operand,
    }
}

fn register_of(arg: Arg) -> Option<Reg> {
    match arg {
        Arg::Name { reg, .. } => reg,
        Arg::Base(reg) => Some(reg),
        _ => None,
    }
}

fn expression(nodes: &[TemplateNode], args: &[ParsedOperand], parsed: &mut ParsedFile) -> Arg {
    let start = parsed.nodes.len();
    for node in nodes {
        match node {
            TemplateNode::Node(node) => parsed.nodes.push(*node),
            TemplateNode::Param(k) => match args[usize::from(*k)].arg {
                Arg::Int(value) => parsed.nodes.push(ExprNode::Int(value)),
                Arg::Name {
                    sym: SymId::NONE,
                    reg,
                } => {
                    let shadow = reg.and_then(|reg| parsed.shadow(reg));
                    parsed
                        .nodes
                        .push(ExprNode::Sym(shadow.unwrap_or(SymId::NONE)));
                }
                Arg::Name { sym, .. } => parsed.nodes.push(ExprNode::Sym(sym)),
                Arg::Expr(ExprId { start, len }) => {
                    let start = start as usize;
                    parsed.nodes.extend_from_within(start..start + len as usize);
                }
                Arg::Base(_) | Arg::Str => parsed.nodes.push(ExprNode::Int(0)),
            },
        }
        let span = args
            .last()
            .map_or(diag::Span::new(parsed.file, 0, 0), |a| a.span);
        parsed.node_spans.resize(parsed.nodes.len(), span);
    }
    let len = (parsed.nodes.len() - start) as u32;
    Arg::Expr(ExprId {
        start: start as u32,
        len,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{GNU_MIPS, GNU_RISCV, MARS, VENUS};
    use crate::options::AssembleOptions;
    use machine::isa::DialectSet;

    #[test]
    fn every_form_of_the_tables_is_understood() {
        for options in [
            AssembleOptions::new(&rv32::DESC, &VENUS),
            AssembleOptions::new(&mips32::DESC, &MARS),
            AssembleOptions::new(&rv32::DESC, &GNU_RISCV),
            AssembleOptions::new(&mips32::DESC, &GNU_MIPS),
        ] {
            let tables = Tables::new(&options);
            let settings = |bits| DialectSet(options.dialect.pseudos.0 << bits);
            for (index, pseudo) in options.isa.pseudos.iter().enumerate() {
                if (0..4).any(|bits| pseudo.dialects.meets(settings(bits))) {
                    assert_eq!(tables.template(index as u16).fault, None);
                }
            }
        }
    }
}
