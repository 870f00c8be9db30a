//! Programs whose code between `f` and `end` was handed in.

use super::{BoundaryFault, BoundaryRules, MayEnd};
use crate::{Console, End, EnvironmentSetup, Limits, Session, Target};
use assembler::{MainFile, MemoryLoader, assemble};
use machine::code::CodeSides;
use machine::env::MarsMap;
use machine::isa::Reg;
use machine::observe::{Observer, Off};
use std::iter::once;
use std::sync::Arc;

/// What the course's code passes to the function.
const FIVE: &str = "li a0, 5";

/// The course's code around a function that was handed in.
fn session(f: &str, change: impl Fn(&mut BoundaryRules)) -> Session {
    session_with(FIVE, f, change)
}

fn session_with(arguments: &str, f: &str, change: impl Fn(&mut BoundaryRules)) -> Session {
    let text = format!(
        "main: addi sp, sp, -32\nli s0, 7\nsw s0, 12(sp)\n{arguments}\njal f\nmv a1, a0\n\
         li a0, 1\necall\nmv a1, s0\nli a0, 1\necall\nli a0, 10\necall\n\
         twice: add a0, a0, a0\nret\nstop: li a0, 10\necall\n\
         again: addi sp, sp, -16\nsw ra, 0(sp)\njalr a1\nlw ra, 0(sp)\naddi sp, sp, 16\nret\n\
         f: {f}\nend: nop\n"
    );
    let (target, map) = (Target::RiscV, &MarsMap::DEFAULT);
    let main = MainFile::Text {
        name: "test.s".to_owned(),
        text: text.into_bytes(),
    };
    let options = target.options(map);
    let assembly = assemble(main, &[], &options, &mut MemoryLoader::default());
    let image = assembly.program.expect("it assembles").image;
    let at = |name: &str| image.symbol(name).expect("a label").address;
    let mut functions = ["twice", "stop", "again"].map(at).to_vec();
    functions.sort_unstable();
    let mut rules = BoundaryRules {
        sides: Arc::new(CodeSides::new(once(at("f")..at("end")))),
        values: true,
        functions,
        ..BoundaryRules::default()
    };
    change(&mut rules);
    let environment = target
        .home()
        .make(target, &EnvironmentSetup { seed: 0, map });
    let limits = Limits::default();
    let mut session =
        Session::new(target, image.into(), environment, Vec::new(), limits).expect("there is room");
    session.watch_boundary(rules);
    session
}

fn run(session: &mut Session) -> String {
    let mut host = Console::new(&b""[..], Vec::new(), Vec::new());
    let end = session.run(&mut Off, &mut host).end;
    assert!(matches!(end, End::Exit(_) | End::Fault(_)), "{end:?}");
    String::from_utf8_lossy(&host.output).into_owned()
}

/// What shows at the boundary, in words, and what was printed.
#[track_caller]
fn check(f: &str, expected: &str) {
    let mut session = session(f, |_| ());
    let output = run(&mut session);
    let desc = session.machine.desc();
    let word = |what: &BoundaryFault| match what {
        BoundaryFault::Register { reg, .. } => desc.register_name(*reg),
        BoundaryFault::StackPointer { .. } => "stack",
        BoundaryFault::Frame { .. } => "frame",
        BoundaryFault::Elsewhere { .. } => "elsewhere",
        BoundaryFault::RanOff { .. } => "off",
        BoundaryFault::Ended { .. } => "ended",
        BoundaryFault::ForeignStack { .. } => "foreign",
        BoundaryFault::Interrupted => "interrupted",
        BoundaryFault::Prints => "prints",
    };
    let found: Vec<&str> = session.crossings().iter().map(|c| word(&c.what)).collect();
    assert_eq!(
        format!("{} {output}", found.join(",")).trim(),
        expected,
        "{f}"
    );
}

#[test]
fn what_a_function_keeps_is_compared_by_value() {
    check("li a0, 3\nret", "37");
    check("xor s1, s1, s1\nret", "s1 57");
    check("li s0, 8\nret", "s0 58");
    check("fcvt.s.w fs3, a0\nret", "fs3 57");
    check("addi gp, gp, 4\nret", "gp 57");
    check("sw zero, 12(sp)\nret", "frame 57");
    check(
        "addi sp, sp, -16\nsw s0, 0(sp)\nli s0, 1\nlw s0, 0(sp)\naddi sp, sp, 16\nret",
        "57",
    );
    // What it gets in a temporary is nothing that the caller has.
    let mut session = session("mv a0, t0\nret", |_| ());
    assert_ne!(run(&mut session), "07");
}

#[test]
fn control_comes_back_to_the_call() {
    check("li a1, 4\naddi t0, ra, 4\njr t0", "elsewhere 47");
    check("nop", "off");
    check("addi sp, sp, -4\nret", "stack 57");
    check("li a0, 10\necall", "ended");
    check("jal stop\nret", "ended");
    // It may leave the rest to a function, but not to one that ends the program.
    check("j twice", "107");
    check("li s0, 1\nj twice", "s0 101");
    check("j stop", "ended");
    check("la t0, twice\naddi t0, t0, 4\njr t0", "elsewhere 57");
}

#[test]
fn calls_of_the_course_can_call_back() {
    let back = "addi sp, sp, -16\nsw ra, 0(sp)\nla a1, g\njal again\nlw ra, 0(sp)\n\
                addi sp, sp, 16\nret\ng: ";
    check(&format!("{back}addi a0, a0, 1\nret"), "67");
    check(&format!("{back}li s5, 1\nret"), "s5,s5 57");
    check(
        &format!("{back}lw ra, 16(sp)\naddi sp, sp, 32\nret"),
        "elsewhere 57",
    );
    check(
        "mv t1, sp\nla sp, end\nmv t2, ra\njal twice\nmv sp, t1\njr t2",
        "foreign 107",
    );
}

#[test]
fn what_arguments_lead_to_may_be_written() {
    let found = |arguments: &str, f: &str| {
        let mut session = session_with(arguments, f, |_| ());
        run(&mut session);
        session.crossings().len()
    };
    let store = "li t0, 9\nsw t0, 16(sp)\nli a0, 5\nret";
    assert_eq!(found(FIVE, store), 1);
    // An array of the caller, directly, and by an array of addresses.
    assert_eq!(found("addi a0, sp, 16", store), 0);
    let array = ".data\nrow: .word 0, 0\n.text\nla a0, row\naddi t0, sp, 16\nsw t0, 4(a0)";
    assert_eq!(found(array, store), 0);
    // What is below it stays the caller's.
    assert_eq!(found("addi a0, sp, 20", store), 1);
    // Arguments on the stack, if the course declares them.
    let declared = |count: u32| {
        let mut session = session(store, |rules| {
            let f = rules.functions.iter().max().copied().unwrap_or(0) + 24;
            rules.args.insert(f, count);
        });
        run(&mut session);
        session.crossings().len()
    };
    assert_eq!((declared(8), declared(13)), (1, 0));
}

#[test]
fn a_course_allows_more() {
    let exit = "li a0, 10\necall";
    let mut session = session(exit, |rules| rules.may_end = MayEnd::All);
    run(&mut session);
    assert_eq!(session.crossings(), []);
}

#[test]
fn without_values_only_the_way_is_watched() {
    let mut session = session("li s0, 1\nret", |rules| rules.values = false);
    assert_eq!(
        (run(&mut session).as_str(), session.crossings()),
        ("51", &[][..])
    );
}

/// The last value that a register got.
struct Last(Reg, u64);

impl Observer for Last {
    fn register(&mut self, reg: Reg, _old: u64, new: u64) {
        if reg == self.0 {
            self.1 = new;
        }
    }
}

/// A run that is repeated for a report meets the same values.
#[test]
fn a_run_can_be_repeated() {
    let a7 = Reg(17);
    let mut session = session("mv a7, t3\nli a0, 10\necall", |_| ());
    run(&mut session);
    let mut last = Last(a7, 0);
    session.repeat(&mut last).expect("it is short");
    assert_eq!(last.1, session.machine.registers.get(a7));
    assert_ne!(last.1, 0);
}

#[test]
fn what_handed_in_data_points_to_was_not_passed() {
    let found = |data: std::ops::Range<u32>| {
        let arguments = "la a0, table\nsw sp, 4(a0)";
        let f = "sw zero, 12(sp)\nret\n.data\ntable: .word 0, 0\n.text";
        let mut session = session_with(arguments, f, |rules| rules.data.push(data.clone()));
        run(&mut session);
        session.crossings().len()
    };
    let table = 0x1000_0000;
    assert_eq!(
        found(table..table + 4),
        0,
        "the course put the pointer there"
    );
    assert_eq!(found(table + 4..table + 8), 1);
}
