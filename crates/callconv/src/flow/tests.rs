//! Where control goes.

use super::*;
use crate::testing::{Source, mips32, rv32};

fn flow(source: &Source) -> ProgramFlow {
    ProgramFlow::new(&source.sources, &source.program, source.desc)
}

/// Where each instruction leads.
fn next(source: &Source) -> Vec<Next> {
    flow(source).steps.iter().map(|step| step.next).collect()
}

/// The functions: name, and whether they return.
fn functions(source: &Source) -> String {
    let flow = flow(source);
    let names = flow.functions.iter().map(|function| {
        let name = function.name.as_deref().unwrap_or("?");
        format!("{name}{}", if function.returns { "" } else { "!" })
    });
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn calls_jumps_and_returns_are_told_apart() {
    use Next::*;
    let source = rv32("f: jal f\n j f\n jalr t0\n jr t0\n ret\n jal t0, f\n beqz a0, f\n");
    let expect = [
        Call(Some(0)),
        Jump(0),
        Call(None),
        Unknown,
        Return,
        OddCall(Some(0)),
        Branch(0),
    ];
    assert_eq!(next(&source), expect);
    let source = rv32("f: call f\n tail f\n");
    assert_eq!(next(&source), [Straight, Call(Some(0)), Straight, Jump(0)]);
    let source = mips32("f: jal f\n b f\n jalr $t0\n jr $t0\n jr $ra\n bal f\n beqz $a0, f\n");
    let at = source.program.image.entry;
    let expect = [
        Call(Some(at)),
        Jump(at),
        Call(None),
        Unknown,
        Return,
        Call(Some(at)),
        Branch(at),
    ];
    assert_eq!(next(&source), expect);
}

#[test]
fn only_known_numbers_end_the_program() {
    use Next::*;
    let source = rv32("li a0, 10\necall\nmv a0, a1\necall\nli a0, 4\necall\n");
    assert_eq!(
        next(&source),
        [Straight, Exit, Straight, Straight, Straight, Straight]
    );
    // Another way leads to the call, with another number.
    let source = mips32("main: li $v0, 10\nagain: syscall\n li $v0, 1\n j again\n");
    assert_eq!(next(&source)[1], Straight);
}

#[test]
fn functions_begin_where_they_are_called_or_global() {
    let source = rv32(
        ".globl g\nmain: jal f\n jal leave\nf: beqz a0, out\n la t0, p\nout: ret\ng: jalr a0\n tail f\n\
         p: ret\nleave: li a0, 10\n ecall\n",
    );
    assert_eq!(functions(&source), "main! f g p leave!");
    // A global label inside a function is none of its own, and one that loops is.
    let source = rv32(
        ".globl main, loop, f\nmain: addi a0, a0, 1\nloop: bnez a0, loop\n li a0, 10\n ecall\n\
         f: bnez a0, f\n ret\n",
    );
    assert_eq!(functions(&source), "main! f");
    // With jumps by pointers about, `p` may be a place inside a function.
    let source = rv32("main: la t0, p\n jr t0\np: ret\n");
    assert_eq!(functions(&source), "main");
    let source = rv32("main: la t0, p\n lw t1, 0(a0)\n jr t1\np: ret\n");
    assert_eq!(functions(&source), "main");
}
