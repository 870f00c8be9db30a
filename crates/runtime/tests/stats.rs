//! What `--stats` counts does not depend on how the loop reports it: run by run, or most of it only
//! as runs that are known.

use assembler::{MainFile, MemoryLoader, assemble};
use machine::env::MarsMap;
use machine::observe::{At, Observer, Transfer, TransferKind, Wants};
use runtime::load::{LoadOptions, LoadRequest};
use runtime::observers::{FunctionCounts, SourcePlaces, Stats};
use runtime::{Console, EnvironmentSetup, Limits, Session, Target};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Sees each instruction: the loop is exact, and reports every run.
struct Closely;

impl Observer for Closely {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS.or(Wants::RUNS)
    }
}

/// A program that can be run again and again.
struct Prepared {
    target: Target,
    program: assembler::Program,
    sources: diag::SourceMap,
}

impl Prepared {
    fn file(file: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = root.join(file);
        let options = LoadOptions::new(root);
        let loaded = LoadRequest::new(&path.to_string_lossy(), &options).load();
        Prepared {
            target: loaded.target,
            program: loaded.program.expect("the program assembles"),
            sources: loaded.sources,
        }
    }

    fn source(target: Target, source: &str, delay_slots: bool) -> Self {
        let mut options = target.options(&MarsMap::DEFAULT);
        options.delay_slots = delay_slots;
        let name = "p.s".to_owned();
        let text = source.as_bytes().to_vec();
        let main = MainFile::Text { name, text };
        let assembly = assemble(main, &[], &options, &mut MemoryLoader::default());
        Prepared {
            target,
            program: assembly.program.expect("the program assembles"),
            sources: assembly.sources,
        }
    }

    fn run(&self, observer: &mut dyn Observer, steps: u64) {
        let setup = EnvironmentSetup {
            seed: 0,
            map: &MarsMap::DEFAULT,
        };
        let environment = self.target.home().make(self.target, &setup);
        let limits = Limits {
            steps: Some(steps),
            ..Limits::default()
        };
        let image = Arc::new(self.program.image.clone());
        let session = Session::new(self.target, image, environment, Vec::new(), limits);
        let mut host = Console::new(&b""[..], std::io::sink(), std::io::sink());
        session.expect("the program fits").run(observer, &mut host);
    }

    /// What is counted in so many steps.
    fn counted(&self, steps: u64, closely: bool) -> (String, Vec<FunctionCounts>) {
        let mut observers = (Stats::new(self.target.desc()), closely.then_some(Closely));
        match closely {
            true => self.run(&mut observers, steps),
            false => self.run(&mut observers.0, steps),
        }
        let places = SourcePlaces {
            program: &self.program,
            sources: &self.sources,
        };
        let stats = observers.0;
        (stats.report(Duration::ZERO), stats.functions(&places))
    }

    /// The same by a model that keeps the stack of calls: name, own, with callees, calls.
    fn slowly(&self, steps: u64) -> Vec<FunctionCounts> {
        let mut model = SlowFunctions::default();
        self.run(&mut model, steps);
        let starts: BTreeSet<u32> = model
            .ran
            .keys()
            .flat_map(|(open, _)| open.clone())
            .collect();
        let mut all: BTreeMap<u32, FunctionCounts> = BTreeMap::new();
        for ((open, pc), count) in &model.ran {
            let own = *starts.range(..=*pc).next_back().expect("a function");
            let functions: BTreeSet<u32> = open.iter().copied().chain([own]).collect();
            for function in functions {
                let symbol = self.program.image.symbol_before(function);
                let counts = all.entry(function).or_insert_with(|| FunctionCounts {
                    name: symbol
                        .map_or_else(|| format!("0x{function:08x}"), |symbol| symbol.name.clone()),
                    own: 0,
                    with_callees: 0,
                    calls: model.calls.get(&function).copied().unwrap_or(0),
                });
                counts.with_callees += count;
                counts.own += if function == own { *count } else { 0 };
            }
        }
        let mut all: Vec<FunctionCounts> = all.into_values().collect();
        all.sort_by_key(|counts| Reverse((counts.own, counts.with_callees)));
        all
    }
}

/// Keeps the stack of calls, and counts every instruction for every open function.
#[derive(Default)]
struct SlowFunctions {
    /// Functions, and where their call returns to: after one of these.
    open: Vec<(u32, u32)>,
    ran: BTreeMap<(BTreeSet<u32>, u32), u64>,
    calls: BTreeMap<u32, u64>,
    /// Of a jump whose delay slot is next.
    pending: Option<Transfer>,
}

impl SlowFunctions {
    fn go(&mut self, transfer: &Transfer) {
        match transfer.kind {
            TransferKind::Call => self.open.push((transfer.to, transfer.from)),
            TransferKind::Return => {
                let returns =
                    |(_, call): &(u32, u32)| matches!(transfer.to.wrapping_sub(*call), 2 | 4 | 8);
                if let Some(at) = self.open.iter().rposition(returns) {
                    self.open.truncate(at);
                }
            }
            TransferKind::Branch | TransferKind::Jump => {}
        }
    }
}

impl Observer for SlowFunctions {
    fn wants(&self) -> Wants {
        Wants::INSTRUCTIONS
    }

    fn instruction(&mut self, at: &At) {
        if self.open.is_empty() {
            self.open.push((at.pc, 1));
        }
        if let Some(transfer) = self.pending.take() {
            match at.pc == transfer.from + 4 && transfer.to != at.pc {
                true => self.pending = Some(transfer),
                false => self.go(&transfer),
            }
        }
        let open = self.open.iter().map(|(function, _)| *function).collect();
        *self.ran.entry((open, at.pc)).or_default() += 1;
    }

    fn transfer(&mut self, transfer: &Transfer) {
        if transfer.kind == TransferKind::Call {
            *self.calls.entry(transfer.to).or_default() += 1;
        }
        // It takes effect when control is there.
        self.pending = Some(*transfer);
    }
}

#[test]
fn known_runs_count_like_others() {
    let kernels = ["fib", "quicksort", "slide2048", "matmul", "sieve", "mix"];
    for kernel in kernels {
        for ending in ["s", "asm", "elf", "mips.elf"] {
            let file = format!("crates/cli/benches/kernels/{kernel}.{ending}");
            let program = Prepared::file(&file);
            for steps in [1, 1_000, 50_000] {
                let [quickly, closely] = [false, true].map(|how| program.counted(steps, how));
                assert_eq!(quickly, closely, "{file}, {steps} steps");
                assert_eq!(quickly.1, program.slowly(steps), "{file}, {steps} steps");
            }
        }
    }
}

/// Name, own instructions, those with callees, and calls.
#[track_caller]
fn check(program: &Prepared, expect: &[(&str, u64, u64, u64)]) {
    for closely in [false, true] {
        let (_, functions) = program.counted(1_000_000, closely);
        let found = functions.iter();
        let found: Vec<_> = found
            .map(|f| (f.name.as_str(), f.own, f.with_callees, f.calls))
            .collect();
        assert_eq!(found, expect);
    }
    assert_eq!(
        program.counted(1_000_000, false).1,
        program.slowly(1_000_000)
    );
}

#[test]
fn a_recursion_counts_once() {
    // Counts down from 3: four calls with seven instructions each, of which the last takes four.
    let source = "
    li   a0, 3
    jal  ra, down
    li   a0, 10
    ecall
down:
    addi sp, sp, -4
    sw   ra, 0(sp)
    beqz a0, done
    addi a0, a0, -1
    jal  ra, down
done:
    lw   ra, 0(sp)
    addi sp, sp, 4
    ret
";
    let program = Prepared::source(Target::RiscV, source, false);
    check(&program, &[("down", 30, 30, 4), ("0x00000000", 4, 34, 0)]);
}

#[test]
fn callees_count_for_all_that_are_open() {
    // `leaf` is called by `a`, by a pointer, and jumped to by `b`, which it then returns for.
    let source = "
.globl main
main:
    jal  ra, a
    jal  ra, b
    la   t0, leaf
    jalr ra, t0, 0
    li   a0, 10
    ecall
a:  mv   s0, ra
    jal  ra, leaf
    mv   ra, s0
    ret
b:  nop
    j    leaf
leaf:
    nop
    ret
";
    let program = Prepared::source(Target::RiscV, source, false);
    let expect = [
        ("main", 7, 19, 0),
        ("leaf", 6, 6, 2),
        ("a", 4, 6, 1),
        ("b", 2, 4, 1),
    ];
    check(&program, &expect);
}

#[test]
fn delay_slots_belong_to_the_function_that_jumps() {
    let source = "
main:   jal  f
        nop
        li   $v0, 10
        syscall
f:      nop
        jr   $ra
        nop
";
    let program = Prepared::source(Target::Mips, source, true);
    check(&program, &[("main", 4, 7, 0), ("f", 3, 3, 1)]);
}
