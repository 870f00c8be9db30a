//! What is emitted besides the values of rows: registers, accesses to memory, ways out.

use super::abi::{Access, Left, State};
use super::plan::Plan;
use super::word::{NativeBit, NativeWord};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{
    AliasRegion, AliasRegionData, Block, BlockArg, InstBuilder, MemFlagsData, Type, Value,
};
use cranelift_frontend::{FunctionBuilder, Variable};
use std::cell::{Cell, RefCell};

/// A function that is being built.
pub(crate) struct Emit<'f> {
    builder: RefCell<FunctionBuilder<'f>>,
    /// The variable of each register that was mentioned.
    registers: RefCell<Vec<Option<Variable>>>,
    /// In a loop, its registers have variables of their own.
    of_loop: RefCell<Vec<(u8, Variable)>>,
    /// The registers that the region writes.
    written: Vec<u8>,
    fuel: Variable,
    /// The fuel when the present block began.
    pub(crate) fuel_before: Cell<Option<Value>>,
    /// The block that writes registers back as they are now, if there is one.
    way_out: Cell<Option<Block>>,
    /// The last address that was found to be aligned, and how far.
    aligned: Cell<Option<(Value, u32)>>,
    /// What was found to be accessible in the present block.
    checked: RefCell<Vec<Checked>>,
    pub(crate) base: Base,
    flags: Flags,
    gap: Option<u8>,
    big_endian: bool,
}

/// Values that hold everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Base {
    pub(crate) x: Value,
    pub(crate) state: Value,
    pub(crate) read: Value,
    pub(crate) write: Value,
    pub(crate) memory: Value,
}

/// How parts of memory are accessed: none of them overlaps another.
#[derive(Clone, Copy)]
struct Flags {
    guest: MemFlagsData,
    tables: MemFlagsData,
    own: MemFlagsData,
}

impl Flags {
    fn new(builder: &mut FunctionBuilder<'_>) -> Flags {
        let mut region = |number: u32, description: &'static str| -> AliasRegion {
            builder.func.dfg.alias_regions.insert(AliasRegionData {
                user_id: number,
                description: description.into(),
            })
        };
        let regions = [
            region(0, "guest memory"),
            region(1, "tables"),
            region(2, "machine"),
        ];
        let [guest, tables, own] =
            regions.map(|region| MemFlagsData::trusted().with_alias_region(Some(region)));
        Flags { guest, tables, own }
    }
}

/// Bytes of one page that may be accessed, from a multiple of four on.
#[derive(Clone, Copy)]
struct Checked {
    base: Value,
    /// From the base on.
    span: Span,
    store: bool,
}

/// Where accesses go that have the same base: the first offset, and the one after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: i32,
    pub(crate) end: i32,
}

impl Span {
    /// How many bytes it has.
    pub(crate) fn length(self) -> i32 {
        self.end - self.first
    }
}

/// Where an instruction is, so that the loops can begin with it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) pc: u32,
    /// How many instructions of its block have run.
    pub(crate) executed: u64,
}

impl<'f> Emit<'f> {
    /// In a function that has just begun: in its first block.
    pub(crate) fn new(
        mut builder: FunctionBuilder<'f>,
        x: Value,
        state: Value,
        plan: &Plan,
    ) -> Self {
        let flags = Flags::new(&mut builder);
        let fuel = builder.declare_var(I64);
        let mut field = |ty, offset| builder.ins().load(ty, flags.own, state, offset);
        let base = Base {
            x,
            state,
            read: field(I64, State::READ),
            write: field(I64, State::WRITE),
            memory: field(I64, State::MEMORY),
        };
        let at_first = field(I64, State::FUEL);
        builder.def_var(fuel, at_first);
        Emit {
            builder: RefCell::new(builder),
            registers: RefCell::new(vec![None; 256]),
            of_loop: RefCell::default(),
            written: plan.written.iter().copied().collect(),
            fuel,
            fuel_before: Cell::new(None),
            way_out: Cell::new(None),
            aligned: Cell::new(None),
            checked: RefCell::default(),
            base,
            flags,
            gap: plan.checks_gap.then_some(plan.sp),
            big_endian: plan.big_endian,
        }
    }

    /// Uses the builder.
    pub(crate) fn with<T>(&self, use_it: impl FnOnce(&mut FunctionBuilder<'f>) -> T) -> T {
        use_it(&mut self.builder.borrow_mut())
    }

    pub(crate) fn into_builder(self) -> FunctionBuilder<'f> {
        self.builder.into_inner()
    }

    fn variable(&self, number: u8) -> Variable {
        let of_loop = self.of_loop.borrow();
        match of_loop.iter().find(|(used, _)| *used == number) {
            Some((_, variable)) => *variable,
            None => self.variable_outside(number),
        }
    }

    fn variable_outside(&self, number: u8) -> Variable {
        let slot = &mut self.registers.borrow_mut()[usize::from(number)];
        *slot.get_or_insert_with(|| self.with(|b| b.declare_var(I32)))
    }

    /// A register's value.
    pub(crate) fn register(&self, number: u8) -> Value {
        let variable = self.variable(number);
        self.with(|b| b.use_var(variable))
    }

    /// Sets a register; false if the plan does not know that it is written.
    pub(crate) fn set_register(&self, number: u8, value: Value) -> bool {
        let variable = self.variable(number);
        self.with(|b| b.def_var(variable, value));
        self.way_out.set(None);
        self.written.contains(&number)
    }

    /// Gives the registers that a loop uses variables of their own, with the same values. They go through memory,
    /// so that the allocator of host registers does not take both for one: what is live in the loop only is in
    /// registers of the host then.
    pub(crate) fn enter_loop(&self, used: &[u8]) {
        let fresh: Vec<_> = used
            .iter()
            .map(|number| (*number, self.with(|b| b.declare_var(I32))))
            .collect();
        let moves: Vec<_> = fresh
            .iter()
            .map(|(number, variable)| (*number, self.variable_outside(*number), *variable))
            .collect();
        self.pass(&moves);
        *self.of_loop.borrow_mut() = fresh;
    }

    /// Passes the registers of the loop back to those outside, in the present block.
    pub(crate) fn pass_loop_on(&self) {
        let of_loop = self.of_loop.borrow().clone();
        let written = of_loop.into_iter();
        let written = written.filter(|(number, _)| self.written.contains(number));
        let moves: Vec<_> = written
            .map(|(number, variable)| (number, variable, self.variable_outside(number)))
            .collect();
        self.pass(&moves);
    }

    /// What comes next is outside of any loop.
    pub(crate) fn end_loop(&self) {
        self.of_loop.borrow_mut().clear();
        self.forget_way_out();
    }

    fn pass(&self, moves: &[(u8, Variable, Variable)]) {
        let place = |number: u8| 4 * i32::from(number);
        self.with(|b| {
            for (number, from, _) in moves {
                let value = b.use_var(*from);
                b.ins()
                    .store(self.flags.own, value, self.base.x, place(*number));
            }
            // After another store it is not known that a load gives what was stored.
            let fuel = b.use_var(self.fuel);
            b.ins()
                .store(self.flags.own, fuel, self.base.state, State::FUEL);
            for (number, _, to) in moves {
                let value = b
                    .ins()
                    .load(I32, self.flags.own, self.base.x, place(*number));
                b.def_var(*to, value);
            }
        });
        self.forget_way_out();
    }

    /// Loads all registers that the function mentions.
    pub(crate) fn load_registers(&self) {
        for number in &self.written {
            self.variable(*number);
        }
        let registers = self.registers.borrow();
        let mentioned = registers.iter().enumerate();
        for (number, variable) in mentioned.filter_map(|(n, v)| Some((n, (*v)?))) {
            self.with(|b| {
                let value = b
                    .ins()
                    .load(I32, self.flags.own, self.base.x, 4 * number as i32);
                b.def_var(variable, value);
            });
        }
    }

    /// Begins a block of the region.
    pub(crate) fn begin(&self, block: Block) {
        self.with(|b| b.switch_to_block(block));
        self.forget_way_out();
        let fuel = self.with(|b| b.use_var(self.fuel));
        self.fuel_before.set(Some(fuel));
    }

    fn fuel_before(&self) -> Value {
        match self.fuel_before.get() {
            Some(fuel) => fuel,
            None => self.with(|b| b.use_var(self.fuel)),
        }
    }

    /// Counts the instructions of the block, which ends.
    pub(crate) fn count(&self, executed: u64) {
        let before = self.fuel_before();
        let after = self.with(|b| {
            let after = b.ins().iadd_imm_s(before, -(executed as i64));
            b.def_var(self.fuel, after);
            after
        });
        self.fuel_before.set(Some(after));
    }

    /// Ends the present block, whose instructions are counted: leaves to an address that was not translated.
    pub(crate) fn leave_here(&self, pc: u32) {
        self.leave_at(Place { pc, executed: 0 }, Left::Elsewhere);
    }

    /// What comes next does not follow what was emitted last.
    pub(crate) fn forget_way_out(&self) {
        self.way_out.set(None);
        self.aligned.set(None);
        self.checked.borrow_mut().clear();
    }

    /// A new block that nothing but the next branch leads to.
    pub(crate) fn block(&self) -> Block {
        self.with(FunctionBuilder::create_block)
    }

    /// Ends the present block with a branch to one of two, of which nothing else leads to `to_seal`.
    pub(crate) fn branch(&self, bit: Value, yes: Block, no: Block, to_seal: &[Block]) {
        self.with(|b| {
            b.ins().brif(bit, yes, &[], no, &[]);
            for block in to_seal {
                b.seal_block(*block);
            }
        });
    }

    pub(crate) fn switch(&self, block: Block) {
        self.with(|b| b.switch_to_block(block));
    }

    pub(crate) fn jump(&self, block: Block) {
        self.with(|b| b.ins().jump(block, &[]));
    }

    /// Ends the present block: leaves with the registers as they are, at an address, for a reason.
    pub(crate) fn leave(&self, pc: Value, executed: u64, why: Left) {
        let before = self.fuel_before();
        let (fuel, reason) = self.with(|b| {
            let fuel = match executed {
                0 => before,
                _ => b.ins().iadd_imm_s(before, -(executed as i64)),
            };
            (fuel, b.ins().iconst(I32, i64::from(why as u32)))
        });
        let arguments = [pc, fuel, reason].map(BlockArg::Value);
        if let Some(block) = self.way_out.get() {
            self.with(|b| b.ins().jump(block, &arguments));
            return;
        }
        let values: Vec<Value> = self.written.iter().map(|n| self.register(*n)).collect();
        let block = self.block();
        self.way_out.set(Some(block));
        self.with(|b| {
            b.set_cold_block(block);
            let [pc, fuel, reason] = [I32, I64, I32].map(|ty| b.append_block_param(block, ty));
            b.ins().jump(block, &arguments);
            b.switch_to_block(block);
            for (number, value) in self.written.iter().zip(values) {
                let offset = 4 * i32::from(*number);
                b.ins().store(self.flags.own, value, self.base.x, offset);
            }
            let fields = [(pc, State::PC), (fuel, State::FUEL), (reason, State::LEFT)];
            for (value, offset) in fields {
                b.ins()
                    .store(self.flags.own, value, self.base.state, offset);
            }
            b.ins().return_(&[]);
        });
    }

    /// Leaves the instruction at a place to the loops if a bit is set, or if it is not.
    pub(crate) fn leave_if(&self, bit: Value, inverted: bool, at: Place) {
        let (out, on) = (self.block(), self.block());
        self.with(|b| b.set_cold_block(out));
        match inverted {
            true => self.branch(bit, on, out, &[on, out]),
            false => self.branch(bit, out, on, &[on, out]),
        }
        self.switch(out);
        self.leave_at(at, Left::Undone);
        self.switch(on);
    }

    /// Ends the present block before the instruction at a place.
    pub(crate) fn leave_at(&self, at: Place, why: Left) {
        let pc = self.with(|b| b.ins().iconst(I32, i64::from(at.pc)));
        self.leave(pc, at.executed, why);
    }

    /// Leaves an instruction to the loops if something holds; true if that is always so.
    pub(crate) fn leave_if_holds(&self, bit: NativeBit<'_, 'f>, at: Place) -> bool {
        match bit {
            NativeBit::Known(holds) => holds,
            NativeBit::Later {
                value, inverted, ..
            } => {
                self.leave_if(value, inverted, at);
                false
            }
        }
    }

    /// Leaves an instruction to the loops unless an address is a multiple of a size.
    pub(crate) fn check_aligned(&self, address: Value, size: u32, at: Place) {
        let known = self.aligned.get();
        if size == 1 || known.is_some_and(|(same, to)| same == address && to >= size) {
            return;
        }
        let rest = self.with(|b| b.ins().band_imm_s(address, i64::from(size - 1)));
        self.leave_if(rest, false, at);
        self.aligned.set(Some((address, size)));
    }

    /// Where in the host's memory an access goes, once it is found to be allowed. `ahead` is where accesses from
    /// here on go that have the same base.
    pub(crate) fn place(
        &self,
        address: NativeWord<'_, 'f>,
        access: Access,
        at: Place,
        ahead: Option<Span>,
    ) -> Value {
        let value = address.value(self);
        let sum = match address {
            NativeWord::Known(_) => None,
            NativeWord::Later { value, sum, .. } => sum.or(Some((value, 0))),
        };
        let sum = sum.map(|(base, offset)| (base, offset as i32));
        if !sum.is_some_and(|(base, offset)| self.is_checked(base, offset, access)) {
            match (sum, ahead) {
                (Some((base, offset)), Some(span)) if access.size == 4 => {
                    let from = span.first - offset;
                    self.check_span(value, from, span, access.store, at);
                    let store = access.store;
                    self.checked
                        .borrow_mut()
                        .push(Checked { base, span, store });
                }
                _ => {
                    self.check_aligned(value, access.size, at);
                    self.check_page(value, access.store, at);
                }
            }
        }
        if let Some(sp) = self.gap {
            self.check_gap(value, access.size, sp, at);
        }
        self.with(|b| {
            let offset = b.ins().uextend(I64, value);
            b.ins().iadd(self.base.memory, offset)
        })
    }

    fn is_checked(&self, base: Value, offset: i32, access: Access) -> bool {
        let size = access.size as i32;
        let covers = |known: &Checked| {
            let span = known.span;
            known.base == base
                && known.store == access.store
                && span.first <= offset
                && offset.checked_add(size).is_some_and(|end| end <= span.end)
                && (offset - span.first) % size == 0
        };
        self.checked.borrow().iter().any(covers)
    }

    /// Leaves an access at `address` to the loops unless all of a span, which begins so far from it, is aligned,
    /// in one page, and may be accessed.
    fn check_span(&self, address: Value, from: i32, span: Span, store: bool, at: Place) {
        let first = self.with(|b| b.ins().iadd_imm_s(address, i64::from(from)));
        self.check_aligned(first, 4, at);
        let fits = self.with(|b| {
            let offset = b.ins().band_imm_s(first, 0xfff);
            let last = 4096 - i64::from(span.length());
            b.ins()
                .icmp_imm_s(IntCC::UnsignedLessThanOrEqual, offset, last)
        });
        self.leave_if(fits, true, at);
        self.check_page(first, store, at);
    }

    /// Leaves an access to the loops unless the tables allow it.
    fn check_page(&self, address: Value, store: bool, at: Place) {
        let table = match store {
            true => self.base.write,
            false => self.base.read,
        };
        let allowed = self.with(|b| {
            let page = b.ins().ushr_imm_s(address, 12);
            let page = b.ins().uextend(I64, page);
            let offset = b.ins().ishl_imm_s(page, 2);
            let place = b.ins().iadd(table, offset);
            let entry = b.ins().load(I32, self.flags.tables, place, 0);
            match store {
                true => b.ins().icmp_imm_s(IntCC::NotEqual, entry, 0),
                false => b.ins().icmp_imm_s(IntCC::SignedGreaterThan, entry, 0),
            }
        });
        self.leave_if(allowed, true, at);
    }

    /// Leaves an access to the loops if it is between the heap and the stack pointer.
    fn check_gap(&self, address: Value, size: u32, sp: u8, at: Place) {
        let sp = self.register(sp);
        let inside = self.with(|b| {
            let end = b
                .ins()
                .load(I32, self.flags.own, self.base.state, State::HEAP_END);
            let after = b.ins().iadd_imm_s(address, i64::from(size));
            let mut inside = |place| {
                let above = b.ins().icmp(IntCC::SignedGreaterThan, place, end);
                let below = b.ins().icmp(IntCC::SignedLessThan, place, sp);
                b.ins().band(above, below)
            };
            let (first, last) = (inside(address), inside(after));
            b.ins().bor(first, last)
        });
        self.leave_if(inside, false, at);
    }

    /// Loads from the host's memory, zero-extended.
    pub(crate) fn load(&self, place: Value, size: u32) -> Value {
        self.with(|b| {
            let value = b.ins().load(of_size(size), self.flags.guest, place, 0);
            let value = match self.big_endian && size > 1 {
                true => b.ins().bswap(value),
                false => value,
            };
            match size {
                4 => value,
                _ => b.ins().uextend(I32, value),
            }
        })
    }

    /// Stores the low bytes of a value into the host's memory.
    pub(crate) fn store(&self, place: Value, size: u32, value: Value) {
        self.with(|b| {
            let value = match size {
                4 => value,
                _ => b.ins().ireduce(of_size(size), value),
            };
            let value = match self.big_endian && size > 1 {
                true => b.ins().bswap(value),
                false => value,
            };
            b.ins().store(self.flags.guest, value, place, 0);
        });
    }

    /// Whether fuel is left.
    pub(crate) fn has_fuel(&self) -> Value {
        self.with(|b| {
            let fuel = b.use_var(self.fuel);
            b.ins().icmp_imm_s(IntCC::SignedGreaterThan, fuel, 0)
        })
    }
}

fn of_size(size: u32) -> Type {
    match size {
        1 => I8,
        2 => I16,
        _ => I32,
    }
}
