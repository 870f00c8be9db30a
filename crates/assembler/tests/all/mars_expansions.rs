//! What every pseudo-instruction of the MARS dialect stands for, as a table: on the left a line,
//! on the right the basic instructions, separated by `;`.
//!
//! In the tables `L` is a variable and `T` an instruction. Where they are depends on the memory:
//! see [`Setting`].

mod memory;

use assembler::{AssembleOptions, Assembly, MARS};

use crate::common::{program, run_mips_with, words};

/// A memory configuration, and whether there are delay slots.
#[derive(Clone, Copy)]
struct Setting {
    map: &'static str,
    delayed: bool,
    text: u32,
    /// Where `L` is.
    variable: u32,
}

const PLAIN: Setting = Setting {
    map: "Default",
    delayed: false,
    text: 0x0040_0000,
    variable: 0x1001_8004,
};

const DELAYED: Setting = Setting {
    delayed: true,
    ..PLAIN
};

const DATA_AT_ZERO: Setting = Setting {
    map: "CompactDataAtZero",
    delayed: false,
    text: 0x3000,
    variable: 0x0104,
};

const TEXT_AT_ZERO: Setting = Setting {
    map: "CompactTextAtZero",
    delayed: false,
    text: 0,
    variable: 0x2104,
};

impl Setting {
    fn assemble(self, lines: &str, pseudos: bool) -> Assembly {
        let map = MARS.maps.iter().find(|map| map.name == self.map);
        let map = map.expect("the map exists");
        let options = AssembleOptions {
            map: *map,
            delay_slots: self.delayed,
            pseudos,
            ..AssembleOptions::new(&mips32::DESC, &MARS)
        };
        let (text, variable) = (self.text, self.variable);
        let target = text + 0x200;
        let text = format!(
            ".data {variable:#x}\nL: .word 0\n.text {target:#x}\nT: nop\n.text {text:#x}\n{lines}\n"
        );
        run_mips_with(&text, &options)
    }

    /// The line on the left must become the instructions on the right.
    #[track_caller]
    fn check(self, line: &str, basic: &str) {
        let found = words(&program(self.assemble(line, true)));
        let expect = words(&program(self.assemble(&basic.replace(';', "\n"), false)));
        assert_eq!(
            format!("{found:08x?}"),
            format!("{expect:08x?}"),
            "{line} is not {basic}"
        );
    }

    #[track_caller]
    fn check_all(self, table: &[(&str, &str)]) {
        for (line, basic) in table {
            self.check(line, basic);
        }
    }
}

/// Loads 0x12345 into `$at`.
const LARGE: &str = "lui $1, 1; ori $1, $1, 0x2345";

#[test]
fn arithmetic_and_logic() {
    PLAIN.check_all(&[
        ("not $4, $5", "nor $4, $5, $0"),
        ("add $4, $5, -5", "addi $4, $5, -5"),
        (
            "add $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; add $4, $5, $1",
        ),
        (
            "add $4, $5, 32768",
            "lui $1, 0; ori $1, $1, 32768; add $4, $5, $1",
        ),
        (
            "addu $4, $5, 5",
            "lui $1, 0; ori $1, $1, 5; addu $4, $5, $1",
        ),
        (
            "addu $4, $5, -1",
            "lui $1, 0xffff; ori $1, $1, 0xffff; addu $4, $5, $1",
        ),
        (
            "addi $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; add $4, $5, $1",
        ),
        (
            "addiu $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; addu $4, $5, $1",
        ),
        ("sub $4, $5, -5", "addi $1, $0, -5; sub $4, $5, $1"),
        (
            "sub $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; sub $4, $5, $1",
        ),
        (
            "subu $4, $5, 5",
            "lui $1, 0; ori $1, $1, 5; subu $4, $5, $1",
        ),
        ("subi $4, $5, 5", "addi $1, $0, 5; sub $4, $5, $1"),
        (
            "subi $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; sub $4, $5, $1",
        ),
        (
            "subiu $4, $5, 5",
            "lui $1, 0; ori $1, $1, 5; subu $4, $5, $1",
        ),
        (
            "andi $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; and $4, $5, $1",
        ),
        (
            "ori $4, $5, -1",
            "lui $1, 0xffff; ori $1, $1, 0xffff; or $4, $5, $1",
        ),
        (
            "xori $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; xor $4, $5, $1",
        ),
        ("and $4, $5, 65535", "andi $4, $5, 65535"),
        ("or $4, $5, 5", "ori $4, $5, 5"),
        ("xor $4, $5, 5", "xori $4, $5, 5"),
        (
            "and $4, $5, -1",
            "lui $1, 0xffff; ori $1, $1, 0xffff; and $4, $5, $1",
        ),
        (
            "or $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; or $4, $5, $1",
        ),
        ("and $4, 7", "andi $4, $4, 7"),
        ("or $4, 7", "ori $4, $4, 7"),
        ("xor $4, 7", "xori $4, $4, 7"),
        ("andi $4, 7", "andi $4, $4, 7"),
        ("ori $4, 7", "ori $4, $4, 7"),
        ("xori $4, 7", "xori $4, $4, 7"),
        (
            "andi $4, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; and $4, $4, $1",
        ),
        (
            "ori $4, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; or $4, $4, $1",
        ),
        (
            "xori $4, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; xor $4, $4, $1",
        ),
        ("move $4, $5", "addu $4, $0, $5"),
        ("neg $4, $5", "sub $4, $0, $5"),
        ("negu $4, $5", "subu $4, $0, $5"),
        (
            "abs $4, $5",
            "sra $1, $5, 31; xor $4, $1, $5; subu $4, $4, $1",
        ),
        (
            "rol $4, $5, $6",
            "subu $1, $0, $6; srlv $1, $5, $1; sllv $4, $5, $6; or $4, $4, $1",
        ),
        (
            "rol $4, $5, 3",
            "srl $1, $5, 29; sll $4, $5, 3; or $4, $4, $1",
        ),
        (
            "rol $4, $5, 0",
            "srl $1, $5, 0; sll $4, $5, 0; or $4, $4, $1",
        ),
        (
            "ror $4, $5, $6",
            "subu $1, $0, $6; sllv $1, $5, $1; srlv $4, $5, $6; or $4, $4, $1",
        ),
        (
            "ror $4, $5, 31",
            "sll $1, $5, 1; srl $4, $5, 31; or $4, $4, $1",
        ),
        ("nop", "sll $0, $0, 0"),
        ("ssnop", "sll $0, $0, 1"),
        ("ehb", "sll $0, $0, 3"),
        ("mfc1.d $4, $f2", "mfc1 $4, $f2; mfc1 $5, $f3"),
        ("mtc1.d $4, $f2", "mtc1 $4, $f2; mtc1 $5, $f3"),
    ]);
}

#[test]
fn products_and_quotients() {
    PLAIN.check_all(&[
        ("mul $4, $5, -3", "addi $1, $0, -3; mul $4, $5, $1"),
        ("mulu $4, $5, $6", "multu $5, $6; mflo $4"),
        ("mulu $4, $5, 3", "addi $1, $0, 3; multu $5, $1; mflo $4"),
        (
            "mulo $4, $5, $6",
            "mult $5, $6; mfhi $1; mflo $4; sra $4, $4, 31; beq $1, $4, 0x00400018; break; mflo $4",
        ),
        (
            "mulo $4, $5, 7",
            "addi $1, $0, 7; mult $5, $1; mfhi $1; mflo $4; sra $4, $4, 31; beq $1, $4, 0x0040001c; \
             break; mflo $4",
        ),
        (
            "mulou $4, $5, $6",
            "multu $5, $6; mfhi $1; beq $1, $0, 0x00400010; break; mflo $4",
        ),
        (
            "mulou $4, $5, 7",
            "addi $1, $0, 7; multu $5, $1; mfhi $1; beq $1, $0, 0x00400014; break; mflo $4",
        ),
        ("div $4, $5, $6", "bne $6, $0, 0x00400008; break; div $5, $6; mflo $4"),
        ("divu $4, $5, $6", "bne $6, $0, 0x00400008; break; divu $5, $6; mflo $4"),
        ("rem $4, $5, $6", "bne $6, $0, 0x00400008; break; div $5, $6; mfhi $4"),
        ("remu $4, $5, $6", "bne $6, $0, 0x00400008; break; divu $5, $6; mfhi $4"),
        ("div $4, $5, 9", "addi $1, $0, 9; div $5, $1; mflo $4"),
        ("divu $4, $5, 9", "addi $1, $0, 9; divu $5, $1; mflo $4"),
        ("rem $4, $5, 9", "addi $1, $0, 9; div $5, $1; mfhi $4"),
        ("remu $4, $5, 9", "addi $1, $0, 9; divu $5, $1; mfhi $4"),
    ]);
    for (line, basic) in [
        ("mul $4, $5, 0x12345", "mul $4, $5, $1"),
        ("mulu $4, $5, 0x12345", "multu $5, $1; mflo $4"),
        ("div $4, $5, 0x12345", "div $5, $1; mflo $4"),
        ("divu $4, $5, 0x12345", "divu $5, $1; mflo $4"),
        ("rem $4, $5, 0x12345", "div $5, $1; mfhi $4"),
        ("remu $4, $5, 0x12345", "divu $5, $1; mfhi $4"),
        (
            "mulo $4, $5, 0x12345",
            "mult $5, $1; mfhi $1; mflo $4; sra $4, $4, 31; beq $1, $4, 0x00400020; break; mflo $4",
        ),
        (
            "mulou $4, $5, 0x12345",
            "multu $5, $1; mfhi $1; beq $1, $0, 0x00400018; break; mflo $4",
        ),
    ] {
        PLAIN.check(line, &format!("{LARGE}; {basic}"));
    }
}

#[test]
fn branches_inside_have_their_delay_slots_filled() {
    DELAYED.check_all(&[
        ("div $4, $5, $6", "bne $6, $0, 0x0040000c; nop; break; div $5, $6; mflo $4"),
        ("divu $4, $5, $6", "bne $6, $0, 0x0040000c; nop; break; divu $5, $6; mflo $4"),
        ("rem $4, $5, $6", "bne $6, $0, 0x0040000c; nop; break; div $5, $6; mfhi $4"),
        ("remu $4, $5, $6", "bne $6, $0, 0x0040000c; nop; break; divu $5, $6; mfhi $4"),
        (
            "mulo $4, $5, $6",
            "mult $5, $6; mfhi $1; mflo $4; sra $4, $4, 31; beq $1, $4, 0x0040001c; nop; break; mflo $4",
        ),
        (
            "mulo $4, $5, 7",
            "addi $1, $0, 7; mult $5, $1; mfhi $1; mflo $4; sra $4, $4, 31; beq $1, $4, 0x00400020; \
             nop; break; mflo $4",
        ),
        (
            "mulo $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; mult $5, $1; mfhi $1; mflo $4; sra $4, $4, 31; \
             beq $1, $4, 0x00400024; nop; break; mflo $4",
        ),
        (
            "mulou $4, $5, $6",
            "multu $5, $6; mfhi $1; beq $1, $0, 0x00400014; nop; break; mflo $4",
        ),
        (
            "mulou $4, $5, 7",
            "addi $1, $0, 7; multu $5, $1; mfhi $1; beq $1, $0, 0x00400018; nop; break; mflo $4",
        ),
        (
            "mulou $4, $5, 0x12345",
            "lui $1, 1; ori $1, $1, 0x2345; multu $5, $1; mfhi $1; beq $1, $0, 0x0040001c; nop; \
             break; mflo $4",
        ),
        // Others are as without.
        ("div $4, $5, 9", "addi $1, $0, 9; div $5, $1; mflo $4"),
        ("b T", "bgez $0, 0x00400200"),
        ("la $4, L", "lui $1, 0x1001; ori $4, $1, 0x8004"),
    ]);
}

#[test]
fn comparisons_that_set_a_register() {
    for (name, basic) in [
        ("seq", "subu $4, $5, $R; ori $1, $0, 1; sltu $4, $4, $1"),
        ("sne", "subu $4, $5, $R; sltu $4, $0, $4"),
        ("sge", "slt $4, $5, $R; ori $1, $0, 1; subu $4, $1, $4"),
        ("sgeu", "sltu $4, $5, $R; ori $1, $0, 1; subu $4, $1, $4"),
        ("sgt", "slt $4, $R, $5"),
        ("sgtu", "sltu $4, $R, $5"),
        ("sle", "slt $4, $R, $5; ori $1, $0, 1; subu $4, $1, $4"),
        ("sleu", "sltu $4, $R, $5; ori $1, $0, 1; subu $4, $1, $4"),
    ] {
        PLAIN.check(&format!("{name} $4, $5, $6"), &basic.replace("$R", "$6"));
        let number = basic.replace("$R", "$1");
        PLAIN.check(
            &format!("{name} $4, $5, -7"),
            &format!("addi $1, $0, -7; {number}"),
        );
        PLAIN.check(
            &format!("{name} $4, $5, 0x12345"),
            &format!("{LARGE}; {number}"),
        );
    }
}

#[test]
fn branches() {
    PLAIN.check_all(&[
        ("b T", "bgez $0, 0x00400200"),
        ("bal T", "bgezal $0, 0x00400200"),
        ("beqz $4, T", "beq $4, $0, 0x00400200"),
        ("bnez $4, T", "bne $4, $0, 0x00400200"),
        ("beq $4, -5, T", "addi $1, $0, -5; beq $1, $4, T"),
        ("bne $4, 0xa58, T", "addi $1, $0, 0xa58; bne $1, $4, T"),
        (
            "beq $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; beq $1, $4, T",
        ),
        (
            "bne $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; bne $1, $4, T",
        ),
        ("bge $4, $5, T", "slt $1, $4, $5; beq $1, $0, T"),
        ("bge $4, 5, T", "slti $1, $4, 5; beq $1, $0, T"),
        (
            "bge $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; slt $1, $4, $1; beq $1, $0, T",
        ),
        ("bgeu $4, $5, T", "sltu $1, $4, $5; beq $1, $0, T"),
        ("bgeu $4, 5, T", "sltiu $1, $4, 5; beq $1, $0, T"),
        (
            "bgeu $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; sltu $1, $4, $1; beq $1, $0, T",
        ),
        ("bgt $4, $5, T", "slt $1, $5, $4; bne $1, $0, T"),
        (
            "bgt $4, 5, T",
            "addi $1, $0, 5; slt $1, $1, $4; bne $1, $0, T",
        ),
        (
            "bgt $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2346; slt $1, $4, $1; beq $1, $0, T",
        ),
        (
            "bgt $4, 0x1ffff, T",
            "lui $1, 2; ori $1, $1, 0; slt $1, $4, $1; beq $1, $0, T",
        ),
        ("bgtu $4, $5, T", "sltu $1, $5, $4; bne $1, $0, T"),
        (
            "bgtu $4, 5, T",
            "addi $1, $0, 5; sltu $1, $1, $4; bne $1, $0, T",
        ),
        (
            "bgtu $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; sltu $1, $1, $4; bne $1, $0, T",
        ),
        ("ble $4, $5, T", "slt $1, $5, $4; beq $1, $0, T"),
        (
            "ble $4, 5, T",
            "addi $1, $4, -1; slti $1, $1, 5; bne $1, $0, T",
        ),
        (
            "ble $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2346; slt $1, $4, $1; bne $1, $0, T",
        ),
        ("bleu $4, $5, T", "sltu $1, $5, $4; beq $1, $0, T"),
        (
            "bleu $4, 5, T",
            "addi $1, $0, 5; sltu $1, $1, $4; beq $1, $0, T",
        ),
        (
            "bleu $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; sltu $1, $1, $4; beq $1, $0, T",
        ),
        ("blt $4, $5, T", "slt $1, $4, $5; bne $1, $0, T"),
        ("blt $4, 5, T", "slti $1, $4, 5; bne $1, $0, T"),
        (
            "blt $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; slt $1, $4, $1; bne $1, $0, T",
        ),
        ("bltu $4, $5, T", "sltu $1, $4, $5; bne $1, $0, T"),
        ("bltu $4, 5, T", "sltiu $1, $4, 5; bne $1, $0, T"),
        (
            "bltu $4, 0x12345, T",
            "lui $1, 1; ori $1, $1, 0x2345; sltu $1, $4, $1; bne $1, $0, T",
        ),
        // Targets may be more than a label.
        ("j T+4", "j 0x00400204"),
        ("beq $4, $5, T+4", "beq $4, $5, 0x00400204"),
    ]);
}

#[test]
fn numbers_and_addresses() {
    PLAIN.check_all(&[
        ("li $4, 5", "addiu $4, $0, 5"),
        ("li $4, -32768", "addiu $4, $0, -32768"),
        ("li $4, 40000", "ori $4, $0, 40000"),
        ("li $4, 65535", "ori $4, $0, 65535"),
        ("li $4, 0x10000", "lui $1, 1; ori $4, $1, 0"),
        ("li $4, -32769", "lui $1, 0xffff; ori $4, $1, 0x7fff"),
        ("li $4, 0xffffffff", "addiu $4, $0, -1"),
        ("li $4, 4294967295", "addiu $4, $0, -1"),
        ("li $4, 'a'", "addiu $4, $0, 97"),
        (
            "li.s $f2, 1.5",
            "lui $1, 0x3fc0; ori $1, $1, 0; mtc1 $1, $f2",
        ),
        (
            "li.s $f2, -1.5",
            "lui $1, 0xbfc0; ori $1, $1, 0; mtc1 $1, $f2",
        ),
        ("li.s $f2, 2", "lui $1, 0x4000; ori $1, $1, 0; mtc1 $1, $f2"),
        (
            "li.d $f2, 0.1",
            "lui $1, 0x9999; ori $1, $1, 0x999a; mtc1 $1, $f2; \
             lui $1, 0x3fb9; ori $1, $1, 0x9999; mtc1 $1, $f3",
        ),
        ("la $4, ($5)", "addi $4, $5, 0"),
        ("la $4, -5", "addiu $4, $0, -5"),
        ("la $4, 40000", "ori $4, $0, 40000"),
        ("la $4, 0x12345", "lui $1, 1; ori $4, $1, 0x2345"),
        ("la $4, 5($5)", "ori $1, $0, 5; add $4, $5, $1"),
        (
            "la $4, -5($5)",
            "lui $1, 0xffff; ori $1, $1, 0xfffb; add $4, $5, $1",
        ),
        (
            "la $4, 0x12345($5)",
            "lui $1, 1; ori $1, $1, 0x2345; add $4, $5, $1",
        ),
        ("la $4, L", "lui $1, 0x1001; ori $4, $1, 0x8004"),
        (
            "la $4, L($5)",
            "lui $1, 0x1001; ori $1, $1, 0x8004; add $4, $5, $1",
        ),
        ("la $4, L+4", "lui $1, 0x1001; ori $4, $1, 0x8008"),
        ("la $4, L-4", "lui $1, 0x1001; ori $4, $1, 0x8000"),
        (
            "la $4, L+4($5)",
            "lui $1, 0x1001; ori $1, $1, 0x8008; add $4, $5, $1",
        ),
        ("la $4, T", "lui $1, 0x40; ori $4, $1, 0x200"),
    ]);
    DATA_AT_ZERO.check_all(&[
        ("la $4, L", "addi $4, $0, 0x104"),
        ("la $4, L($5)", "addi $4, $5, 0x104"),
        ("la $4, L+4", "lui $1, 0; ori $4, $1, 0x108"),
        (
            "la $4, L+4($5)",
            "lui $1, 0; ori $1, $1, 0x108; add $4, $5, $1",
        ),
        ("la $4, T", "addi $4, $0, 0x3200"),
    ]);
}

#[test]
fn operands_with_defaults_may_be_left_out() {
    PLAIN.check_all(&[
        ("c.eq.s $f2, $f4", "c.eq.s 0, $f2, $f4"),
        ("c.lt.d 3, $f2, $f4", "c.lt.d 3 $f2 $f4"),
        ("bc1t T", "bc1t 0, T"),
        ("bc1f 2, T", "bc1f 2, 0x00400200"),
        ("jalr $4", "jalr $31, $4"),
        ("break", "break 0"),
        ("movf $4, $5", "movf $4, $5, 0"),
        ("movt.d $f4, $f6", "movt.d $f4, $f6, 0"),
        ("teq $4, $5", "teq $4, $5, 0"),
        ("mfc0 $4, $12", "mfc0 $4, $12, 0"),
        ("sync", "sync 0"),
        ("lw $4 8 $5", "lw $4, 8($5)"),
    ]);
}

#[test]
fn pseudo_instructions_can_be_forbidden() {
    let codes = |lines: &str| {
        let assembly = PLAIN.assemble(lines, false);
        let codes = assembly.diagnostics.iter().map(|d| d.code.0);
        codes.collect::<Vec<_>>()
    };
    assert_eq!(
        codes("li $4, 5\nnop\nmove $4, $5\nlw $4, L"),
        ["E0310", "E0310", "E0310"]
    );
}
