//! Writes a random program down for one of the machines, as it should be or with a breach of the
//! convention in it.

use super::flaw::Flaw;
use super::program::{Call, Choice, Function, MAX_SAVED, Operator, Program, Statement, any_call};
use super::syntax::{Reg, Syntax};

/// How many temporaries are used for values. Those behind them count loops, and serve flaws.
const TEMPORARIES: usize = 4;
const COUNTER: Reg = Reg::T(5);
const FLAWED: Reg = Reg::T(6);
/// A temporary that careful functions save for no reason.
const SPARED: Reg = Reg::T(4);
/// Arguments that are used as further temporaries.
const SCRATCH: [Reg; 2] = [Reg::A(2), Reg::A(3)];
/// Bytes of stack that `main` takes: room for arguments.
const MAIN_FRAME: i64 = 64;

/// The source of the program.
pub(crate) fn write(program: &Program, syntax: Syntax, flaw: Option<(usize, Flaw)>) -> String {
    let mut text = main(program, syntax, flaw);
    for index in 0..program.functions.len() {
        let own = flaw.filter(|(at, _)| *at == index).map(|(_, flaw)| flaw);
        text += &Writer::new(program, index, syntax, own).write();
    }
    text
}

fn name(index: usize) -> String {
    format!("f{index}")
}

/// The outermost code: it calls every function, and prints results and its own registers.
fn main(program: &Program, syntax: Syntax, flaw: Option<(usize, Flaw)>) -> String {
    let mut lines = vec![syntax.add(Reg::Stack, -MAIN_FRAME)];
    for k in 0..MAX_SAVED {
        lines.push(syntax.set(Reg::S(k), 1000 + k as i32));
    }
    for (index, function) in program.functions.iter().enumerate() {
        for k in 0..function.args {
            let value = 10 * index as i32 + k as i32;
            match k.checked_sub(syntax.register_args()) {
                None => lines.push(syntax.set(Reg::A(k), value)),
                Some(behind) => {
                    lines.push(syntax.set(Reg::T(0), value));
                    lines.push(syntax.store(Reg::T(0), syntax.stack_args() + 4 * behind));
                }
            }
        }
        lines.push(format!("jal {}", name(index)));
        if function.returns || flaw == Some((index, Flaw::NoResult)) {
            lines.extend(syntax.print(Reg::Result));
        }
    }
    for k in 0..MAX_SAVED {
        lines.extend(syntax.print(Reg::S(k)));
    }
    lines.extend(syntax.exit());
    format!("main:\n{}", indented(&lines))
}

fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// A line of a function whose frame is not laid out yet.
enum Line {
    Text(String),
    Label(String),
    Load(Reg, Slot),
    Store(Reg, Slot),
}

/// A place on the stack.
#[derive(Clone, Copy)]
enum Slot {
    /// In the own frame, behind the room for arguments of calls.
    Own(usize),
    /// An argument for a call, counted from the first one on the stack.
    Outgoing(usize),
    /// An own argument, counted in the same way.
    Incoming(usize),
}

/// Writes one function.
struct Writer<'a> {
    program: &'a Program,
    function: &'a Function,
    index: usize,
    syntax: Syntax,
    flaw: Option<Flaw>,
    lines: Vec<Line>,
    /// Registers that hold a value.
    known: Vec<Reg>,
    /// How many words of the own frame are in use.
    slots: usize,
    labels: usize,
    /// The most arguments of a call that go on the stack.
    outgoing: usize,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, index: usize, syntax: Syntax, flaw: Option<Flaw>) -> Self {
        let function = &program.functions[index];
        let in_registers = function.args.min(syntax.register_args());
        Writer {
            program,
            function,
            index,
            syntax,
            flaw,
            lines: Vec::new(),
            known: (0..in_registers).map(Reg::A).collect(),
            slots: function.locals,
            labels: 0,
            outgoing: 0,
        }
    }

    fn write(mut self) -> String {
        let function = self.function;
        if self.flaw == Some(Flaw::TemporaryAtEntry) {
            let line = self.syntax.compute(Operator::Add, FLAWED, [FLAWED; 2]);
            self.text(line);
            self.depend_on(FLAWED);
        }
        self.begin();
        self.statements(&function.body);
        if let Some(call) = &function.last_call {
            self.last_call(call);
        }
        if function.returns {
            // What a call left there is a result already; an argument is none until it is written.
            match self.source(function.result) {
                Reg::Result => {}
                from => self.text(self.syntax.copy(Reg::Result, from)),
            }
        }
        self.with_frame()
    }

    /// Gives all saved registers and variables a value, and fetches arguments from the stack.
    fn begin(&mut self) {
        let on_stack = self
            .function
            .args
            .saturating_sub(self.syntax.register_args());
        for k in 0..on_stack {
            let to = Reg::T(k % TEMPORARIES);
            self.lines.push(Line::Load(to, Slot::Incoming(k)));
            self.learn(to);
        }
        for k in 0..self.function.saved {
            match self.known.get(k).copied() {
                Some(from) if k % 2 == 0 => self.copy(Reg::S(k), from),
                _ => self.text(self.syntax.set(Reg::S(k), 7 + k as i32)),
            }
            self.learn(Reg::S(k));
        }
        for k in 0..self.function.locals {
            let from = self.source(k as Choice);
            self.lines.push(Line::Store(from, Slot::Own(k)));
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Set(to, value) => {
                let to = self.target(*to);
                self.text(self.syntax.set(to, i32::from(*value)));
                self.learn(to);
            }
            Statement::Compute(operator, to, from) => {
                let (from, to) = (from.map(|choice| self.source(choice)), self.target(*to));
                self.text(self.syntax.compute(*operator, to, from));
                self.learn(to);
            }
            Statement::Store(local, from) => {
                if let Some(slot) = self.local(*local) {
                    let from = self.source(*from);
                    self.lines.push(Line::Store(from, slot));
                }
            }
            Statement::Load(to, local) => {
                if let Some(slot) = self.local(*local) {
                    let to = self.target(*to);
                    self.lines.push(Line::Load(to, slot));
                    self.learn(to);
                }
            }
            Statement::Call(call) => self.call(call),
            Statement::Loop(count, body) => self.repeat(*count, body),
            Statement::If(choice, yes, no) => self.branch(*choice, yes, no),
        }
    }

    fn repeat(&mut self, count: u8, body: &[Statement]) {
        let (label, counter) = (self.label(), Slot::Own(self.slots));
        self.slots += 1;
        self.text(self.syntax.set(COUNTER, i32::from(count)));
        self.lines.push(Line::Store(COUNTER, counter));
        if any_call(body) {
            // The second time round, this is what is left.
            self.forget();
        }
        self.lines.push(Line::Label(label.clone()));
        self.statements(body);
        self.lines.push(Line::Load(COUNTER, counter));
        self.text(self.syntax.add(COUNTER, -1));
        self.lines.push(Line::Store(COUNTER, counter));
        self.text(self.syntax.branch_unless_zero(COUNTER, &label));
    }

    fn branch(&mut self, choice: Choice, yes: &[Statement], no: &[Statement]) {
        let (otherwise, end) = (self.label(), self.label());
        let condition = self.source(choice);
        self.text(self.syntax.branch_if_zero(condition, &otherwise));
        let before = self.known.clone();
        self.statements(yes);
        self.text(format!("j {end}"));
        let after_yes = std::mem::replace(&mut self.known, before);
        self.lines.push(Line::Label(otherwise));
        self.statements(no);
        self.lines.push(Line::Label(end));
        self.known.retain(|reg| after_yes.contains(reg));
    }

    fn last_call(&mut self, call: &Call) {
        let flawed = self.flaw == Some(Flaw::TemporaryAcrossCall);
        if flawed {
            self.text(self.syntax.set(FLAWED, 5));
        }
        self.call(call);
        if flawed {
            let line = self.syntax.compute(Operator::Add, FLAWED, [FLAWED; 2]);
            self.text(line);
            self.depend_on(FLAWED);
        }
    }

    /// What comes next depends on a register, as far as anybody can see.
    fn depend_on(&mut self, reg: Reg) {
        let next = self.label();
        self.text(self.syntax.branch_if_zero(reg, &next));
        self.lines.push(Line::Label(next));
    }

    fn call(&mut self, call: &Call) {
        let behind = self.index + 1..self.program.functions.len();
        let Some(callee) = behind
            .clone()
            .nth(usize::from(call.callee) % behind.len().max(1))
        else {
            return;
        };
        let function = &self.program.functions[callee];
        for (k, choice) in (0..function.args).zip(&call.args) {
            self.argument(k, *choice);
        }
        self.text(format!("jal {}", name(callee)));
        self.forget();
        if function.returns {
            self.learn(Reg::Result);
            if let Some(to) = call.to {
                let to = self.target(to);
                self.copy(to, Reg::Result);
                self.learn(to);
            }
        }
    }

    /// Passes an argument. Those that are set already must not be lost again, so that values come
    /// from other registers; the first argument can be the result of the call before.
    fn argument(&mut self, index: usize, choice: Choice) {
        let is_safe = |reg: &&Reg| {
            matches!(reg, Reg::T(_) | Reg::S(_)) || (index == 0 && **reg == Reg::Result)
        };
        let safe: Vec<Reg> = self.known.iter().filter(is_safe).copied().collect();
        let from = pick(&safe, choice).unwrap_or(Reg::Zero);
        match index.checked_sub(self.syntax.register_args()) {
            None => self.copy(Reg::A(index), from),
            Some(behind) => {
                self.outgoing = self.outgoing.max(behind + 1);
                self.lines.push(Line::Store(from, Slot::Outgoing(behind)));
            }
        }
    }

    /// A register that holds a value.
    fn source(&self, choice: Choice) -> Reg {
        pick(&self.known, choice).unwrap_or(Reg::Zero)
    }

    /// A register that may be written.
    fn target(&self, choice: Choice) -> Reg {
        let temporaries = (0..TEMPORARIES).map(Reg::T);
        let saved = (0..self.function.saved).map(Reg::S);
        let all: Vec<Reg> = temporaries.chain(saved).chain(SCRATCH).collect();
        pick(&all, choice).unwrap_or(Reg::T(0))
    }

    fn local(&self, choice: Choice) -> Option<Slot> {
        let all: Vec<usize> = (0..self.function.locals).collect();
        pick(&all, choice).map(Slot::Own)
    }

    fn learn(&mut self, reg: Reg) {
        if !self.known.contains(&reg) {
            self.known.push(reg);
        }
    }

    /// Forgets what a call may change.
    fn forget(&mut self) {
        self.known.retain(|reg| matches!(reg, Reg::S(_)));
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("{}_{}", name(self.index), self.labels)
    }

    fn text(&mut self, line: String) {
        self.lines.push(Line::Text(line));
    }

    fn copy(&mut self, to: Reg, from: Reg) {
        if self.syntax.reg(to) != self.syntax.reg(from) {
            self.text(self.syntax.copy(to, from));
        }
    }

    /// Puts what begins and ends a function around the lines, and resolves places on the stack.
    fn with_frame(&self) -> String {
        let syntax = self.syntax;
        let mut kept: Vec<Reg> = (0..self.function.saved).map(Reg::S).collect();
        if self.function.careful {
            kept.push(SPARED);
        }
        if self.function.has_calls() {
            kept.push(Reg::ReturnAddress);
        }
        // What lies below the arguments on the stack belongs to the function that is called.
        let room = match self.function.has_calls() {
            true => syntax.stack_args() + 4 * self.outgoing,
            false => 0,
        };
        let frame = (room + 4 * (self.slots + kept.len())).next_multiple_of(syntax.alignment());
        let place = |k: usize| {
            let shuffled = (k + usize::from(self.function.shuffle)) % kept.len();
            room + 4 * (self.slots + shuffled)
        };
        let mut begin = vec![syntax.add(Reg::Stack, -(frame as i64))];
        let mut end = Vec::new();
        for (k, &reg) in kept.iter().enumerate() {
            let (is_saved, restored_from) = self.treatment(reg, k);
            if is_saved {
                begin.push(syntax.store(reg, place(k)));
            }
            if let Some(from) = restored_from {
                end.push(syntax.load(reg, place(from)));
            }
        }
        let slip = match self.flaw {
            Some(Flaw::StackPointer(slip)) => slip,
            _ => 0,
        };
        end.push(syntax.add(Reg::Stack, frame as i64 + slip));
        end.push(syntax.jump_back());

        let offset = |slot: Slot| match slot {
            Slot::Own(k) => room + 4 * k,
            Slot::Outgoing(k) => syntax.stack_args() + 4 * k,
            Slot::Incoming(k) => frame + syntax.stack_args() + 4 * k,
        };
        let mut text = format!("\n{}:\n{}", name(self.index), indented(&begin));
        for line in &self.lines {
            text += &match line {
                Line::Text(line) => format!("    {line}\n"),
                Line::Label(label) => format!("{label}:\n"),
                Line::Load(reg, slot) => format!("    {}\n", syntax.load(*reg, offset(*slot))),
                Line::Store(reg, slot) => format!("    {}\n", syntax.store(*reg, offset(*slot))),
            };
        }
        text + &indented(&end)
    }

    /// Whether a register is saved, and from whose place it is restored.
    fn treatment(&self, reg: Reg, k: usize) -> (bool, Option<usize>) {
        match (self.flaw, reg) {
            (Some(Flaw::NotSaved(n)), Reg::S(m)) if n == m => (false, Some(k)),
            (Some(Flaw::NotRestored(n)), Reg::S(m)) if n == m => (true, None),
            (Some(Flaw::Swapped(a, b)), Reg::S(m)) if m == a => (true, Some(b)),
            (Some(Flaw::Swapped(a, b)), Reg::S(m)) if m == b => (true, Some(a)),
            (Some(Flaw::ReturnAddressNotSaved), Reg::ReturnAddress) => (false, Some(k)),
            (Some(Flaw::ReturnAddressLost), Reg::ReturnAddress) => (false, None),
            _ => (true, Some(k)),
        }
    }
}

/// One of several.
fn pick<T: Copy>(all: &[T], choice: Choice) -> Option<T> {
    all.get(usize::from(choice) % all.len().max(1)).copied()
}
