//! What a function computes, as a set of numbers: each is a value with what it is made of, a few steps
//! deep, or a place where something happens with values.
//!
//! A value is followed through copies and over the places where code may come from elsewhere, so it
//! does not matter in which register it is, in which order independent things happen, how a constant
//! is put together, where the frame keeps it, and what is done besides.

mod feature;

use super::flow::{Function, Reach, Reaching, Step, sets, step, uses, with_role};
use super::read::{Part, Plain};
use machine::isa::{Abi, Class, IsaDesc, Meaning, Reg, Role};
use rustc_hash::FxHashMap;

type State = [Reaching; Reg::COUNT as usize];

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Number(i32),
    /// The address of some label.
    Label,
    /// What a register held when the function was called.
    Entry(Reg),
    /// A value plus a number that is not zero.
    Sum(u32, i32),
    /// What an instruction makes of values.
    Made(&'static str, Vec<u32>),
    /// What is in memory at an address.
    Loaded(&'static str, u32),
    /// A result of a call.
    Result(Reg),
    /// One of several definitions of a register.
    Joined(Reg, u32),
    /// Nothing is known.
    Unknown,
}

/// A feature of a function, and the line it comes from.
pub(super) type Feature = (u64, u32);

/// The features of a function.
pub(super) fn features(function: &Function<'_>, desc: &'static IsaDesc) -> Vec<Feature> {
    let mut values = Values {
        abi: desc.abi,
        reach: Reach::of(function, desc.abi),
        nodes: Vec::new(),
        known: FxHashMap::default(),
        defined: FxHashMap::default(),
        frame: FxHashMap::default(),
        hashes: FxHashMap::default(),
    };
    let places = values.walk(function);
    values.features(function, &places)
}

struct Values {
    abi: &'static Abi,
    reach: Reach,
    nodes: Vec<Node>,
    known: FxHashMap<Node, u32>,
    /// What a step sets a register to.
    defined: FxHashMap<(u32, Reg), u32>,
    /// What is kept at which place of the frame; nothing if there are several.
    frame: FxHashMap<i32, Option<u32>>,
    hashes: FxHashMap<(u32, usize), u64>,
}

/// Where something happens: what, with which values, and whether their order matters.
struct Place {
    line: u32,
    what: &'static str,
    values: Vec<u32>,
    ordered: bool,
}

/// What two registers are compared for, if the first is the smaller one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Less(&'static str),
}

/// The branches: the relation, and whether the operands are the other way round. The opposite branch
/// has the same relation. What is compared with one register only is compared with zero.
const BRANCHES: [(&str, Relation, bool); 10] = [
    ("beq", Relation::Equal, false),
    ("bne", Relation::Equal, false),
    ("blt", Relation::Less("slt"), false),
    ("bge", Relation::Less("slt"), false),
    ("bltu", Relation::Less("sltu"), false),
    ("bgeu", Relation::Less("sltu"), false),
    ("bltz", Relation::Less("slt"), false),
    ("bgez", Relation::Less("slt"), false),
    ("blez", Relation::Less("slt"), true),
    ("bgtz", Relation::Less("slt"), true),
];

/// Instructions that do the same, whether with a number or with a register.
const SAME: [(&str, &str); 14] = [
    ("andi", "and"),
    ("ori", "or"),
    ("xori", "xor"),
    ("slti", "slt"),
    ("sltiu", "sltu"),
    ("slli", "sll"),
    ("srli", "srl"),
    ("srai", "sra"),
    ("sllv", "sll"),
    ("srlv", "srl"),
    ("srav", "sra"),
    ("addu", "add"),
    ("addiu", "add"),
    ("subu", "sub"),
];

impl Values {
    fn node(&mut self, node: Node) -> u32 {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.known.insert(node, number);
        number
    }

    /// Goes through all blocks; the places where something happens, by step.
    fn walk(&mut self, function: &Function<'_>) -> FxHashMap<usize, Vec<Place>> {
        let mut places = FxHashMap::default();
        for &block in &function.order {
            let mut state = self.reach.at[block];
            for at in function.blocks[block].steps.clone() {
                let here = self.step(&function.steps[at], at as u32, &state);
                if !here.is_empty() {
                    places.insert(at, here);
                }
                step(&function.steps[at], at as u32, &mut state, self.abi);
            }
        }
        places
    }

    /// The value of a register.
    fn value(&mut self, reg: Reg, state: &State) -> u32 {
        if reg == Reg(0) {
            return self.node(Node::Number(0));
        }
        match state[usize::from(reg.0)] {
            Reaching::Nothing | Reaching::Entry => self.entry(reg),
            Reaching::One(step) => match self.defined.get(&(step, reg)) {
                Some(value) => *value,
                None => self.node(Node::Unknown),
            },
            Reaching::Some(number) => self.node(Node::Joined(reg, number)),
            Reaching::Many => self.node(Node::Unknown),
        }
    }

    /// Who does not pass an argument has no name.
    fn entry(&mut self, reg: Reg) -> u32 {
        let abi = self.abi;
        let is_named = reg == abi.sp || abi.args.contains(&reg);
        self.node(Node::Entry(if is_named { reg } else { Reg(0) }))
    }

    fn step(&mut self, step: &Step<'_>, at: u32, state: &State) -> Vec<Place> {
        let abi = self.abi;
        if step.is_call(abi) {
            let values = abi.args.iter().take(2).map(|reg| self.value(*reg, state));
            let values: Vec<u32> = values.collect();
            for reg in abi.temporaries {
                let node = match abi.results.contains(reg) {
                    true => Node::Result(*reg),
                    false => Node::Unknown,
                };
                let value = self.node(node);
                self.defined.insert((at, *reg), value);
            }
            let place = |value| Place {
                line: step.line(),
                what: "call",
                values: vec![value],
                ordered: true,
            };
            return values.into_iter().map(place).collect();
        }
        match step {
            Step::Code(plain) => self.instruction(plain, at, state),
            _ => Vec::new(),
        }
    }

    fn instruction(&mut self, plain: &Plain, at: u32, state: &State) -> Vec<Place> {
        let place = |what, values, ordered| {
            vec![Place {
                line: plain.line,
                what,
                values,
                ordered,
            }]
        };
        match plain.row.class {
            Class::Load => self.load(plain, at, state),
            Class::Store => {
                let (address, value) = (self.address(plain, state), self.operands(plain, state));
                let value = value.first().copied().unwrap_or(address);
                if let Some(slot) = self.slot(address) {
                    let kept = self.frame.entry(slot).or_insert(Some(value));
                    if *kept != Some(value) {
                        *kept = None;
                    }
                    return Vec::new();
                }
                place(plain.row.name, vec![address, value], true)
            }
            Class::Branch | Class::LikelyBranch => self.branch(plain, state),
            Class::JumpRegister => {
                let results = self.abi.results.iter();
                let results: Vec<u32> = results.map(|reg| self.value(*reg, state)).collect();
                let each = results
                    .into_iter()
                    .flat_map(|value| place("return", vec![value], true));
                each.collect()
            }
            Class::Jump | Class::Fence => Vec::new(),
            Class::System => {
                let mut registers = vec![self.abi.results[0]];
                registers.extend(self.abi.args);
                registers.dedup();
                let values = registers.iter().take(2).map(|reg| self.value(*reg, state));
                let values = values.collect();
                // Its answer is where the first result is.
                place("system", values, true)
            }
            _ => self.computed(plain, at, state),
        }
    }

    /// The values that an instruction reads, numbers as well.
    fn operands(&mut self, plain: &Plain, state: &State) -> Vec<u32> {
        let row = plain.row;
        let mut values = Vec::new();
        for (operand, part) in row.operands.iter().zip(&plain.parts) {
            let value = match (operand.kind, part) {
                (machine::isa::OperandKind::Register { role, .. }, Part::Register(reg)) => {
                    match uses(role, Role::Read) {
                        true => self.value(*reg, state),
                        false => continue,
                    }
                }
                (_, Part::Number(number)) => self.node(Node::Number(*number as i32)),
                (_, Part::Label(_)) => self.node(Node::Label),
                (_, Part::Register(_)) => self.node(Node::Unknown),
            };
            values.push(value);
        }
        for (reg, role) in row.implicit {
            if uses(*role, Role::Read) {
                values.push(self.value(*reg, state));
            }
        }
        values
    }

    /// The address of an access: the last two operands.
    fn address(&mut self, plain: &Plain, state: &State) -> u32 {
        let base = with_role(plain, Role::Read).last().unwrap_or(Reg(0));
        let base = self.value(base, state);
        let offset = plain.parts.iter().rev().find_map(|part| match part {
            Part::Number(number) => Some(*number as i32),
            _ => None,
        });
        self.sum(base, offset.unwrap_or(0))
    }

    fn sum(&mut self, base: u32, number: i32) -> u32 {
        match self.nodes[base as usize].clone() {
            _ if number == 0 => base,
            Node::Number(other) => self.node(Node::Number(other.wrapping_add(number))),
            Node::Sum(base, other) => self.sum(base, other.wrapping_add(number)),
            _ => self.node(Node::Sum(base, number)),
        }
    }

    /// The place in the frame that an address is.
    fn slot(&self, address: u32) -> Option<i32> {
        let sp = Node::Entry(self.abi.sp);
        match &self.nodes[address as usize] {
            Node::Sum(base, offset) if self.nodes[*base as usize] == sp => Some(*offset),
            node if *node == sp => Some(0),
            _ => None,
        }
    }

    fn load(&mut self, plain: &Plain, at: u32, state: &State) -> Vec<Place> {
        let address = self.address(plain, state);
        let kept = self
            .slot(address)
            .map(|slot| self.frame.get(&slot).copied().flatten());
        let (value, is_own) = match kept {
            Some(Some(value)) => (value, false),
            Some(None) => (self.node(Node::Unknown), false),
            None => (self.node(Node::Loaded(plain.row.name, address)), true),
        };
        self.define(plain, at, value, is_own)
    }

    fn define(&mut self, plain: &Plain, at: u32, value: u32, is_own: bool) -> Vec<Place> {
        let mut places = Vec::new();
        for reg in sets(plain).filter(|reg| *reg != Reg(0)) {
            self.defined.insert((at, reg), value);
            // Frames are laid out in many ways.
            if is_own && reg != self.abi.sp && places.is_empty() {
                places.push(Place {
                    line: plain.line,
                    what: "value",
                    values: vec![value],
                    ordered: true,
                });
            }
        }
        places
    }

    fn computed(&mut self, plain: &Plain, at: u32, state: &State) -> Vec<Place> {
        let values = self.operands(plain, state);
        let value = self.made(plain, &values);
        let is_own = matches!(self.nodes[value as usize], Node::Made(..) | Node::Sum(..))
            && !values.contains(&value);
        self.define(plain, at, value, is_own)
    }

    /// What an instruction makes of its operands, in the form that all ways to write it share.
    fn made(&mut self, plain: &Plain, values: &[u32]) -> u32 {
        let number = |values: &Self, value: u32| match values.nodes[value as usize] {
            Node::Number(number) => Some(number),
            _ => None,
        };
        let meaning = plain.row.meaning;
        let [a, rest @ ..] = values else {
            return self.node(Node::Unknown);
        };
        let Some(&b) = rest.first() else {
            return match (meaning, number(self, *a)) {
                (Meaning::Upper(shift), Some(upper)) => {
                    self.node(Node::Number(upper << (shift & 31)))
                }
                (Meaning::Upper(_) | Meaning::UpperFromHere(_), None) => *a,
                _ => self.node(Node::Made(plain.row.name, vec![*a])),
            };
        };
        let a = *a;
        match (meaning, number(self, a), number(self, b)) {
            (Meaning::Add | Meaning::AddNumber, _, Some(number)) => self.sum(a, number),
            (Meaning::Add, Some(number), _) => self.sum(b, number),
            (Meaning::Subtract, _, Some(number)) => self.sum(a, number.wrapping_neg()),
            (Meaning::Or | Meaning::OrNumber, Some(x), Some(y)) => self.node(Node::Number(x | y)),
            (Meaning::Or | Meaning::OrNumber | Meaning::Xor | Meaning::XorNumber, _, Some(0)) => a,
            (Meaning::Or | Meaning::Xor, Some(0), _) => b,
            _ => self.plainly_made(plain, a, b, rest),
        }
    }

    fn plainly_made(&mut self, plain: &Plain, a: u32, b: u32, rest: &[u32]) -> u32 {
        let name = plain.row.name;
        let mut name = SAME
            .iter()
            .find(|(own, _)| *own == name)
            .map_or(name, |(_, same)| *same);
        let mut values = vec![a];
        values.extend(rest);
        let numbers = [a, b].map(|value| match self.nodes[value as usize] {
            Node::Number(number) => Some(number),
            _ => None,
        });
        match (name, numbers) {
            ("sll", [Some(number), Some(by @ 0..32)]) => {
                return self.node(Node::Number(number << by));
            }
            ("sll" | "srl" | "sra", [_, Some(0)]) => return a,
            // Twice the same is a shift, and so is a product with a power of two.
            ("add", _) if a == b => {
                name = "sll";
                values = vec![a, self.node(Node::Number(1))];
            }
            ("mul", [Some(number), None] | [None, Some(number)])
                if (number as u32).is_power_of_two() =>
            {
                let by = self.node(Node::Number(number.trailing_zeros() as i32));
                name = "sll";
                values = vec![if numbers[0].is_some() { b } else { a }, by];
            }
            _ => {}
        }
        self.node(Node::Made(name, values))
    }

    fn branch(&mut self, plain: &Plain, state: &State) -> Vec<Place> {
        let registers: Vec<Reg> = with_role(plain, Role::Read).collect();
        let mut values: Vec<u32> = registers
            .iter()
            .map(|reg| self.value(*reg, state))
            .collect();
        let place = |what, values, ordered| {
            vec![Place {
                line: plain.line,
                what,
                values,
                ordered,
            }]
        };
        let known = BRANCHES.iter().find(|(name, ..)| *name == plain.row.name);
        let Some((_, relation, is_swapped)) = known else {
            return place(plain.row.name, values, true);
        };
        let zero = self.node(Node::Number(0));
        if values.len() == 1 {
            values.push(zero);
        }
        if *is_swapped {
            values.reverse();
        }
        match relation {
            Relation::Less(less) => place(less, values, true),
            Relation::Equal => {
                // A comparison whose result is asked for is that comparison.
                if let [a, b] = values[..]
                    && (a == zero || b == zero)
                    && let Node::Made(less @ ("slt" | "sltu"), parts) =
                        &self.nodes[(if a == zero { b } else { a }) as usize]
                    && parts.len() == 2
                {
                    let one = Node::Number(1);
                    return match (
                        *less,
                        self.nodes[parts[1] as usize] == one,
                        parts[0] == zero,
                    ) {
                        ("sltu", true, _) => place("equal", vec![parts[0], zero], false),
                        ("sltu", _, true) => place("equal", vec![parts[1], zero], false),
                        _ => place(less, parts.clone(), true),
                    };
                }
                place("equal", values, false)
            }
        }
    }
}
