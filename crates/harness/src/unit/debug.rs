//! A case as a program: what calls the function is written out, so that the debugger can begin before the
//! first call, and everything else is as in the test.

use super::codes;
use super::judge::Trial;
use super::open::sources;
use super::prepared::Runner;
use super::resolve::{Plan, Resolver};
use super::show::call as written_call;
use super::{Test, UnitFile, UnitOptions};
use assembler::{FileSource, Loader, SourceFile};
use diag::{Diagnostic, SourceMap};
use machine::isa::{Argument, Bank, IsaDesc, Reg};
use runtime::EnvironmentSetup;
use runtime::load::LoadedProgram;
use runtime::subroutine::SubroutineError;
use std::fmt::Write as _;

/// A case as a program.
pub struct CaseProgram {
    /// The program with the calls.
    pub loaded: LoadedProgram,
    /// The first instruction of the calls.
    pub entry: u32,
    /// What registers hold before it.
    pub registers: Vec<(Reg, u64)>,
    /// What memory holds, besides what the program has in it.
    pub memory: Vec<(u32, Vec<u8>)>,
    /// What it reads.
    pub input: Vec<u8>,
}

/// Why there is no such program.
#[derive(Debug)]
pub struct CaseRefused {
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The sources that this is about.
    pub sources: SourceMap,
}

impl CaseRefused {
    fn new(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Box<Self> {
        Box::new(CaseRefused {
            diagnostics,
            sources,
        })
    }
}

/// The program of the case that the options name, of the file with this text.
pub fn case_program(
    name: &str,
    text: &str,
    options: &UnitOptions,
    files: &dyn FileSource,
    loader: &mut dyn Loader,
) -> Result<CaseProgram, Box<CaseRefused>> {
    let text = &text.replace("\r\n", "\n");
    let mut map = SourceMap::default();
    let file = map.add(name, text.as_str());
    let (unit, wrong) = UnitFile::read(file, text);
    if !wrong.is_empty() {
        return Err(CaseRefused::new(wrong, map));
    }
    let linked = match sources(&unit, options, files) {
        Ok(linked) => linked,
        Err((_, wrong)) => return Err(CaseRefused::new(vec![*wrong], map)),
    };
    let mut link = |more: Option<&SourceFile>| {
        let loaded = linked.load_with(more, &options.here, loader);
        if loaded.has_errors() {
            return Err(CaseRefused::new(loaded.diagnostics, loaded.sources));
        }
        let (unit, _) = UnitFile::read(file, text);
        let test = Test::new(name, text, unit, loaded, options);
        match test.calls() {
            Ok(calls) => Ok((test, calls)),
            Err(wrong) => Err(CaseRefused::new(wrong, test.loaded.sources)),
        }
    };
    let (test, calls) = link(None)?;
    // A label that the files keep to themselves can be called by its address.
    for by_address in [false, true] {
        let mut more = calls.source(&test, by_address);
        // The calls may move what they name.
        for _ in 0..ROUNDS {
            let Ok((test, calls)) = link(Some(&more)) else {
                break;
            };
            let again = calls.source(&test, by_address);
            if again.text == more.text
                && let Some(program) = calls.program(test, &more.name)
            {
                return Ok(program);
            }
            more = again;
        }
    }
    let title = "the calls of this case cannot be added to its program";
    let wrong = Diagnostic::error(codes::LINK, title);
    Err(CaseRefused::new(vec![wrong], test.loaded.sources))
}

/// How often the calls are placed until nothing moves.
const ROUNDS: usize = 4;

/// The calls of a case, with all numbers known.
struct CaseCalls {
    index: usize,
    calls: Vec<CaseCall>,
    registers: Vec<(Reg, u64)>,
    memory: Vec<(u32, Vec<u8>)>,
}

struct CaseCall {
    function: String,
    address: u32,
    args: Vec<u32>,
    sp: u32,
    /// The call as people write it, and what must come back.
    words: String,
    returns: Vec<String>,
}

impl Test<'_> {
    /// The calls of the case that is wanted.
    fn calls(&self) -> Result<CaseCalls, Vec<Diagnostic>> {
        let mut cases = self.unit.cases.iter().enumerate();
        let found = cases.find(|(index, case)| self.is_wanted(case, *index));
        let Some((index, case)) = found else {
            return Err(vec![self.no_such_case()]);
        };
        let Some(program) = &self.loaded.program else {
            return Err(Vec::new());
        };
        let plan = Resolver::new(&program.image).case(case)?;
        let trial = Trial {
            case,
            plan: &plan,
            image: &program.image,
            seed: index as u64,
            limits: self.limits(case),
        };
        let fails = |error: SubroutineError| {
            let diagnostic = Diagnostic::error(codes::VALUE, error.to_string());
            vec![diagnostic.primary(case.at, "this case cannot run")]
        };
        let image = program.image.clone();
        let mut runner =
            Runner::new(&self.loaded, image, None, self.options.limits).map_err(fails)?;
        let calls = trial.prepared(&mut runner, index).map_err(fails)?;
        runner.recycle();
        Ok(calls)
    }
}

impl Trial<'_> {
    /// Lays memory out as for a run; what that gives, and the calls.
    fn prepared(&self, runner: &mut Runner, index: usize) -> Result<CaseCalls, SubroutineError> {
        let plan: &Plan = self.plan;
        runner.begin(self.seed, &self.case.stdin, self.limits);
        runner.place(&plan.items, &plan.labels)?;
        let (base, _, block) = runner.block();
        let mut memory = vec![(base, block.to_vec())];
        for part in &plan.set {
            let address = self.address(runner, part.place);
            memory.push((address, self.bytes(runner, part)));
        }
        let mut registers: Vec<(Reg, u64)> = (1..Reg::COUNT)
            .map(|number| (Reg(number), runner.register(Reg(number))))
            .collect();
        let mut calls = Vec::new();
        for call in &plan.calls {
            let bits = |value| runner.bits(&plan.items, &plan.labels, value);
            let args: Vec<u32> = call.args.iter().map(|value| bits(*value)).collect();
            let names = self.names(runner);
            let returns = call.returns.iter().map(|value| match value {
                Some(value) => names.word(bits(*value)),
                None => "_".to_owned(),
            });
            let returns = returns.collect();
            let sp = runner.stack_for(&call.function, &args)?;
            let symbol = self.image.symbol(&call.function);
            calls.push(CaseCall {
                words: written_call(&call.function, &call.args, &plan.items, &plan.label_names),
                function: call.function.clone(),
                address: symbol.map_or(0, |symbol| symbol.address),
                args,
                sp,
                returns,
            });
        }
        let stack_pointer = runner.desc().abi.sp;
        for (reg, value) in &mut registers {
            if *reg == stack_pointer {
                *value = calls.first().map_or(*value, |call| call.sp.into());
            }
        }
        Ok(CaseCalls {
            index,
            calls,
            registers,
            memory,
        })
    }
}

impl CaseCalls {
    /// The calls as a source.
    fn source(&self, test: &Test<'_>, by_address: bool) -> SourceFile {
        let (desc, number) = (test.loaded.desc(), self.index + 1);
        let case = test.unit.cases.get(self.index);
        let title = case.map_or("", |case| case.name.as_str());
        let mut text = format!("# {}, case {number}", diag::one_line(&test.name));
        if title != number.to_string() {
            let _ = write!(text, ": {}", diag::one_line(title));
        }
        let _ = write!(text, "\n.text\ncase_{number}:\n");
        let mut sp = self.calls.first().map(|call| call.sp);
        for call in &self.calls {
            let _ = writeln!(text, "# {}", diag::one_line(&call.words));
            if sp != Some(call.sp) {
                sp = Some(call.sp);
                push_number(&mut text, desc, desc.abi.sp, call.sp);
            }
            call.push(&mut text, desc, by_address);
        }
        let setup = EnvironmentSetup {
            seed: 0,
            map: test.loaded.map,
        };
        let environment = test.loaded.environment.make(test.loaded.target, &setup);
        let table = environment.calls();
        if let Some(exit) = table.rows.iter().find(|row| row.name == "exit") {
            push_number(&mut text, desc, table.number, exit.number);
            let _ = writeln!(text, "    {}", table.instruction);
        }
        let name = format!("case {number}");
        SourceFile {
            key: name.clone(),
            name,
            text: text.into_bytes(),
        }
    }

    /// The program, with the calls in the source of this name.
    fn program(self, test: Test<'_>, name: &str) -> Option<CaseProgram> {
        let loaded = test.loaded;
        let is_own = |span: diag::Span| loaded.sources.name(span.file) == name;
        let mut lines = loaded.program.as_ref()?.lines.iter();
        let entry = lines.find(|line| line.code && is_own(line.span))?.address;
        drop(lines);
        let case = test.unit.cases.get(self.index)?;
        Some(CaseProgram {
            entry,
            registers: self.registers,
            memory: self.memory,
            input: case.stdin.clone().into_bytes(),
            loaded,
        })
    }
}

impl CaseCall {
    /// Writes the instructions of the call.
    fn push(&self, text: &mut String, desc: &'static IsaDesc, by_address: bool) {
        let abi = desc.abi;
        let name = |reg: Reg| desc.register_name(reg);
        // What is on the stack first: it needs a register on the way.
        let scratch = abi.args.first().copied().unwrap_or(abi.ra);
        let store = desc.idioms.save_of(Bank::Int).store;
        for (index, value) in self.args.iter().enumerate() {
            if let Argument::Stack(offset) = abi.argument(index) {
                push_number(text, desc, scratch, *value);
                let (from, sp) = (name(scratch), name(abi.sp));
                let _ = writeln!(text, "    {store} {from}, {offset}({sp})");
            }
        }
        for (index, value) in self.args.iter().enumerate() {
            if let Argument::Register(reg) = abi.argument(index) {
                push_number(text, desc, reg, *value);
            }
        }
        if by_address {
            push_number(text, desc, abi.ra, self.address);
            let (call, ra) = (desc.idioms.call_register, name(abi.ra));
            let _ = writeln!(text, "    {call} {ra}");
        } else {
            let call = desc.idioms.call.last().copied().unwrap_or_default();
            let _ = writeln!(text, "    {call} {}", self.function);
        }
        if !self.returns.is_empty() {
            let results = abi.results.iter().zip(&self.returns);
            let results = results.map(|(reg, value)| format!("{} = {value}", name(*reg)));
            let results: Vec<String> = results.collect();
            let _ = writeln!(text, "# must return {}", results.join(", "));
        }
    }
}

/// Writes an instruction that loads a number.
fn push_number(text: &mut String, desc: &'static IsaDesc, reg: Reg, value: u32) {
    let (load, name) = (desc.idioms.load_number, desc.register_name(reg));
    let value = match value as i32 {
        number @ -65_536..=65_535 => number.to_string(),
        _ => format!("0x{value:08x}"),
    };
    let _ = writeln!(text, "    {load} {name}, {value}");
}
