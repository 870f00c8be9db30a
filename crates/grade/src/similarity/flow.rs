//! Functions, their blocks, and which definition of a register may reach which place.

use super::read::{Item, Part, Plain, Source};
use machine::isa::{Abi, Class, Reg, Role};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function of a source.
pub(super) struct Function<'a> {
    pub(super) name: String,
    /// The line of its name.
    pub(super) first_line: u32,
    pub(super) steps: Vec<Step<'a>>,
    pub(super) blocks: Vec<Block>,
    /// The blocks, each after those on the way to it.
    pub(super) order: Vec<usize>,
}

/// What happens at one place.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    Code(&'a Plain),
    Call(u32),
    Jump(u32),
}

impl Step<'_> {
    pub(super) fn line(&self) -> u32 {
        match self {
            Step::Code(plain) => plain.line,
            Step::Call(line) | Step::Jump(line) => *line,
        }
    }

    /// Whether it calls a function that comes back.
    pub(super) fn is_call(&self, abi: &Abi) -> bool {
        match self {
            Step::Call(_) => true,
            Step::Code(plain) => {
                let jumps = matches!(plain.row.class, Class::Jump | Class::JumpRegister);
                jumps && sets(plain).any(|reg| reg == abi.ra)
            }
            Step::Jump(_) => false,
        }
    }

    /// Whether control never comes to the next one.
    fn leaves(&self, abi: &Abi) -> bool {
        match self {
            Step::Call(_) => false,
            Step::Jump(_) => true,
            Step::Code(plain) => {
                matches!(plain.row.class, Class::Jump | Class::JumpRegister) && !self.is_call(abi)
            }
        }
    }
}

/// The registers that an instruction sets.
pub(super) fn sets(plain: &Plain) -> impl Iterator<Item = Reg> {
    with_role(plain, Role::Write)
}

/// The registers that an instruction uses in this way, as they are written.
pub(super) fn with_role(plain: &Plain, wanted: Role) -> impl Iterator<Item = Reg> {
    let operands = plain.row.operands.iter().zip(&plain.parts);
    let named = operands.filter_map(move |(operand, part)| match (operand.kind, part) {
        (machine::isa::OperandKind::Register { role, .. }, Part::Register(reg)) => {
            uses(role, wanted).then_some(*reg)
        }
        _ => None,
    });
    let implicit = plain.row.implicit.iter();
    named.chain(
        implicit
            .filter(move |(_, role)| uses(*role, wanted))
            .map(|(reg, _)| *reg),
    )
}

/// Whether a register with this role is used in that way.
pub(super) fn uses(role: Role, wanted: Role) -> bool {
    role == wanted || role == Role::Update
}

/// Steps in a row, without jumps in between.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) steps: std::ops::Range<usize>,
    pub(super) next: Vec<usize>,
}

/// The labels at which functions begin, in all files of a submission.
pub(super) fn entries(sources: &[Source]) -> FxHashSet<String> {
    let mut called: FxHashSet<String> = FxHashSet::default();
    let mut jumped: FxHashSet<&str> = FxHashSet::default();
    for item in sources.iter().flat_map(|source| &source.items) {
        match item {
            Item::Call(label, _) => {
                called.insert(label.clone());
            }
            Item::Jump(label, _) => {
                jumped.insert(label);
            }
            Item::Code(plain) => jumped.extend(plain.parts.iter().filter_map(|part| match part {
                Part::Label(label) if plain.row.has_delay_slot() => Some(label.as_str()),
                _ => None,
            })),
            Item::Label(..) => {}
        }
    }
    // A label inside a function may be known to others for no reason.
    let global = sources.iter().flat_map(|source| &source.global);
    let global = global.filter(|label| !jumped.contains(label.as_str()));
    called.extend(global.cloned());
    called
}

/// So many instructions a source may have after that.
const MOST_INLINED: usize = 25_000;
/// The longest function that is put in the place of its calls.
const LONGEST_INLINED: usize = 40;

/// Puts functions without branches in the place of their calls: whether a piece of code has a name of
/// its own is a matter of taste. Those that nobody calls any more are gone.
pub(super) fn inline(sources: &mut [Source], entries: &mut FxHashSet<String>) {
    let all = sources.iter().flat_map(|source| &source.items);
    let called = all.filter_map(|item| match item {
        Item::Call(label, _) => Some(label.as_str()),
        _ => None,
    });
    let called: FxHashSet<&str> = called.collect();
    let mut bodies: FxHashMap<String, Vec<Item>> = FxHashMap::default();
    for source in sources.iter() {
        let abi = source.target.desc().abi;
        for (at, item) in source.items.iter().enumerate() {
            if let Item::Label(label, _) = item
                && called.contains(label.as_str())
                && let Some(body) = straight(&source.items[at + 1..], entries, abi)
            {
                bodies.insert(label.clone(), body);
            }
        }
    }
    for source in sources.iter_mut() {
        let items = std::mem::take(&mut source.items);
        let mut skipping = false;
        for item in items {
            match &item {
                Item::Label(label, _) if entries.contains(label) => {
                    skipping = bodies.contains_key(label);
                }
                Item::Call(label, line) if !skipping && source.items.len() < MOST_INLINED => {
                    if let Some(body) = bodies.get(label) {
                        let moved = body.iter().cloned().map(|mut item| {
                            item.set_line(*line);
                            item
                        });
                        source.items.extend(moved);
                        continue;
                    }
                }
                _ => {}
            }
            if !skipping {
                source.items.push(item);
            }
        }
    }
    entries.retain(|entry| !bodies.contains_key(entry));
}

/// The instructions up to the return, if nothing else can happen.
fn straight(items: &[Item], entries: &FxHashSet<String>, abi: &Abi) -> Option<Vec<Item>> {
    let mut body = Vec::new();
    for item in items.iter().take(LONGEST_INLINED) {
        match item {
            Item::Code(plain) => match plain.row.class {
                Class::JumpRegister => {
                    let is_return = with_role(plain, Role::Read).any(|reg| reg == abi.ra)
                        && !sets(plain).any(|reg| reg == abi.ra);
                    return is_return.then_some(body);
                }
                Class::Branch | Class::LikelyBranch | Class::Jump => return None,
                _ => body.push(item.clone()),
            },
            Item::Label(label, _) if !entries.contains(label) => {}
            _ => return None,
        }
    }
    None
}

/// The functions of a source.
pub(super) fn functions<'a>(source: &'a Source, entries: &FxHashSet<String>) -> Vec<Function<'a>> {
    let mut functions = Vec::new();
    let mut begin = 0;
    let starts = |item: &Item| matches!(item, Item::Label(label, _) if entries.contains(label));
    for end in 1..=source.items.len() {
        if end == source.items.len() || starts(&source.items[end]) {
            functions.extend(function(
                &source.items[begin..end],
                source.target.desc().abi,
            ));
            begin = end;
        }
    }
    functions
}

fn function<'a>(items: &'a [Item], abi: &Abi) -> Option<Function<'a>> {
    let mut labels: FxHashMap<&str, usize> = FxHashMap::default();
    let (mut steps, mut targets) = (Vec::new(), Vec::new());
    for item in items {
        let (step, target) = match item {
            Item::Label(label, _) => {
                labels.insert(label, steps.len());
                continue;
            }
            Item::Code(plain) => {
                let goes = plain.row.has_delay_slot();
                let label = plain.parts.iter().find_map(|part| match part {
                    Part::Label(label) if goes => Some(label.as_str()),
                    _ => None,
                });
                (Step::Code(plain), label)
            }
            Item::Call(_, line) => (Step::Call(*line), None),
            Item::Jump(label, line) => (Step::Jump(*line), Some(label.as_str())),
        };
        steps.push(step);
        targets.push(target);
    }
    let label = items.iter().find_map(|item| match item {
        Item::Label(label, line) => Some((label.clone(), *line)),
        _ => None,
    });
    let (name, first_line) = label.unwrap_or_default();
    steps.first()?;
    let target = |at: usize| targets[at].and_then(|label| labels.get(label).copied());
    let blocks = blocks(&steps, &target, abi);
    let order = order(&blocks);
    Some(Function {
        name,
        first_line,
        steps,
        blocks,
        order,
    })
}

fn blocks(steps: &[Step<'_>], target: &dyn Fn(usize) -> Option<usize>, abi: &Abi) -> Vec<Block> {
    let mut begins = vec![false; steps.len() + 1];
    begins[0] = true;
    let is_branch = |step: &Step<'_>| matches!(step, Step::Code(plain) if matches!(plain.row.class, Class::Branch | Class::LikelyBranch));
    for (at, step) in steps.iter().enumerate() {
        if let Some(to) = target(at) {
            begins[to] = true;
        }
        if is_branch(step) || step.leaves(abi) {
            begins[at + 1] = true;
        }
    }
    let starts: Vec<usize> = (0..steps.len()).filter(|at| begins[*at]).collect();
    let mut block_at = FxHashMap::default();
    for (index, start) in starts.iter().enumerate() {
        block_at.insert(*start, index);
    }
    let block = |(index, start): (usize, &usize)| {
        let end = starts.get(index + 1).copied().unwrap_or(steps.len());
        let last = &steps[end - 1];
        let mut next = Vec::new();
        if !last.leaves(abi) && end < steps.len() {
            next.push(index + 1);
        }
        next.extend(target(end - 1).and_then(|to| block_at.get(&to).copied()));
        next.dedup();
        Block {
            steps: *start..end,
            next,
        }
    };
    starts.iter().enumerate().map(block).collect()
}

/// Reverse postorder from the first; what is not reached from there follows.
fn order(blocks: &[Block]) -> Vec<usize> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::new();
    for root in 0..blocks.len() {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        let (mut stack, mut done) = (vec![(root, 0)], Vec::new());
        while let Some((block, next)) = stack.pop() {
            match blocks[block].next.get(next) {
                Some(&to) => {
                    stack.push((block, next + 1));
                    if !seen[to] {
                        seen[to] = true;
                        stack.push((to, 0));
                    }
                }
                None => done.push(block),
            }
        }
        order.extend(done.into_iter().rev());
    }
    order
}

/// The definitions of one register that may reach a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reaching {
    /// None yet: the place was not reached.
    Nothing,
    /// What the function was called with.
    Entry,
    /// The step that sets it.
    One(u32),
    /// Any of these.
    Some(u32),
    /// More than are followed.
    Many,
}

/// A register that is set at a step, and what the function was called with, as one number.
pub(super) const ENTRY: u32 = u32::MAX;
/// More definitions than these are many.
const MOST_DEFINITIONS: usize = 4;
/// After so many rounds what still changes is not followed.
const MOST_ROUNDS: usize = 12;

/// Which definitions reach the beginning of each block.
pub(super) struct Reach {
    pub(super) at: Vec<[Reaching; Reg::COUNT as usize]>,
    pub(super) sets: Vec<Vec<u32>>,
    known: FxHashMap<Vec<u32>, u32>,
}

impl Reach {
    pub(super) fn of(function: &Function<'_>, abi: &Abi) -> Self {
        let nothing = [Reaching::Nothing; Reg::COUNT as usize];
        let mut reach = Reach {
            at: vec![nothing; function.blocks.len()],
            sets: Vec::new(),
            known: FxHashMap::default(),
        };
        // What nothing leads to may be entered from elsewhere.
        let mut entered = vec![true; function.blocks.len()];
        for block in &function.blocks {
            for to in &block.next {
                entered[*to] = false;
            }
        }
        entered[0] = true;
        for (index, entered) in entered.into_iter().enumerate() {
            if entered {
                reach.at[index] = [Reaching::Entry; Reg::COUNT as usize];
            }
        }
        for round in 0..MOST_ROUNDS {
            let mut changed = false;
            for &index in &function.order {
                let block = &function.blocks[index];
                let mut state = reach.at[index];
                for at in block.steps.clone() {
                    step(&function.steps[at], at as u32, &mut state, abi);
                }
                for &to in &block.next {
                    for (register, from) in state.iter().enumerate() {
                        let old = reach.at[to][register];
                        let new = match round + 1 == MOST_ROUNDS && old != *from {
                            true => Reaching::Many,
                            false => reach.joined(old, *from),
                        };
                        changed |= new != old;
                        reach.at[to][register] = new;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        reach
    }

    fn joined(&mut self, a: Reaching, b: Reaching) -> Reaching {
        match (a, b) {
            (Reaching::Nothing, other) | (other, Reaching::Nothing) => other,
            (Reaching::Many, _) | (_, Reaching::Many) => Reaching::Many,
            _ if a == b => a,
            _ => {
                let mut all = self.list(a);
                all.extend(self.list(b));
                all.sort_unstable();
                all.dedup();
                if all.len() > MOST_DEFINITIONS {
                    return Reaching::Many;
                }
                let next = self.sets.len() as u32;
                let number = *self.known.entry(all.clone()).or_insert(next);
                if number == next {
                    self.sets.push(all);
                }
                Reaching::Some(number)
            }
        }
    }

    fn list(&self, reaching: Reaching) -> Vec<u32> {
        match reaching {
            Reaching::Entry => vec![ENTRY],
            Reaching::One(step) => vec![step],
            Reaching::Some(number) => self.sets[number as usize].clone(),
            Reaching::Nothing | Reaching::Many => Vec::new(),
        }
    }
}

/// What a step does to the definitions.
pub(super) fn step(
    step: &Step<'_>,
    at: u32,
    state: &mut [Reaching; Reg::COUNT as usize],
    abi: &Abi,
) {
    if step.is_call(abi) {
        for reg in abi.temporaries {
            state[usize::from(reg.0)] = Reaching::One(at);
        }
    }
    if let Step::Code(plain) = step {
        for reg in sets(plain) {
            state[usize::from(reg.0)] = Reaching::One(at);
        }
    }
}
