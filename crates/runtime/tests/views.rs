//! The tables in docs/views.md are what the rows say, and whole programs are counted as people count
//! them. `UPDATE_DOCS=1` writes the tables anew.

use assembler::{MainFile, MemoryLoader, assemble};
use machine::env::MarsMap;
use machine::observe::{Observer, Wants};
use runtime::load::{LoadOptions, LoadRequest};
use runtime::observers::{
    CACHE_PLACES, CACHE_PRESETS, CACHE_WORDS, CacheFigures, CacheSpec, CacheTally, CacheView,
    PIPELINE_PRESETS, PIPELINE_WORDS, PipelineFigures, PipelineSpec, PipelineView, SettingRow,
    SourcePlaces,
};
use runtime::{Console, EnvironmentSetup, Limits, Session, Target};
use std::fmt::Write as _;
use std::path::Path;

fn rows(rows: &[SettingRow]) -> String {
    let mut text = "| setting | means |\n|---|---|\n".to_owned();
    for row in rows {
        let _ = writeln!(text, "| `{}` | {} |", row.name, row.doc);
    }
    text
}

fn presets(presets: &[(&str, &str, &str)]) -> String {
    let mut text = "| name | is | |\n|---|---|---|\n".to_owned();
    for (name, spec, doc) in presets {
        let _ = writeln!(text, "| `{name}` | `{spec}` | {doc} |");
    }
    text
}

#[test]
fn the_tables_of_settings_are_current() {
    let tables = [
        ("settings of caches", rows(CACHE_WORDS)),
        ("places of caches", rows(CACHE_PLACES)),
        ("caches with names", presets(CACHE_PRESETS)),
        ("settings of pipelines", rows(PIPELINE_WORDS)),
        ("pipelines with names", presets(PIPELINE_PRESETS)),
    ];
    for (name, table) in tables {
        testkit::page::check_table("views.md", name, &table, "runtime");
    }
}

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

    fn file(file: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let options = LoadOptions::new(root.clone());
        let path = root.join(file);
        let loaded = LoadRequest::new(&path.to_string_lossy(), &options).load();
        Prepared {
            target: loaded.target,
            program: loaded.program.expect("the program assembles"),
            sources: loaded.sources,
        }
    }

    fn places(&self) -> SourcePlaces<'_> {
        SourcePlaces {
            program: &self.program,
            sources: &self.sources,
        }
    }

    /// Runs at most so many steps.
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
        let image = self.program.image.clone().into();
        let session = Session::new(self.target, image, environment, Vec::new(), limits);
        let mut host = Console::new(&b""[..], std::io::sink(), std::io::sink());
        session.expect("the program fits").run(observer, &mut host);
    }

    /// Alone, an observer is asked about runs that it knows. Beside another, it sees all of them.
    fn cache(&self, spec: &str, steps: u64, closely: bool) -> CacheFigures {
        let spec = CacheSpec::read(spec).expect("a cache");
        let mut view = CacheView::new(&spec, &self.program.image, 0x7fff_fff0);
        match closely {
            true => {
                let mut both = (view, Closely);
                self.run(&mut both, steps);
                view = both.0;
            }
            false => self.run(&mut view, steps),
        }
        view.figures(&self.places())
    }

    fn pipeline(&self, spec: &str, steps: u64, closely: bool) -> PipelineFigures {
        let spec = PipelineSpec::read(spec).expect("a pipeline");
        let delays = self.program.image.delay_slots;
        let mut view = PipelineView::new(spec, self.target.desc(), delays);
        match closely {
            true => {
                let mut both = (view, Closely);
                self.run(&mut both, steps);
                view = both.0;
            }
            false => self.run(&mut view, steps),
        }
        view.figures(&self.places())
    }
}

#[test]
fn known_runs_count_like_others() {
    let caches = [
        "512:16:2",
        "i=256:16:2,d=256:16,l2=1K:32:4:fifo",
        "1K:32:2:unified",
    ];
    for kernel in ["fib", "quicksort", "matmul", "sieve", "mix"] {
        for ending in ["s", "asm", "elf"] {
            let program = Prepared::file(&format!("crates/cli/benches/kernels/{kernel}.{ending}"));
            for steps in [1, 1_000, 60_000] {
                for spec in caches {
                    let [quickly, closely] =
                        [false, true].map(|how| program.cache(spec, steps, how).report(100));
                    assert_eq!(quickly, closely, "{kernel}.{ending}, {spec}, {steps} steps");
                }
                for spec in ["ripes", "no-forwarding,branch-id,taken,mul=3"] {
                    let [quickly, closely] =
                        [false, true].map(|how| program.pipeline(spec, steps, how).report(100));
                    assert_eq!(quickly, closely, "{kernel}.{ending}, {spec}, {steps} steps");
                }
            }
        }
    }
}

/// Reads, their misses, writes and their misses of the first cache.
#[track_caller]
fn check_cache(target: Target, source: &str, spec: &str, expect: [u64; 4]) {
    let program = Prepared::source(target, source, false);
    for closely in [false, true] {
        let figures = program.cache(spec, 1_000_000, closely);
        let counts = figures.levels[0].1;
        let found = [
            counts.reads,
            counts.read_misses,
            counts.writes,
            counts.write_misses,
        ];
        assert_eq!(found, expect);
    }
}

/// Doubles an array of 32 words, and keeps a register on the stack.
const MARS_ARRAY: &str = "
        .data
array:  .space 128
        .text
        addi $sp, $sp, -4
        sw   $ra, 0($sp)
        la   $t0, array
        li   $t1, 32
loop:   lw   $t2, 0($t0)
        add  $t2, $t2, $t2
        sw   $t2, 0($t0)
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bnez $t1, loop
        lw   $ra, 0($sp)
        li   $v0, 10
        syscall
";

#[test]
fn mars_and_its_tool_count_the_same() {
    // $sp is 0x7fffeff8 then, in block 7 of 8 (0x7fffeff8 / 16 mod 8), as is the end of the array: the
    // word of the stack is pushed out. 8 blocks of the array miss when they are read.
    check_cache(Target::Mips, MARS_ARRAY, "mars", [33, 9, 33, 1]);
    // In blocks of a word, every word misses once, and so does the stack, twice: its block is 62 mod 8.
    check_cache(Target::Mips, MARS_ARRAY, "32:4:words", [33, 33, 33, 1]);
    // With all 33 words in the cache, the second look at the stack is a hit.
    check_cache(Target::Mips, MARS_ARRAY, "1K:4:full:words", [33, 32, 33, 1]);
    // A double is two words to MARS.
    let double = ".data\nd: .double 1.5\n.text\nl.d $f0, d\ns.d $f0, d\n li $v0, 10\nsyscall\n";
    check_cache(Target::Mips, double, "mars", [2, 1, 2, 0]);
    check_cache(Target::Mips, double, "128:16", [1, 1, 1, 0]);
}

#[test]
fn venus_and_its_tab_count_the_same() {
    let source = "
.data
bytes: .byte 1 2 3 4 5 6 7 8
.text
    la t0, bytes
    li t1, 8
loop:
    lbu t2, 0(t0)
    addi t2, t2, 1
    sb t2, 0(t0)
    addi t0, t0, 1
    addi t1, t1, -1
    bnez t1, loop
    li a0, 10
    ecall
";
    // One block of a word: two words, each missed once by the first of its four loads.
    check_cache(Target::RiscV, source, "venus", [8, 2, 8, 0]);
    // Two blocks of a byte-addressed pair of words.
    check_cache(Target::RiscV, source, "16:8", [8, 1, 8, 0]);
    // Stores that go past the cache do not bring anything in: every block is missed by its load.
    check_cache(Target::RiscV, source, "16:8:write-through", [8, 1, 8, 0]);
}

#[test]
fn accesses_belong_to_lines_and_labels() {
    let program = Prepared::source(Target::Mips, MARS_ARRAY, false);
    let figures = program.cache("mars", 1_000_000, false);
    let names: Vec<_> = figures
        .data
        .iter()
        .map(|(name, t)| (name.as_str(), *t))
        .collect();
    let tally = |accesses, misses| CacheTally { accesses, misses };
    assert_eq!(names, [("array", tally(64, 8)), ("(stack)", tally(2, 2))]);
    let lines = figures.lines.iter();
    let lines: Vec<_> = lines
        .map(|(place, t)| (place.name.as_str(), t.misses))
        .collect();
    assert_eq!(
        lines,
        [("p.s:9", 8), ("p.s:6", 1), ("p.s:15", 1), ("p.s:11", 0)]
    );
}

/// Instructions, cycles, and cycles lost by loads, data, control and long operations.
#[track_caller]
fn check_pipeline(program: &Prepared, spec: &str, expect: [u64; 6]) {
    for closely in [false, true] {
        let figures = program.pipeline(spec, 1_000_000, closely);
        let lost = figures.stalls;
        let found = [
            figures.instructions,
            figures.cycles,
            lost.load,
            lost.data,
            lost.control,
            lost.busy,
        ];
        assert_eq!(found, expect, "{spec}");
    }
}

#[test]
fn a_loop_takes_the_cycles_that_people_count() {
    let source = "li t0, 3\nloop: addi t0, t0, -1\nbnez t0, loop\nli a0, 10\necall\n";
    let program = Prepared::source(Target::RiscV, source, false);
    // 9 instructions, 4 cycles to fill the pipeline, 2 taken branches.
    check_pipeline(&program, "ripes", [9, 17, 0, 0, 4, 0]);
    // Each of 3 branches waits for what it compares; a taken one costs one cycle.
    check_pipeline(&program, "textbook", [9, 18, 0, 3, 2, 0]);
    // The first addition waits for `li`, and each branch for the addition.
    check_pipeline(&program, "no-forwarding", [9, 25, 0, 8, 4, 0]);
    check_pipeline(&program, "stall", [9, 19, 0, 0, 6, 0]);
    check_pipeline(&program, "taken", [9, 17, 0, 0, 4, 0]);
}

#[test]
fn loads_and_long_operations_make_others_wait() {
    let source = ".data\nx: .word 6\n.text\nla t0, x\nlw t1, 0(t0)\nmul t2, t1, t1\n\
                  div t3, t2, t1\nsw t3, 0(t0)\nli a0, 10\necall\n";
    let program = Prepared::source(Target::RiscV, source, false);
    check_pipeline(&program, "ripes", [8, 13, 1, 0, 0, 0]);
    check_pipeline(&program, "mul=4,div=10", [8, 25, 1, 0, 0, 12]);
}

#[test]
fn delay_slots_fill_cycles_that_would_be_lost() {
    let source =
        "li $t0, 3\nloop: addiu $t0, $t0, -1\nbne $t0, $zero, loop\nnop\nli $v0, 10\nsyscall\n";
    let program = Prepared::source(Target::Mips, source, true);
    check_pipeline(&program, "textbook", [12, 19, 0, 3, 0, 0]);
    check_pipeline(&program, "ripes", [12, 18, 0, 0, 2, 0]);
    // Without them, the same instructions lose a cycle more for each taken branch. The `nop` runs once.
    let program = Prepared::source(Target::Mips, source, false);
    check_pipeline(&program, "ripes", [10, 18, 0, 0, 4, 0]);
}

#[test]
fn reports_fit_their_page() {
    for (target, source) in [
        (Target::Mips, MARS_ARRAY),
        (
            Target::RiscV,
            "li t0, 3\nloop: addi t0, t0, -1\nbnez t0, loop\nli a0, 10\necall\n",
        ),
    ] {
        let program = Prepared::source(target, source, false);
        for width in [40, 80, 120] {
            let pipeline = program.pipeline("no-forwarding,mul=3", 1_000_000, false);
            let report = pipeline.report(width);
            insta::assert_snapshot!(format!("pipeline_{}_{width}", target.desc().name), report);
        }
        for width in [60, 100] {
            let cache = program.cache("i=64:16:2,64:16,l2=256:32:2:fifo", 1_000_000, false);
            let report = cache.report(width);
            insta::assert_snapshot!(format!("cache_{}_{width}", target.desc().name), report);
        }
    }
}
