//! From a program to its [`ProgramFlow`].

use super::{Entered, FlowFunction, Next, ProgramFlow, Step, Way};
use crate::effect::{self, RowEffect};
use crate::{elsewhere, words};
use assembler::{CodeLine, ExpansionCause, Program};
use diag::SourceMap;
use machine::env::{CALL_TABLES, CallTable};
use machine::image::Symbol;
use machine::isa::{Class, IsaDesc, Meaning, Reg, Role, Row};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many instructions before a call of the environment its number may be set.
const NEARBY: usize = 12;
/// After so many rounds, functions are taken to return.
const MOST_ROUNDS: usize = 64;
/// So many instructions may be in more than one function, counted as often as they are.
const MOST_SHARED: usize = 1 << 19;
/// Names under which programs begin.
const STARTS: [&str; 3] = ["main", "_start", "__start"];

pub(super) fn flow(sources: &SourceMap, program: &Program, desc: &'static IsaDesc) -> ProgramFlow {
    let steps = steps(sources, program, desc);
    let index = steps.iter().enumerate();
    let index: FxHashMap<u32, usize> = index.map(|(k, step)| (step.address, k)).collect();
    let mut flow = ProgramFlow {
        desc,
        big_endian: program.image.big_endian,
        steps,
        functions: Vec::new(),
        has_unknown: false,
        index,
        entered: FxHashMap::default(),
        leaders: FxHashSet::default(),
    };
    flow.leaders = leaders(&flow);
    for k in 0..flow.steps.len() {
        flow.steps[k].next = next(&flow, k);
    }
    for k in 0..flow.steps.len() {
        if let Next::Jump(target) = flow.steps[k].next
            && is_call_by_hand(&flow, k)
        {
            // Whoever writes that may have a convention of their own.
            flow.steps[k].next = Next::OddCall(Some(target));
        }
    }
    flow.has_unknown = flow
        .steps
        .iter()
        .any(|step| matches!(step.next, Next::Unknown | Next::OddCall(_)));
    enter(&mut flow, sources, program);
    flow.functions = functions(&flow, program);
    find_returns(&mut flow);
    flow
}

/// Whether functions share so much code that going through each of them takes too long. Nothing is
/// said about their insides then.
fn is_tangled(flow: &ProgramFlow, functions: &[FlowFunction]) -> bool {
    let mut left = MOST_SHARED + flow.steps.len();
    functions.iter().any(|function| {
        let size = flow.body(function.entry).len();
        let fits = left.checked_sub(size);
        left = fits.unwrap_or_default();
        fits.is_none()
    })
}

/// Decodes what users wrote as instructions.
fn steps(sources: &SourceMap, program: &Program, desc: &'static IsaDesc) -> Vec<Step> {
    let mut steps = Vec::new();
    let is_here = |line: &&CodeLine| line.code && sources.name(line.span.file) != elsewhere::NAME;
    for line in program.lines.iter().filter(is_here) {
        let segment = program.image.segment_at(line.address);
        let Some(segment) = segment.filter(|s| s.access.execute && !is_kernel(&s.name)) else {
            continue;
        };
        let from = (line.address - segment.address) as usize;
        let Some(mut bytes) = segment.bytes.get(from..) else {
            continue;
        };
        bytes = &bytes[..bytes.len().min(line.size as usize)];
        let mut address = line.address;
        while let Some(step) = decode(bytes, address, line, program.image.big_endian, desc) {
            let len = usize::from(step.len);
            steps.push(step);
            address = address.wrapping_add(len as u32);
            bytes = bytes.get(len..).unwrap_or(&[]);
        }
    }
    steps
}

/// Whether a segment of this name is for the kernel, where other rules hold.
fn is_kernel(segment: &str) -> bool {
    segment == "ktext"
}

fn decode(
    bytes: &[u8],
    address: u32,
    line: &CodeLine,
    big_endian: bool,
    desc: &'static IsaDesc,
) -> Option<Step> {
    let mut word = [0; 4];
    let length = bytes.len().min(4);
    word[..length].copy_from_slice(bytes.get(..length)?);
    let bits = match big_endian {
        true => u32::from_be_bytes(word),
        false => u32::from_le_bytes(word),
    };
    let decoded = desc.decode_any(bits)?;
    (usize::from(decoded.len) <= bytes.len()).then_some(Step {
        address,
        len: decoded.len,
        row: &desc.rows[decoded.row],
        word: decoded.word,
        span: line.span,
        pseudo: line.pseudo,
        next: Next::Straight,
    })
}

/// The instructions to which a direct jump or branch goes.
fn leaders(flow: &ProgramFlow) -> FxHashSet<usize> {
    let targets = flow.steps.iter().filter_map(direct_target);
    targets.filter_map(|target| flow.at(target)).collect()
}

fn direct_target(step: &Step) -> Option<u32> {
    let mut operands = step.row.operands.iter();
    operands.find_map(|o| o.kind.target(o.field.extract(step.word), step.address))
}

fn next(flow: &ProgramFlow, k: usize) -> Next {
    let step = &flow.steps[k];
    let target = direct_target(step);
    let link = step
        .row
        .registers(step.word, Role::Write)
        .find(|reg| *reg != Reg(0));
    match (step.row.class, target) {
        (Class::Branch | Class::LikelyBranch, Some(target)) => branch(flow, step, link, target),
        (Class::Jump, Some(target)) => {
            linked(flow, link, Some(target)).unwrap_or(Next::Jump(target))
        }
        (Class::JumpRegister, _) => {
            let target = computed_target(flow, k);
            let jump = target.map_or_else(|| register_jump(flow, step), Next::Jump);
            linked(flow, link, target).unwrap_or(jump)
        }
        (Class::System, _) => system(flow, k),
        _ => Next::Straight,
    }
}

/// Whether the instructions just before a jump set the return address to an instruction, of the same
/// function or of another.
fn is_call_by_hand(flow: &ProgramFlow, k: usize) -> bool {
    let link = constant(flow, k, flow.desc.abi.ra);
    link.is_some_and(|link| flow.at(link).is_some())
}

fn branch(flow: &ProgramFlow, step: &Step, link: Option<Reg>, target: u32) -> Next {
    if let Some(call) = linked(flow, link, Some(target)) {
        return call;
    }
    match effect::settled(step.row, step.word) {
        Some(true) => Next::Jump(target),
        Some(false) => Next::Straight,
        None => Next::Branch(target),
    }
}

/// The call that keeps its return address in `link`.
fn linked(flow: &ProgramFlow, link: Option<Reg>, target: Option<u32>) -> Option<Next> {
    link.map(|link| match link == flow.desc.abi.ra {
        true => Next::Call(target),
        false => Next::OddCall(target),
    })
}

fn register_jump(flow: &ProgramFlow, step: &Step) -> Next {
    let mut read = step.row.registers(step.word, Role::Read);
    match read.any(|reg| reg == flow.desc.abi.ra) {
        true => Next::Return,
        false => Next::Unknown,
    }
}

/// Where a jump through a register goes, if the instructions just before it set the register.
fn computed_target(flow: &ProgramFlow, k: usize) -> Option<u32> {
    let step = &flow.steps[k];
    let base = step.row.registers(step.word, Role::Read).next()?;
    let offset = step.row.operands.iter().find_map(|o| match o.kind {
        machine::isa::OperandKind::Immediate => Some(o.field.extract(step.word)),
        _ => None,
    });
    let value = constant(flow, k, base)?;
    Some(value.wrapping_add_signed(offset.unwrap_or(0)))
}

fn system(flow: &ProgramFlow, k: usize) -> Next {
    match flow.steps[k].row.meaning {
        Meaning::EnvironmentCall => {
            // The number of one environment is an argument in another: all that it may be must agree.
            let row = |table: &CallTable| table.row(constant(flow, k, table.number)?);
            let tables = CALL_TABLES.iter().filter(|t| t.isa == flow.desc.name);
            let mut rows = tables.filter_map(row).peekable();
            match rows.peek().is_some() && rows.all(|row| row.ends) {
                true => Next::Exit,
                false => Next::Straight,
            }
        }
        Meaning::HandlerReturn => Next::HandlerReturn,
        Meaning::Breakpoint => Next::Break,
        _ => Next::Straight,
    }
}

/// The value of a register before instruction `k`, if instructions just before it say so on the
/// only way to it.
pub(super) fn constant(flow: &ProgramFlow, k: usize, reg: Reg) -> Option<u32> {
    let mut at = k;
    while !flow.leaders.contains(&at) && at > 0 && k - at < NEARBY {
        at -= 1;
        let step = &flow.steps[at];
        if flow.after(at) != Some(at + 1) || !is_straight(step) {
            return None;
        }
        if !effect::registers(flow.desc, step.row, step.word, Role::Write).contains(reg) {
            continue;
        }
        return match effect::effect(flow.desc, step.row, step.word, step.address) {
            RowEffect::Constant { value, .. } => Some(value),
            RowEffect::Add { rs, number, .. } => {
                Some(constant(flow, at, rs)?.wrapping_add_signed(number))
            }
            RowEffect::Or { rs, number, .. } => Some(constant(flow, at, rs)? | number),
            _ => None,
        };
    }
    None
}

/// Whether control only comes from the instruction before this one to the one after it. A branch
/// that is not taken is all right as well: registers stay as they are.
fn is_straight(step: &Step) -> bool {
    let Step { row, word, .. } = *step;
    match row.class {
        Class::Jump | Class::JumpRegister => false,
        Class::Branch | Class::LikelyBranch => row.registers(word, Role::Write).next().is_none(),
        // It may have changed its argument registers.
        Class::System => false,
        _ => true,
    }
}

/// Finds what leads to functions.
fn enter(flow: &mut ProgramFlow, sources: &SourceMap, program: &Program) {
    let mut entered: FxHashMap<usize, Entered> = FxHashMap::default();
    for step in &flow.steps {
        let (target, calls) = match step.next {
            Next::Call(Some(target)) | Next::OddCall(Some(target)) => (target, true),
            Next::Jump(target) | Next::Branch(target) => (target, false),
            _ => continue,
        };
        if let Some(to) = flow.at(target) {
            let entered = entered.entry(to).or_default();
            entered.called |= calls;
            entered.jumped |= !calls;
        }
    }
    let places = program.image.symbols.iter().filter(|s| !s.absolute);
    for symbol in places.clone().filter(|s| s.global) {
        if let Some(step) = flow.at(symbol.address) {
            entered.entry(step).or_default().global = true;
        }
    }
    if let Some(start) = flow.at(program.image.entry) {
        entered.entry(start).or_default().start = true;
    }
    let labels: FxHashMap<&str, Vec<usize>> = places
        .filter_map(|symbol| Some((symbol, flow.at(symbol.address)?)))
        .fold(FxHashMap::default(), |mut labels, (symbol, step)| {
            labels.entry(&*symbol.name).or_default().push(step);
            labels
        });
    for step in taken(flow, sources, program, &labels) {
        entered.entry(step).or_default().taken = true;
    }
    flow.entered = entered;
}

/// The instructions whose labels are used as numbers: in data, or in instructions that do not go
/// there.
fn taken(
    flow: &ProgramFlow,
    sources: &SourceMap,
    program: &Program,
    labels: &FxHashMap<&str, Vec<usize>>,
) -> FxHashSet<usize> {
    let mut taken = FxHashSet::default();
    for line in program.lines.iter() {
        let calls = program.lines.trail(line).iter();
        let calls = calls.filter(|(_, cause)| *cause == ExpansionCause::Macro);
        let texts = std::iter::once(line.span).chain(calls.map(|(span, _)| *span));
        for (_, name) in texts.flat_map(|span| words::names(sources.slice(span))) {
            let Some(steps) = labels.get(name) else {
                continue;
            };
            let number = steps.iter().filter(|to| !goes_to(flow, line, **to));
            taken.extend(number.copied());
        }
    }
    taken
}

/// Whether a statement jumps to, branches to or calls an instruction.
fn goes_to(flow: &ProgramFlow, line: &CodeLine, to: usize) -> bool {
    let first = flow
        .steps
        .partition_point(|step| step.address < line.address);
    let inside = |step: &&Step| step.address - line.address < line.size;
    let steps = flow.steps[first..].iter().take_while(inside);
    let target = flow.steps[to].address;
    steps.into_iter().any(|step| match step.next {
        Next::Branch(t) | Next::Jump(t) => t == target,
        Next::Call(t) | Next::OddCall(t) => t == Some(target),
        _ => false,
    })
}

fn functions(flow: &ProgramFlow, program: &Program) -> Vec<FlowFunction> {
    // With jumps by pointers about, an address may be that of a place inside a function.
    let pointers = calls_by_pointer(flow) && !jumps_by_pointer(flow) && !sets_return_address(flow);
    let is_function = |e: &Entered| e.start || e.global || e.called || e.taken && pointers;
    let mut symbols: FxHashMap<u32, Vec<&Symbol>> = FxHashMap::default();
    for symbol in program.image.symbols.iter().filter(|s| !s.absolute) {
        symbols.entry(symbol.address).or_default().push(symbol);
    }
    let mut functions: Vec<FlowFunction> = flow
        .entered
        .iter()
        .filter(|(_, entered)| is_function(entered))
        .map(|(&entry, &entered)| {
            let address = flow.steps[entry].address;
            let here = symbols.get(&address).map_or(&[][..], Vec::as_slice);
            let is_named = here.iter().any(|s| STARTS.contains(&&*s.name));
            let name = here.iter().find(|s| s.global).or(here.first());
            FlowFunction {
                entry,
                name: name.map(|symbol| symbol.name.clone()),
                is_start: entered.start && !entered.called && (is_named || !entered.global),
                is_started: program.lines.started() == Some(address),
                returns: false,
            }
        })
        .collect();
    functions.sort_unstable_by_key(|function| function.entry);
    if is_tangled(flow, &functions) {
        return Vec::new();
    }
    let inner = inner(flow, &functions);
    functions.retain(|function| !inner.contains(&function.entry));
    functions
}

/// The places that look like beginnings of functions, but lie inside others.
fn inner(flow: &ProgramFlow, functions: &[FlowFunction]) -> FxHashSet<usize> {
    let doubtful = |step: &usize| {
        let entered = flow.entered(*step);
        !entered.called && !entered.start && (!entered.global || entered.jumped)
    };
    let bodies = functions.iter().flat_map(|function| {
        let entry = function.entry;
        flow.body(entry).into_iter().filter(move |k| *k != entry)
    });
    bodies.filter(doubtful).collect()
}

fn calls_by_pointer(flow: &ProgramFlow) -> bool {
    let mut steps = flow.steps.iter();
    steps.any(|step| step.next == Next::Call(None))
}

/// Whether some jump goes to the address in a register that another statement put there, also if it
/// is known what that is.
fn jumps_by_pointer(flow: &ProgramFlow) -> bool {
    flow.steps
        .iter()
        .enumerate()
        .any(|(k, step)| match step.next {
            Next::Unknown | Next::OddCall(_) => true,
            Next::Jump(_) if step.row.class == Class::JumpRegister => {
                k == 0 || flow.steps[k - 1].span != step.span
            }
            _ => false,
        })
}

/// Whether some instruction that is no part of a call makes up a return address.
fn sets_return_address(flow: &ProgramFlow) -> bool {
    let ra = flow.desc.abi.ra;
    flow.steps.windows(2).any(|pair| {
        let (step, after) = (pair[0], pair[1]);
        step.row.class == Class::Alu
            && !is_written(after.row, after.word, ra)
            && is_written(step.row, step.word, ra)
    })
}

fn is_written(row: &Row, word: u32, wanted: Reg) -> bool {
    row.registers(word, Role::Write).any(|reg| reg == wanted)
}

/// Finds the functions that return. Those that call one that does not may be among those that do
/// not, so this goes on until nothing is new; there and back, as chains of calls go either way.
fn find_returns(flow: &mut ProgramFlow) {
    for round in 0..MOST_ROUNDS {
        let mut changed = false;
        for k in 0..flow.functions.len() {
            let k = match round % 2 {
                0 => k,
                _ => flow.functions.len() - 1 - k,
            };
            if !flow.functions[k].returns && returns(flow, flow.functions[k].entry) {
                flow.functions[k].returns = true;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
    for function in &mut flow.functions {
        function.returns = true;
    }
}

fn returns(flow: &ProgramFlow, entry: usize) -> bool {
    let body = flow.body(entry);
    let leaves = |step: usize| {
        let next = flow.steps[step].next;
        let by_itself = match next {
            Next::Straight | Next::Branch(_) | Next::Call(_) | Next::Jump(_) | Next::Exit => false,
            Next::Return => !jumps_far(flow, &body, step),
            _ => true,
        };
        by_itself
            || flow.ways(entry, step).any(|way| match way {
                Way::Tail(to) | Way::Into(to) => flow.function_at(to).is_none_or(|f| f.returns),
                Way::PastEnd => true,
                Way::To(_) | Way::Taken(_) => false,
            })
            || matches!(next, Next::Jump(target) if flow.at(target).is_none())
    };
    body.iter().any(|step| leaves(*step))
}

/// Whether a return of the function with this body goes elsewhere, as `longjmp` does: the return
/// address is loaded from where an argument points to, and was not stored by this function.
fn jumps_far(flow: &ProgramFlow, body: &[usize], step: usize) -> bool {
    let abi = flow.desc.abi;
    let effect = |step: &Step| effect::effect(flow.desc, step.row, step.word, step.address);
    let stores = |k: &usize| matches!(effect(&flow.steps[*k]), RowEffect::Store(access) if access.reg == abi.ra);
    let first = body.first().copied().unwrap_or(step);
    let before = flow.steps[first..step].iter().rev();
    let mut writes = before.filter(|step| is_written(step.row, step.word, abi.ra));
    let loads = writes.next().map(effect);
    matches!(loads, Some(RowEffect::Load(access)) if access.reg == abi.ra && abi.args.contains(&access.base))
        && !body.iter().any(stores)
}
