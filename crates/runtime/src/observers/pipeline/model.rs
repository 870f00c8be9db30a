//! When each instruction is in which stage.
//!
//! Instructions go through IF, ID, EX, MEM and WB in order, one in each stage. An instruction waits
//! in ID until its operands are there, and the one after it waits in IF meanwhile. From this follows
//! that only a few facts about the past decide how the next instruction fares ([`Pipe`]): which
//! registers are not ready yet, and when fetching goes on after a branch. So equal pasts are found
//! again, and the same code after the same past takes the same time.

use super::spec::{BranchStage, PipelineSpec, Prediction};
use machine::isa::{Class, IsaDesc, Meaning, Reg, Role, Row};
use machine::observe::At;

/// What a pipeline needs to know of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stages {
    pub(super) pc: u32,
    pub(super) reads: Vec<Reg>,
    pub(super) writes: Vec<Reg>,
    /// Its result comes from memory.
    pub(super) loads: bool,
    pub(super) control: Option<ControlKind>,
    /// Its cycles in EX.
    pub(super) cycles: u32,
}

/// How an instruction changes the program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ControlKind {
    /// It may, to a target that is part of it.
    Branch,
    /// Always, to a target that is part of it.
    Jump,
    /// Always, to an address in a register.
    Register,
}

impl Stages {
    /// An instruction of a run.
    pub(super) fn of(at: &At, desc: &IsaDesc, spec: &PipelineSpec) -> Self {
        let mut stages = Stages {
            pc: at.pc,
            reads: Vec::new(),
            writes: Vec::new(),
            loads: false,
            control: None,
            cycles: 1,
        };
        let Some(row) = desc.rows.get(usize::from(at.row)) else {
            return stages;
        };
        for (operand, role, reg) in row.operand_registers(at.insn) {
            stages.add(reg, role);
            if (desc.is_pair)(row, operand) {
                stages.add(Reg(reg.0 | 1), role);
            }
        }
        for (reg, role) in row.implicit {
            stages.add(*reg, *role);
        }
        stages.loads = matches!(row.class, Class::Load | Class::Atomic);
        stages.control = match row.class {
            Class::Branch | Class::LikelyBranch => Some(ControlKind::Branch),
            Class::Jump => Some(ControlKind::Jump),
            Class::JumpRegister => Some(ControlKind::Register),
            _ => None,
        };
        stages.cycles = cycles(row, &stages, spec);
        stages
    }

    fn add(&mut self, reg: Reg, role: Role) {
        if reg == Reg(0) {
            return;
        }
        if role.includes(Role::Read) && !self.reads.contains(&reg) {
            self.reads.push(reg);
        }
        if role.includes(Role::Write) && !self.writes.contains(&reg) {
            self.writes.push(reg);
        }
    }
}

fn cycles(row: &Row, stages: &Stages, spec: &PipelineSpec) -> u32 {
    match row.class {
        Class::MulDiv if row.meaning == Meaning::Divide => spec.divide,
        // What only copies HI or LO does not multiply.
        Class::MulDiv if stages.reads.len() > 1 || row.operands.len() > 1 => spec.multiply,
        Class::Float => spec.float,
        _ => 1,
    }
}

/// Why cycles were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// An operand was not there, and did not come from memory.
    Data,
    /// An operand was not there that comes from memory.
    Load,
    /// It was not known what to fetch.
    Control,
    /// EX took more than one cycle.
    Busy,
}

/// The state of a pipeline after an instruction. Cycles count from the one in which that instruction
/// leaves EX.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pipe {
    /// Registers that are not ready at once, by ascending number.
    waits: Vec<Wait>,
    /// When fetching goes on.
    fetch: Option<FetchWait>,
    /// How long the last instruction was in EX.
    busy: u32,
}

/// A register that is not ready at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wait {
    reg: Reg,
    /// The first cycle in which an instruction that reads it can be in EX; for a branch that reads it
    /// in ID, too.
    execute: i32,
    branch: i32,
    loaded: bool,
}

/// The instruction after a branch is fetched late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct FetchWait {
    /// The branch.
    branch: u32,
    /// The first cycle in which it can be in IF.
    first: i32,
    /// The instruction in the delay slot of the branch comes first.
    slot: bool,
}

/// When an instruction was where, and what it waited for. Cycles count as those of the state before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    /// The first cycle in ID, in EX and in MEM.
    pub(super) decode: i32,
    pub(super) execute: i32,
    pub(super) memory: i32,
    /// Not before this cycle it could be in IF.
    pub(super) fetch: Option<i32>,
    /// Cycles lost: why, at which instruction.
    pub(super) lost: Vec<(Cause, u32, u32)>,
}

impl Pipe {
    /// An empty one, in which the next instruction is in EX in cycle 0.
    pub(super) fn empty() -> Self {
        Pipe {
            waits: Vec::new(),
            fetch: None,
            busy: 1,
        }
    }

    /// Passes an instruction through. `taken`: it goes elsewhere. `delays`: after its delay slot.
    pub(super) fn pass(
        &mut self,
        stages: &Stages,
        taken: bool,
        delays: bool,
        spec: &PipelineSpec,
    ) -> Passage {
        let in_slot = self
            .fetch
            .is_some_and(|wait| wait.slot && stages.pc == wait.branch.wrapping_add(4));
        let wait = self.fetch.filter(|_| !in_slot);
        let mut lost = Vec::new();
        // ID is free once the instruction before it is in EX, and so is EX at cycle 0.
        let free = -(self.busy as i32);
        let decode = wait.map_or(free, |wait| free.max(wait.first + 1));
        let earliest = (decode + 1).max(0);
        if let Some(wait) = wait.filter(|_| earliest > 0) {
            lost.push((Cause::Control, wait.branch, earliest as u32));
        }
        let (ready, loaded) = self.ready(stages, spec);
        let execute = earliest.max(ready);
        if execute > earliest {
            let cause = if loaded { Cause::Load } else { Cause::Data };
            lost.push((cause, stages.pc, (execute - earliest) as u32));
        }
        let memory = execute + stages.cycles as i32;
        if stages.cycles > 1 {
            lost.push((Cause::Busy, stages.pc, stages.cycles - 1));
        }
        let held = self.fetch.filter(|_| in_slot);
        self.follow(stages, memory, spec);
        self.fetch = fetch_wait(stages, taken, delays, spec);
        if let Some(held) = held {
            self.fetch = Some(FetchWait {
                first: held.first - memory,
                slot: false,
                ..held
            });
        }
        // What holds nothing up is not worth a state of its own.
        let free = -(self.busy as i32);
        self.fetch = self.fetch.filter(|wait| wait.slot || wait.first + 1 > free);
        Passage {
            decode,
            execute,
            memory,
            fetch: wait.map(|wait| wait.first),
            lost,
        }
    }

    /// The first cycle in EX by what an instruction reads, and whether that waits for a load.
    fn ready(&self, stages: &Stages, spec: &PipelineSpec) -> (i32, bool) {
        let in_id = stages.control.is_some() && spec.decides == BranchStage::Id;
        let read = self
            .waits
            .iter()
            .filter(|wait| stages.reads.contains(&wait.reg));
        let cycles = read.map(|wait| match in_id {
            true => (wait.branch, wait.loaded),
            false => (wait.execute, wait.loaded),
        });
        cycles.max().unwrap_or((0, false))
    }

    /// Which registers are not ready after an instruction that leaves EX at a cycle.
    fn follow(&mut self, stages: &Stages, memory: i32, spec: &PipelineSpec) {
        self.waits.retain(|wait| !stages.writes.contains(&wait.reg));
        for wait in &mut self.waits {
            wait.execute -= memory;
            wait.branch -= memory;
        }
        // A result is there after EX, or after MEM. In a register it is in the second half of WB.
        let (execute, branch) = match (spec.forwarding, stages.loads) {
            (true, false) => (0, 1),
            (true, true) => (1, 2),
            (false, _) => (2, 2),
        };
        self.waits.extend(stages.writes.iter().map(|reg| Wait {
            reg: *reg,
            execute,
            branch,
            loaded: stages.loads,
        }));
        let matters = |wait: &Wait| match spec.decides {
            BranchStage::Id => wait.execute.max(wait.branch) > 0,
            BranchStage::Ex => wait.execute > 0,
        };
        self.waits.retain(matters);
        self.waits.sort_by_key(|wait| wait.reg);
        self.busy = stages.cycles;
    }
}

/// When the instruction after this one can be fetched, if that is not at once.
fn fetch_wait(
    stages: &Stages,
    taken: bool,
    delays: bool,
    spec: &PipelineSpec,
) -> Option<FetchWait> {
    let control = stages.control?;
    // The cycle after ID, and the one in which it is decided, before the one in which it leaves EX.
    let after_id = -(stages.cycles as i32);
    let decided = match spec.decides {
        BranchStage::Id => after_id,
        BranchStage::Ex => 0,
    };
    let first = match (spec.predicts, control) {
        (Prediction::NotTaken, _) if !taken => return None,
        (Prediction::Taken, ControlKind::Branch | ControlKind::Jump) if taken => after_id,
        _ => decided,
    };
    Some(FetchWait {
        branch: stages.pc,
        first,
        slot: delays,
    })
}
