//! From a plan to native code.

use super::abi::Left;
use super::emit::{Emit, Place};
use super::plan::{Passing, Plan, PlannedInsn};
use super::reading::{Done, NativeReading};
use super::word::{NativeBit, NativeWord};
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{
    AbiParam, Block, Function, InstBuilder, JumpTable, JumpTableData, Signature, UserFuncName,
    Value,
};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use machine::run::{Flow, Isa};
use std::any::Any;
use std::collections::BTreeMap;

/// The most places of a table from addresses to blocks.
const MOST_PLACES: u32 = 1 << 12;
/// A return to one of so many places compares addresses.
const FEW: usize = 3;

/// The code of a region.
pub(crate) struct Compiled {
    pub(crate) code: Vec<u8>,
    /// Where it can be entered: addresses, in the order of their numbers.
    pub(crate) entries: Vec<u32>,
}

/// Translates a region; nothing if that is not possible.
pub(crate) fn compile<I: Isa>(plan: &Plan, isa: &OwnedTargetIsa) -> Option<Compiled> {
    let state: &dyn Any = &*plan.state;
    let state = state.downcast_ref::<I::State>()?;
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params = [I64, I64, I32].map(AbiParam::new).to_vec();
    let mut function = Function::with_name_signature(UserFuncName::default(), signature);
    let mut context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut function, &mut context);
    let first = builder.create_block();
    builder.append_block_params_for_function_params(first);
    builder.switch_to_block(first);
    builder.seal_block(first);
    let &[x, own, number] = builder.block_params(first) else {
        return None;
    };
    let mut blocks = BTreeMap::new();
    for leader in &plan.leaders {
        blocks.insert(*leader, builder.create_block());
    }
    let entry = builder.create_block();
    let dispatch = builder.create_block();
    builder.append_block_param(dispatch, I32);
    let emit = Emit::new(builder, x, own, plan);
    emit.jump(entry);
    let mut region = RegionCode::<I> {
        plan,
        state,
        emit: &emit,
        blocks,
        dispatch,
        dispatches: false,
        looping: None,
    };
    let mut open: Vec<u32> = plan.leaders.iter().copied().collect();
    while let Some(leader) = open.pop() {
        // What the loops carry out ends a block, and begins another.
        if let Some(next) = region.block(leader)?
            && plan.insns.contains_key(&next)
            && !region.blocks.contains_key(&next)
        {
            let block = emit.block();
            region.blocks.insert(next, block);
            open.push(next);
        }
    }
    region.dispatch();
    let (dispatches, blocks) = (region.dispatches, region.blocks);
    let entries: Vec<u32> = blocks.keys().copied().collect();
    emit.switch(entry);
    emit.load_registers();
    emit.with(|b| {
        let table = table(b, *blocks.values().next()?, blocks.values().copied());
        b.ins().br_table(number, table);
        Some(())
    })?;
    let mut builder = emit.into_builder();
    if !dispatches {
        builder.switch_to_block(dispatch);
        builder
            .ins()
            .trap(cranelift_codegen::ir::TrapCode::unwrap_user(1));
    }
    builder.seal_all_blocks();
    builder.finalize(isa.frontend_config());
    let mut context = cranelift_codegen::Context::for_function(function);
    let compiled = context.compile(&**isa, &mut ControlPlane::default()).ok()?;
    // Code that is complete in itself can be anywhere.
    let is_complete = compiled.buffer.relocs().is_empty();
    is_complete.then(|| Compiled {
        code: compiled.code_buffer().to_vec(),
        entries,
    })
}

/// A region while its code is emitted.
struct RegionCode<'p, 'e, 'f, I: Isa> {
    plan: &'p Plan,
    state: &'p I::State,
    emit: &'e Emit<'f>,
    blocks: BTreeMap<u32, Block>,
    /// Goes to the address that it is given.
    dispatch: Block,
    dispatches: bool,
    /// The block that is emitted is a loop: where it begins, and its body.
    looping: Option<(u32, Block)>,
}

impl<'e, 'f, I: Isa> RegionCode<'_, 'e, 'f, I> {
    /// Emits the block that begins at a leader; where code goes on after something for the loops, if that
    /// has ended it.
    fn block(&mut self, leader: u32) -> Option<Option<u32>> {
        let emit = self.emit;
        emit.begin(self.blocks[&leader]);
        self.looping = None;
        if let Some(used) = self.plan.loops.get(&leader) {
            // What leads to it from outside leads here.
            emit.enter_loop(used);
            let body = emit.block();
            emit.jump(body);
            emit.begin(body);
            self.looping = Some((leader, body));
        }
        let after = self.rest_of_block(leader);
        emit.end_loop();
        self.looping = None;
        after
    }

    fn rest_of_block(&mut self, leader: u32) -> Option<Option<u32>> {
        let emit = self.emit;
        if self.is_head(leader) {
            self.check_fuel(leader);
        }
        let mut pc = leader;
        let mut executed = 0;
        loop {
            let Some(planned) = self.plan.insns.get(&pc).copied() else {
                // It cannot be fetched, or there was no room for it.
                emit.leave_at(Place { pc, executed }, Left::Elsewhere);
                return Some(None);
            };
            let next = pc.wrapping_add(planned.length);
            let slot = self.plan.slots.get(&pc).copied();
            let place = Place { pc, executed };
            let mut set = Vec::new();
            let mut has_stored = false;
            let after_slot = slot.map_or(next, |slot| next.wrapping_add(slot.length));
            let done = self.read(&planned, after_slot, place, &mut set, &mut has_stored)?;
            let Done::Goes(flow) = done else {
                emit.leave_at(place, Left::Undone);
                return Some(Some(after_slot));
            };
            if let (Some(slot), Flow::BranchLikely(bit)) = (slot, flow) {
                self.likely(&planned, &slot, bit, set, place)?;
                return Some(None);
            }
            if let Some(slot) = slot {
                let after = slot.pc.wrapping_add(slot.length);
                let done = self.read(&slot, after, place, &mut set, &mut has_stored)?;
                if !matches!(done, Done::Goes(Flow::Next)) {
                    emit.leave_at(place, Left::Undone);
                    return Some(None);
                }
            }
            self.apply(&set)?;
            executed += 1 + u64::from(slot.is_some());
            match flow {
                Flow::Next => {}
                Flow::Host => return None,
                _ => {
                    emit.count(executed);
                    self.go(&planned, flow, after_slot)?;
                    return Some(None);
                }
            }
            pc = next;
            if self.blocks.contains_key(&pc) {
                emit.count(executed);
                self.go_to(pc);
                return Some(None);
            }
        }
    }

    /// Whether a jump goes back to a block: then it looks at the fuel.
    fn is_head(&self, leader: u32) -> bool {
        let jumps = self.plan.insns.range(leader..);
        jumps
            .into_iter()
            .any(|(_, insn)| insn.target() == Some(leader))
    }

    fn check_fuel(&self, pc: u32) {
        let emit = self.emit;
        let has = emit.has_fuel();
        let (on, out) = (emit.block(), emit.block());
        emit.with(|b| b.set_cold_block(out));
        emit.branch(has, on, out, &[on, out]);
        emit.switch(out);
        emit.leave_at(Place { pc, executed: 0 }, Left::Elsewhere);
        emit.switch(on);
    }

    fn read(
        &self,
        planned: &PlannedInsn,
        next_pc: u32,
        place: Place,
        set: &mut Vec<(u8, NativeWord<'e, 'f>)>,
        has_stored: &mut bool,
    ) -> Option<Done<'e, 'f>> {
        let mut failed = false;
        let mut reading = NativeReading::<I> {
            emit: self.emit,
            state: self.state,
            big_endian: self.plan.big_endian,
            pc: planned.pc,
            next_pc,
            place,
            ahead: self.plan.ahead(planned),
            set,
            has_stored,
            failed: &mut failed,
        };
        let done = I::read(&mut reading, &planned.insn);
        let done = match done {
            Some(Done::Goes(Flow::Host)) | None => Done::Undone,
            Some(done) => done,
        };
        (!failed).then_some(done)
    }

    fn apply(&self, set: &[(u8, NativeWord<'e, 'f>)]) -> Option<()> {
        for (number, word) in set {
            let value = word.value(self.emit);
            if !self.emit.set_register(*number, value) {
                return None;
            }
        }
        Some(())
    }

    /// A branch whose delay slot runs only if it is taken.
    fn likely(
        &mut self,
        planned: &PlannedInsn,
        slot: &PlannedInsn,
        bit: NativeBit<'e, 'f>,
        mut set: Vec<(u8, NativeWord<'e, 'f>)>,
        place: Place,
    ) -> Option<()> {
        let emit = self.emit;
        let (value, inverted) = match bit {
            NativeBit::Known(holds) => {
                (emit.with(|b| b.ins().iconst(I32, i64::from(holds))), false)
            }
            NativeBit::Later {
                value, inverted, ..
            } => (value, inverted),
        };
        let (taken, passed) = (emit.block(), emit.block());
        let (yes, no) = if inverted {
            (passed, taken)
        } else {
            (taken, passed)
        };
        emit.branch(value, yes, no, &[taken, passed]);
        emit.switch(passed);
        // What the branch itself writes, it writes in both cases.
        let after = slot.pc.wrapping_add(slot.length);
        let fuel = emit.fuel_before.get();
        self.apply(&set)?;
        emit.count(place.executed + 1);
        self.go_to(after);
        emit.forget_way_out();
        emit.fuel_before.set(fuel);
        emit.switch(taken);
        let mut has_stored = false;
        let done = self.read(slot, after, place, &mut set, &mut has_stored)?;
        if !matches!(done, Done::Goes(Flow::Next)) {
            emit.leave_at(place, Left::Undone);
            return Some(());
        }
        self.apply(&set)?;
        emit.count(place.executed + 2);
        self.go_to(planned.target()?);
        Some(())
    }

    /// Ends the block: control goes on somewhere. What has run is counted.
    fn go(
        &mut self,
        planned: &PlannedInsn,
        flow: Flow<NativeWord<'e, 'f>>,
        next: u32,
    ) -> Option<()> {
        let emit = self.emit;
        match flow {
            Flow::Next | Flow::Host => return None,
            Flow::Direct => self.go_to(planned.target()?),
            Flow::Branch(bit) | Flow::BranchLikely(bit) => {
                let target = planned.target()?;
                let (value, inverted) = match bit {
                    NativeBit::Known(true) => {
                        self.go_to(target);
                        return Some(());
                    }
                    NativeBit::Known(false) => {
                        self.go_to(next);
                        return Some(());
                    }
                    NativeBit::Later {
                        value, inverted, ..
                    } => (value, inverted),
                };
                let (taken, taken_out) = self.way_to(target);
                let (passed, passed_out) = self.way_to(next);
                let (yes, no) = if inverted {
                    (passed, taken)
                } else {
                    (taken, passed)
                };
                let fresh: Vec<Block> = [taken_out, passed_out]
                    .into_iter()
                    .flatten()
                    .map(|(block, _)| block)
                    .collect();
                emit.branch(value, yes, no, &fresh);
                for (block, pc) in [taken_out, passed_out].into_iter().flatten() {
                    emit.switch(block);
                    emit.forget_way_out();
                    self.go_to(pc);
                }
            }
            Flow::Indirect(to) | Flow::Now(to) => {
                let to = to.value(emit);
                self.go_indirect(planned, to);
            }
        }
        Some(())
    }

    /// The block at an address; or a new one, from which to go there.
    fn way_to(&self, pc: u32) -> (Block, Option<(Block, u32)>) {
        match (self.blocks.get(&pc), self.looping) {
            (_, Some((leader, body))) if leader == pc => (body, None),
            (Some(block), None) => (*block, None),
            _ => {
                let block = self.emit.block();
                (block, Some((block, pc)))
            }
        }
    }

    fn go_to(&self, pc: u32) {
        match (self.blocks.get(&pc), self.looping) {
            (_, Some((leader, body))) if leader == pc => self.emit.jump(body),
            (Some(block), looping) => {
                if looping.is_some() {
                    self.emit.pass_loop_on();
                }
                self.emit.jump(*block);
            }
            (None, _) => self.emit.leave_here(pc),
        }
    }

    /// To an address that is known when the code runs.
    fn go_indirect(&mut self, planned: &PlannedInsn, to: Value) {
        let emit = self.emit;
        let returns = &self.plan.returns;
        if planned.passing() == Passing::Indirect && returns.len() <= FEW {
            let has = emit.has_fuel();
            let (on, out) = (emit.block(), emit.block());
            emit.with(|b| b.set_cold_block(out));
            emit.branch(has, on, out, &[on, out]);
            emit.switch(out);
            emit.leave(to, 0, Left::Elsewhere);
            emit.switch(on);
            for place in returns {
                let same = emit.with(|b| {
                    b.ins()
                        .icmp_imm_s(IntCC::Equal, to, i64::from(*place as i32))
                });
                let next = emit.block();
                emit.branch(same, self.blocks[place], next, &[next]);
                emit.switch(next);
            }
        }
        self.dispatches = true;
        emit.with(|b| b.ins().jump(self.dispatch, &[to.into()]));
    }

    /// Emits the block that goes to an address.
    fn dispatch(&self) {
        if !self.dispatches {
            return;
        }
        let emit = self.emit;
        emit.begin(self.dispatch);
        let to = emit.with(|b| b.block_params(self.dispatch)[0]);
        let has = emit.has_fuel();
        let (on, out) = (emit.block(), emit.block());
        emit.branch(has, on, out, &[on]);
        emit.switch(on);
        let first = self.blocks.keys().next().copied().unwrap_or_default();
        let last = self.blocks.keys().next_back().copied().unwrap_or_default();
        let places = (last - first) / self.plan.alignment + 1;
        if places <= MOST_PLACES {
            emit.with(|b| {
                let all = (0..places).map(|place| {
                    let pc = first + place * self.plan.alignment;
                    self.blocks.get(&pc).copied().unwrap_or(out)
                });
                let table = table(b, out, all);
                let offset = b.ins().iadd_imm_s(to, -i64::from(first as i32));
                // An address between two instructions is far outside.
                let shift = i64::from(self.plan.alignment.trailing_zeros());
                let place = b.ins().rotr_imm_s(offset, shift);
                b.ins().br_table(place, table);
            });
        } else {
            for place in self.plan.returns.iter().take(4 * FEW) {
                let same = emit.with(|b| {
                    b.ins()
                        .icmp_imm_s(IntCC::Equal, to, i64::from(*place as i32))
                });
                let next = emit.block();
                emit.branch(same, self.blocks[place], next, &[next]);
                emit.switch(next);
            }
            emit.jump(out);
        }
        emit.with(|b| b.seal_block(out));
        emit.switch(out);
        emit.leave(to, 0, Left::Elsewhere);
    }
}

/// A table of blocks, each of which may get arguments of its own.
fn table(
    b: &mut FunctionBuilder<'_>,
    otherwise: Block,
    blocks: impl Iterator<Item = Block>,
) -> JumpTable {
    let otherwise = b.func.dfg.block_call(otherwise, &[]);
    let calls: Vec<_> = blocks
        .map(|block| b.func.dfg.block_call(block, &[]))
        .collect();
    b.create_jump_table(JumpTableData::new(otherwise, &calls))
}
