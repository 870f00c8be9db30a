//! Which code is translated together: a region, whose blocks jump to each other.

use super::emit::Span;
use machine::isa::{Class, Insn, Role};
use machine::run::{ControlState, Machine};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most instructions of a region. Between two looks at the fuel there are fewer than in the longest
/// straight run of the loops, so that native code uses as little more than its fuel as they do.
pub(crate) const MOST_INSTRUCTIONS: usize = 900;

/// How far accesses with the same base are looked for, and how far apart they may be.
const LOOK_AHEAD: usize = 32;
const LONGEST_SPAN: i32 = 128;
/// A longer loop is a block like others.
const LONGEST_LOOP: usize = 64;

/// An instruction as it will run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedInsn {
    pub(crate) pc: u32,
    pub(crate) insn: Insn,
    /// How many bytes it has.
    pub(crate) length: u32,
    class: Class,
    names_target: bool,
    leaves: bool,
    /// For a load or a store: the register that its address is counted from, and the offset.
    address: Option<(u8, i32)>,
    /// The register that it writes besides what is in memory.
    writes: Option<u8>,
}

/// How an instruction passes control on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// To the next, as far as can be seen.
    On,
    /// To a target, or to the next.
    Branch,
    /// To a target.
    Jump,
    /// To a target that returns.
    Call,
    /// To an address in a register.
    Indirect,
    /// The same, and from there back.
    IndirectCall,
}

impl PlannedInsn {
    pub(crate) fn passing(&self) -> Passing {
        match self.class {
            Class::Branch | Class::LikelyBranch => Passing::Branch,
            Class::Jump if self.leaves => Passing::Jump,
            Class::Jump => Passing::Call,
            Class::JumpRegister if self.leaves => Passing::Indirect,
            Class::JumpRegister => Passing::IndirectCall,
            _ => Passing::On,
        }
    }

    /// Where it jumps to, if that is part of it.
    pub(crate) fn target(&self) -> Option<u32> {
        self.names_target.then(|| self.insn.imm())
    }
}

/// A region that is to be translated.
pub(crate) struct Plan {
    /// The instructions by address.
    pub(crate) insns: BTreeMap<u32, PlannedInsn>,
    /// Those in delay slots, by the address of their branch.
    pub(crate) slots: FxHashMap<u32, PlannedInsn>,
    /// Where blocks begin, ascending.
    pub(crate) leaders: BTreeSet<u32>,
    /// Where calls return to, ascending.
    pub(crate) returns: BTreeSet<u32>,
    /// The registers that it may write.
    pub(crate) written: BTreeSet<u8>,
    pub(crate) big_endian: bool,
    pub(crate) delays: bool,
    pub(crate) checks_gap: bool,
    /// The number of the stack pointer.
    pub(crate) sp: u8,
    /// Instructions begin at multiples of this.
    pub(crate) alignment: u32,
    pub(crate) state: Box<dyn ControlState>,
    /// Accesses with the same base are checked together.
    pub(crate) spans: bool,
    /// Blocks that jump back to themselves, with the registers that they use.
    pub(crate) loops: BTreeMap<u32, Vec<u8>>,
}

impl Plan {
    /// The region around `seeds`, the first of which is what matters most.
    pub(crate) fn around(
        machine: &Machine,
        seeds: &[u32],
        state: Box<dyn ControlState>,
        spans: bool,
    ) -> Plan {
        use machine::run::rules;
        let holds = |rule| machine.rules() & rule != 0;
        let desc = machine.desc();
        let mut plan = Plan {
            insns: BTreeMap::new(),
            slots: FxHashMap::default(),
            leaders: BTreeSet::new(),
            returns: BTreeSet::new(),
            written: BTreeSet::new(),
            big_endian: holds(rules::BIG_ENDIAN),
            delays: holds(rules::DELAYED),
            checks_gap: holds(rules::GAP),
            sp: desc.abi.sp.0,
            alignment: desc.alignment(),
            state,
            spans,
            loops: BTreeMap::new(),
        };
        let mut open: VecDeque<u32> = seeds.iter().copied().collect();
        let mut seen: FxHashSet<u32> = open.iter().copied().collect();
        while let Some(pc) = open.pop_front() {
            if !plan.straight(machine, pc, |next| {
                if seen.insert(next) {
                    open.push_back(next);
                }
            }) {
                break;
            }
        }
        let insns = &plan.insns;
        plan.leaders.retain(|pc| insns.contains_key(pc));
        plan.returns.retain(|pc| insns.contains_key(pc));
        for leader in &plan.leaders {
            if let Some(used) = plan.used_in_loop(machine, *leader) {
                plan.loops.insert(*leader, used);
            }
        }
        plan
    }

    /// The registers of a block that jumps back to itself, if it is one.
    fn used_in_loop(&self, machine: &Machine, leader: u32) -> Option<Vec<u8>> {
        let mut used = BTreeSet::new();
        for (pc, insn) in self.insns.range(leader..).take(LONGEST_LOOP) {
            if *pc != leader && self.leaders.contains(pc) {
                return None;
            }
            let slot = self.slots.get(pc);
            for planned in [Some(insn), slot].into_iter().flatten() {
                let decoded = machine.desc().decode_any(machine.word_at(planned.pc))?;
                let row = &machine.desc().rows[decoded.row];
                for role in [Role::Read, Role::Write] {
                    let registers = row.registers(decoded.word, role);
                    let plain = registers.filter(|reg| reg.0 != 0 && !(32..64).contains(&reg.0));
                    used.extend(plain.map(|reg| reg.0));
                }
            }
            if insn.passing() != Passing::On {
                let is_loop = insn.passing() == Passing::Branch && insn.target() == Some(leader);
                return is_loop.then(|| used.into_iter().collect());
            }
        }
        None
    }

    /// Takes a straight run in; false if there is no room for all of it.
    fn straight(&mut self, machine: &Machine, start: u32, mut found: impl FnMut(u32)) -> bool {
        self.leaders.insert(start);
        let mut pc = start;
        while !self.insns.contains_key(&pc) {
            if self.insns.len() + self.slots.len() >= MOST_INSTRUCTIONS {
                self.leaders.insert(pc);
                return false;
            }
            let Some(insn) = fetch(machine, pc) else {
                return true;
            };
            let passing = insn.passing();
            let has_slot = self.delays && passing != Passing::On;
            let mut next = pc.wrapping_add(insn.length);
            if has_slot {
                let Some(slot) = fetch(machine, next).filter(fits_slot) else {
                    return true;
                };
                next = next.wrapping_add(slot.length);
                self.note_written(machine, &slot);
                self.slots.insert(pc, slot);
            }
            self.note_written(machine, &insn);
            self.insns.insert(pc, insn);
            if let Some(target) = insn.target() {
                self.leaders.insert(target);
                found(target);
            }
            match passing {
                Passing::On => {}
                Passing::Branch => {
                    self.leaders.insert(next);
                    found(next);
                    return true;
                }
                Passing::Call | Passing::IndirectCall => {
                    self.leaders.insert(next);
                    self.returns.insert(next);
                    found(next);
                    return true;
                }
                Passing::Jump | Passing::Indirect => return true,
            }
            // What is left to the loops comes back behind it.
            if matches!(insn.class, Class::System | Class::Csr | Class::Float) {
                self.leaders.insert(next);
            }
            pc = next;
        }
        // Here begins what another block has taken in.
        self.leaders.insert(pc);
        true
    }

    fn note_written(&mut self, machine: &Machine, planned: &PlannedInsn) {
        let desc = machine.desc();
        let Some(decoded) = desc.decode_any(machine.word_at(planned.pc)) else {
            return;
        };
        let registers = desc.rows[decoded.row].registers(decoded.word, Role::Write);
        let plain = registers.filter(|reg| reg.0 != 0 && !(32..64).contains(&reg.0));
        self.written.extend(plain.map(|reg| reg.0));
    }

    /// Where the accesses from an instruction on go that have the same base and the same kind, before the next
    /// jump: nothing if it is the only one.
    pub(crate) fn ahead(&self, planned: &PlannedInsn) -> Option<Span> {
        let (base, offset) = planned.address.filter(|_| self.spans)?;
        let word = |offset: i32| Span {
            first: offset & !3,
            end: (offset & !3) + 4,
        };
        let mut span = word(offset);
        let mut alone = true;
        for (pc, insn) in self.insns.range(planned.pc..).take(LOOK_AHEAD) {
            if *pc != planned.pc && (self.leaders.contains(pc) || insn.passing() != Passing::On) {
                break;
            }
            if let Some((register, offset)) = insn.address
                && register == base
                && insn.class == planned.class
                && *pc != planned.pc
            {
                let other = word(offset);
                let joined = Span {
                    first: span.first.min(other.first),
                    end: span.end.max(other.end),
                };
                if joined.length() <= LONGEST_SPAN {
                    span = joined;
                    alone = false;
                }
            }
            if insn.writes == Some(base) {
                break;
            }
        }
        (!alone).then_some(span)
    }

    /// How many instructions it has.
    pub(crate) fn len(&self) -> usize {
        self.insns.len() + self.slots.len()
    }

    /// The bytes that it was made of, in pieces: first addresses and lengths.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = (u32, u32)> {
        let all = self.insns.values().chain(self.slots.values());
        all.map(|insn| (insn.pc, insn.length))
    }
}

/// The instruction at an address, if there is one, and no run stops before it.
fn fetch(machine: &Machine, pc: u32) -> Option<PlannedInsn> {
    if !machine.may_fetch(pc) || machine.is_stop(pc) {
        return None;
    }
    let desc = machine.desc();
    let decoded = desc.decode_any(machine.word_at(pc))?;
    if let Some(subset) = &machine.subset
        && !subset.allows(desc, &decoded)
    {
        return None;
    }
    let row = desc.rows.get(decoded.row)?;
    let insn = row.predecode(decoded.word, pc);
    let is_access = matches!(row.class, Class::Load | Class::Store);
    let mut registers = row
        .operand_registers(insn)
        .map(|(operand, _, reg)| (operand.base, reg));
    let base = registers.find(|(is_base, _)| *is_base && is_access);
    let writes = row.registers(decoded.word, Role::Write).next();
    Some(PlannedInsn {
        address: base.map(|(_, reg)| (reg.0, insn.imm)),
        writes: writes.map(|reg| reg.0),
        pc,
        insn,
        length: decoded.len.into(),
        class: row.class,
        names_target: row.names_target(),
        leaves: row.leaves(decoded.word),
    })
}

/// Whether an instruction in a delay slot is one that can be carried out with its branch.
fn fits_slot(insn: &PlannedInsn) -> bool {
    insn.passing() == Passing::On && insn.class != Class::System
}
