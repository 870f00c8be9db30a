//! Instructions and pseudo-instructions: what each way of writing stands for.

use crate::common::{program, run, run_rars, words};
use assembler::{Assembly, Dialect, RARS, VENUS};

/// Both texts must assemble to the same instructions.
#[track_caller]
fn same(text: &str, basic: &str) {
    let (found, expect) = (words(&program(run(text))), words(&program(run(basic))));
    assert_eq!(format!("{found:08x?}"), format!("{expect:08x?}"), "{text}");
}

#[track_caller]
fn check(text: &str, expect: &[u32]) {
    let found = words(&program(run(text)));
    assert_eq!(format!("{found:08x?}"), format!("{expect:08x?}"), "{text}");
}

#[test]
fn words_are_those_of_the_manual() {
    check("addi a0, a1, -1", &[0xfff5_8513]);
    check("add x1 x2 x3", &[0x0031_00b3]);
    check("lw a0, 8(sp)", &[0x0081_2503]);
    check("sw a0, -4(s0)", &[0xfea4_2e23]);
    check("lui t0, 0xfffff", &[0xffff_f2b7]);
    check("beq a0, a1, x\nx: nop", &[0x00b5_0263, 0x0000_0013]);
    check("x: jal ra, x", &[0x0000_00ef]);
    check("slli a0, a0, 31", &[0x01f5_1513]);
    check("ecall", &[0x0000_0073]);
    check("amoswap.w.aqrl a0, a1, (a2)", &[0x0eb6_252f]);
    check("csrrwi a0, fcsr, 3", &[0x0031_d573]);
    check("fence rw, w", &[0x0310_000f]);
    check("fcvt.w.s a0, fa0, rtz", &[0xc005_1553]);
    check("fcvt.w.s a0, fa0", &[0xc005_7553]);
}

#[test]
fn pseudo_instructions() {
    for (text, basic) in [
        ("nop", "addi x0, x0, 0"),
        ("li a0, -2048", "addi a0, x0, -2048"),
        ("li a0, 2048", "lui a0, 1\naddi a0, a0, -2048"),
        ("li a0, 0x1000", "lui a0, 1\naddi a0, a0, 0"),
        ("li a0, 0xffffffff", "addi a0, x0, -1"),
        ("li a0, -2147483648", "lui a0, 0x80000\naddi a0, a0, 0"),
        ("mv a0 a1", "addi a0, a1, 0"),
        ("move a0 a1", "addi a0, a1, 0"),
        ("not a0 a1", "xori a0, a1, -1"),
        ("neg a0 a1", "sub a0, x0, a1"),
        ("seqz a0 a1", "sltiu a0, a1, 1"),
        ("snez a0 a1", "sltu a0, x0, a1"),
        ("sltz a0 a1", "slt a0, a1, x0"),
        ("sgtz a0 a1", "slt a0, x0, a1"),
        ("sgt a0 a1 a2", "slt a0, a2, a1"),
        ("seq a0 a1 a2", "sub a0, a1, a2\nsltiu a0, a0, 1"),
        ("sne a0 a1 a2", "sub a0, a1, a2\nsltu a0, x0, a0"),
        ("sge a0 a1 a2", "slt a0, a1, a2\nxori a0, a0, 1"),
        ("sleu a0 a1 a2", "sltu a0, a2, a1\nxori a0, a0, 1"),
        ("x: beqz a0 x", "x: beq a0, x0, x"),
        ("x: blez a0 x", "x: bge x0, a0, x"),
        ("x: bgtz a0 x", "x: blt x0, a0, x"),
        ("x: bgt a0 a1 x", "x: blt a1, a0, x"),
        ("x: bleu a0 a1 x", "x: bgeu a1, a0, x"),
        ("x: j x", "x: jal x0, x"),
        ("x: b x", "x: jal x0, x"),
        ("x: jal x", "x: jal ra, x"),
        ("jr a0", "jalr x0, a0, 0"),
        ("jr 4(a0)", "jalr x0, a0, 4"),
        ("jalr a0", "jalr ra, a0, 0"),
        ("jalr a0 a1", "jalr a0, a1, 0"),
        ("jalr ra 0(a0)", "jalr ra, a0, 0"),
        ("jalr ra, (a0)", "jalr ra, a0, 0"),
        ("ret", "jalr x0, ra, 0"),
        ("x: call x", "auipc ra, 0\njalr ra, ra, 0"),
        ("x: call t0, x", "auipc t0, 0\njalr t0, t0, 0"),
        ("nop\nx: tail x", "nop\nauipc t1, 0\njalr x0, t1, 0"),
        ("nop\nla a0, x\nx:", "nop\nauipc a0, 0\naddi a0, a0, 8"),
        ("lla a0, x\nx:", "auipc a0, 0\naddi a0, a0, 8"),
        ("lw a0, x\nx:", "auipc a0, 0\nlw a0, 8(a0)"),
        ("sw a0, x, t0\nx:", "auipc t0, 0\nsw a0, 8(t0)"),
        ("flw fa0, x, t0\nx:", "auipc t0, 0\nflw fa0, 8(t0)"),
        ("fsd fa0, x, t0\nx:", "auipc t0, 0\nfsd fa0, 8(t0)"),
        ("sext.b a0 a1", "slli a0, a1, 24\nsrai a0, a0, 24"),
        ("zext.h a0 a1", "slli a0, a1, 16\nsrli a0, a0, 16"),
        ("zext.b a0 a1", "andi a0, a1, 255"),
        ("csrr a0, cycle", "csrrs a0, 0xc00, x0"),
        ("csrw fcsr, a0", "csrrw x0, 3, a0"),
        ("csrwi frm, 2", "csrrwi x0, 2, 2"),
        ("csrw frm, 2", "csrrwi x0, 2, 2"),
        ("rdcycle a0", "csrrs a0, cycle, x0"),
        ("rdinstreth a0", "csrrs a0, instreth, x0"),
        ("frflags a0", "csrrs a0, fflags, x0"),
        ("fsrm a0", "csrrw x0, frm, a0"),
        ("fscsr a0, a1", "csrrw a0, fcsr, a1"),
        ("fmv.s fa0 fa1", "fsgnj.s fa0, fa1, fa1"),
        ("fabs.d fa0 fa1", "fsgnjx.d fa0, fa1, fa1"),
        ("fneg.s fa0 fa1", "fsgnjn.s fa0, fa1, fa1"),
        ("fgt.s a0 fa0 fa1", "flt.s a0, fa1, fa0"),
        ("fge.d a0 fa0 fa1", "fle.d a0, fa1, fa0"),
        ("fmv.x.s a0 fa0", "fmv.x.w a0, fa0"),
        ("fmv.s.x fa0 a0", "fmv.w.x fa0, a0"),
        ("lr.w a0 a2 a1", "lr.w a0, (a1)"),
        ("unimp", "csrrw x0, cycle, x0"),
    ] {
        same(text, basic);
    }
}

#[test]
fn operands_may_be_written_in_many_ways() {
    for (text, basic) in [
        ("ADDI a0 a0 1", "addi a0, a0, 1"),
        ("addi\ta0 ,\ta0 ,, 1,", "addi a0, a0, 1"),
        ("lw a0 4 sp", "lw a0, 4(sp)"),
        ("lw a0, (sp)", "lw a0, 0(sp)"),
        ("lw a0 4 ( sp )", "lw a0, 4(sp)"),
        ("sw a0 (sp)", "sw a0, 0(sp)"),
        ("sw a0 -4 sp", "sw a0, -4(sp)"),
        (".equ N 8\nsw a0 N sp", "sw a0, 8(sp)"),
        ("amoadd.w a0 a1 a2", "amoadd.w a0, a1, (a2)"),
        ("lr.w a0 a1", "lr.w a0, (a1)"),
        ("add fp, x8, s0", "add s0, s0, s0"),
        ("addi a0 a0 'a'", "addi a0, a0, 97"),
        ("addi a0 a0 '('", "addi a0, a0, 40"),
        ("addi a0 a0 '\\n'", "addi a0, a0, 10"),
        ("addi a0 a0 '#'", "addi a0, a0, 35"),
        ("addi a0 a0 '''", "addi a0, a0, 39"),
        ("addi a0 a0 ' '", "addi a0, a0, 32"),
        ("addi a0, a0, 0b101", "addi a0, a0, 5"),
        ("addi a0, a0, 0010", "addi a0, a0, 10"),
        ("addi a0, a0, +5", "addi a0, a0, 5"),
        ("addi a0, a0, 0xffffffff", "addi a0, a0, -1"),
        ("fence", "fence iorw, iorw"),
        ("fadd.s fa0 fa1 fa2", "fadd.s fa0, fa1, fa2, dyn"),
    ] {
        same(text, basic);
    }
}

#[test]
fn expressions() {
    for (text, value) in [
        ("4-1", 3),
        ("4 - 1", 3),
        ("4- 1", 3),
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("-(2+3)", -5),
        ("~0", -1),
        ("1<<4|3", 19),
        ("7&~2", 5),
        ("6^3", 5),
        ("-7/2", -3),
        ("7%4", 3),
        ("100>>2", 25),
        ("'b'-'a'", 1),
        ("N*4-2", 46),
        ("(N == 12) + (N != 12)", 1),
        ("M", 13),
        ("end-start", 8),
        ("(end-start)/4", 2),
        ("%lo(0x12fff)", -1),
    ] {
        let program = program(run(&format!(
            ".equ N, 12\naddi a0, x0, {text}\nstart: nop\nnop\nend:\n.equ M, N + 1"
        )));
        let found = words(&program)[0] as i32 >> 20;
        assert_eq!(found, value, "{text}");
    }
}

#[test]
fn blanks_separate_operands_where_they_can() {
    same("addi a0 a0 -1", "addi a0, a0, -1");
    same("addi a0 a0 -1 + 3", "addi a0, a0, 2");
    same("addi a0, a0, 4 - 1", "addi a0, a0, 3");
    same("lw a0 -4(sp)", "lw a0, -4(sp)");
    same("lw a0 (4+4)(sp)", "lw a0, 8(sp)");
    same("lw a0, 2 * 4 (sp)", "lw a0, 8(sp)");
}

#[test]
fn relocation_functions() {
    same(
        "lui a0, %hi(x)\naddi a0, a0, %lo(x)\nlw a1, %lo(x)(a0)\n.data\n.space 0x800\nx: .word 1",
        "lui a0, 0x10001\naddi a0, a0, -2048\nlw a1, -2048(a0)",
    );
    same(
        "nop\n1: auipc a0, %pcrel_hi(x)\nlw a0, %pcrel_lo(1b)(a0)\n.data\nx: .word 1",
        "nop\nauipc a0, 0x10000\nlw a0, -4(a0)",
    );
    same("j x+4\nx: nop\nnop", "j y\nnop\ny: nop");
    same("x: nop\nbeq a0, a1, x - 0", "x: nop\nbeq a0, a1, x");
}

#[test]
fn numbers_as_targets_are_distances() {
    same("nop\nj 8\nnop", "nop\nj x\nnop\nx:");
    same("nop\nbeq a0 a1 -4", "x: nop\nbeq a0 a1 x");
}

#[test]
fn numeric_labels() {
    same("1: j 1b\nj 1f\n1: j 1b", "a: j a\nj b\nb: j b");
    same("1: j 1f\n1: nop", "j b\nb: nop");
    same("j 1f\nj 1f\n1: nop", "j b\nj b\nb: nop");
    let program = program(run(".data\n1: .word 1b, 1f\n1: .byte 0"));
    assert_eq!(
        crate::common::bytes(&program, "data")[..8],
        [0, 0, 0, 16, 8, 0, 0, 16]
    );
}

#[test]
fn sixteen_bit_instructions() {
    let halves = |text: &str| {
        let bytes = crate::common::bytes(&program(run(text)), "text");
        let halves = bytes.chunks(2).map(|c| u16::from_le_bytes([c[0], c[1]]));
        halves.collect::<Vec<_>>()
    };
    assert_eq!(halves("c.nop"), [0x0001]);
    assert_eq!(halves("c.addi a0, 5"), [0x0515]);
    assert_eq!(halves("c.addi a0, a0, 5"), [0x0515]);
    assert_eq!(halves("c.li a0, -1"), [0x557d]);
    assert_eq!(halves("c.mv a0, a1"), [0x852e]);
    assert_eq!(halves("c.add a0, a1"), [0x952e]);
    assert_eq!(halves("c.sub a0, a1"), [0x8d0d]);
    assert_eq!(halves("c.lw a0, 4(a1)"), [0x41c8]);
    assert_eq!(halves("c.lwsp a0, 8(sp)"), [0x4522]);
    assert_eq!(halves("c.swsp a0, 8(sp)"), [0xc42a]);
    assert_eq!(halves("c.addi16sp sp, -16"), [0x717d]);
    assert_eq!(halves("c.addi4spn a0, sp, 16"), [0x0808]);
    assert_eq!(halves("c.jr ra"), [0x8082]);
    assert_eq!(halves("x: c.j x"), [0xa001]);
    assert_eq!(halves("c.beqz a0, x\nx: c.nop"), [0xc109, 0x0001]);
    assert_eq!(halves("c.nop\n.align 2\nx: c.nop"), [1, 1, 1]);
}

/// Assembles a text in one of the languages.
type Assemble = fn(&str) -> Assembly;

#[test]
fn every_pseudo_instruction_of_the_table_has_a_valid_expansion() {
    let class = |class: &str| match class {
        "x" => "a1",
        "f" => "fa1",
        "(x)" => "(a1)",
        "sym" => "here",
        "any" => "fcsr",
        _ => "4",
    };
    for pseudo in rv32::DESC.pseudos {
        let operands = pseudo.operands.split(", ").filter(|o| !o.is_empty());
        let operands = operands.map(|o| class(o.split_once(':').unwrap().1));
        let text = operands.collect::<Vec<_>>().join(", ");
        let text = format!("here: {} {text}", pseudo.name);
        let languages: [(&Dialect, Assemble); 2] = [(&VENUS, run), (&RARS, run_rars)];
        for (dialect, assemble) in languages {
            if !pseudo.dialects.meets(dialect.pseudos) {
                continue;
            }
            let count = words(&program(assemble(&text))).len();
            // There may be a shorter form for what fits.
            let shorter = pseudo.operands.contains(":s32") || pseudo.name == "li";
            assert!(count == pseudo.expansion.len() || shorter, "{text}");
        }
    }
}
