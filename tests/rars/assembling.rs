//! The language: directives, operands and pseudo-instructions.

use crate::Case;

/// Assembles the data, and prints the words from the label `x` on.
#[track_caller]
fn words(name: &'static str, data: &str, expect: &[u32]) {
    let mut source = format!(".data\n{data}\n.text\nla s0, x\n");
    let mut text = String::new();
    for (k, word) in expect.iter().enumerate() {
        source += &format!("lw a0, {}(s0)\nli a7, 34\necall\n", 4 * k);
        text += &format!("0x{word:08x}");
    }
    Case::new(name, &source).prints(&text);
}

#[test]
fn lists_go_on_in_the_next_line() {
    words("next_line", "x: .word 1, 2\n3 4\n\n5", &[1, 2, 3, 4, 5]);
    words("no_directive", "x: 1, 2, 3", &[1, 2, 3]);
    words("bytes", "x: .byte 1 2\n3\n'A'", &[0x4103_0201]);
    words("alone", "x: .half\n# below\n1 2", &[0x0002_0001]);
    words("signs", "x: .word\n-3", &[-3i32 as u32]);
    words("repeated", "x: .word 7:3\n.word 1", &[7, 7, 7, 1]);
}

#[test]
fn data_are_aligned() {
    words("half", "x: .byte 1\n.half 2", &[0x0002_0001]);
    words("dword", ".word 1\nx: .dword 0x1, 2", &[1, 0, 2, 0]);
    words("align", ".byte 1\n.align 2\nx: .byte 5, 0, 0, 0", &[5]);
    words(
        "packed",
        ".align 0\nx: .byte 1\n.word 0x11223344\n.byte 0:3",
        &[0x2233_4401, 0x11],
    );
}

#[test]
fn sections_have_names() {
    words("rodata", ".section .rodata\nx: .word 9", &[9]);
    words("address", ".data 0x10010040\nx: .word 3", &[3]);
}

#[test]
fn numbers() {
    words("octal", "x: .word 010, 0x10, -1", &[8, 16, u32::MAX]);
    words(
        "characters",
        "x: .word 'a', '\\n', '\\101', '\\\\'",
        &[97, 10, 65, 92],
    );
    words(
        "labels",
        "x: .word x, y\ny: .word 1",
        &[0x1001_0000, 0x1001_0008],
    );
}

/// Runs the instructions and prints `a0`.
#[track_caller]
fn gives(name: &'static str, code: &str, expect: i32) {
    let source = format!(
        ".data\nv: .word 11, -12\nb: .byte -1, 2\n.text\n{code}\nli a7, 1\necall\nli a7, 10\necall\n\
         f: addi a0, a0, 1\nret\n"
    );
    Case::new(name, &source).prints(&expect.to_string());
}

#[test]
fn variables_by_name() {
    gives("lw", "lw a0, v", 11);
    gives("lbu", "lbu a0, b", 255);
    gives("lb", "lb a0, b", -1);
    gives("sw", "li t1, 5\nsw t1, v, t0\nlw a0, v", 5);
    gives("in_register", "la t0, v\nlw a0, (t0)", 11);
    gives("by_address", "lw a0, 0x10010004", -12);
    gives("hi_and_lo", "lui t0, %hi(v)\nlw a0, %lo(v)(t0)", 11);
    gives(
        "store_by_address",
        "li t1, 8\nsw t1, 0x10010000, t0\nlw a0, v",
        8,
    );
}

#[test]
fn calls_and_jumps() {
    gives("call", "li a0, 1\ncall f", 2);
    gives("jal", "li a0, 1\njal f", 2);
    gives("jalr", "li a0, 1\nla t0, f\njalr t0", 2);
    gives("jalr_offset", "li a0, 1\nla t0, f\njalr t0, 0", 2);
    gives("b", "li a0, 1\nb over\nli a0, 2\nover:", 1);
    // `call` goes through t1.
    gives("call_uses_t1", "li t1, 0\ncall f\nsnez a0, t1", 1);
}

#[test]
fn control_registers_come_last() {
    gives("csrw", "li t0, 5\ncsrw t0, uscratch\ncsrr a0, uscratch", 5);
    gives("csr_number", "li t0, 6\ncsrw t0, 0x40\ncsrr a0, 64", 6);
    gives("fcsr", "li t0, 3\nfssr t0\nfrsr a0", 3);
    gives("cycle", "rdcycle a0", 0);
}

#[test]
fn moves() {
    gives("mv", "li t0, 4\nmv a0, t0", 4);
    gives("sext", "li t0, 0x80\nsext.b a0, t0", -128);
    gives("zext", "li t0, -1\nzext.b a0, t0", 255);
    gives("sgt", "li t0, 4\nli t1, 3\nsgt a0, t0, t1", 1);
}

#[test]
fn macros_constants_and_includes() {
    let source = "
.eqv LIMIT 3
.macro print_int(%x)
    mv a0, %x
    li a7, 1
    ecall
.end_macro
.macro count(%from, %to)
    li s0, %from
loop:
    print_int(s0)
    addi s0, s0, 1
    ble s0, t6, loop
.end_macro
main:
    li t6, LIMIT
    count(1, LIMIT)
    count(0, LIMIT)
    li a7, 10
    ecall
";
    Case::new("macros", source).prints("1230123");
}

#[test]
fn errors_name_line_and_column() {
    for (name, line, text) in [
        (
            "operator",
            "foo t0",
            "line 1 column 1: \"foo\" is not a recognized operator",
        ),
        (
            "type",
            "addi t0, t0, t1",
            "line 1 column 14: \"t1\": operand is of incorrect type",
        ),
        (
            "symbol",
            "la t0, nowhere",
            "line 1 column 8: Symbol \"nowhere\" not found in symbol table.",
        ),
    ] {
        let ran = Case::new(name, &format!("{line}\n")).words("ae4").run();
        assert_eq!(
            ran.stdout,
            format!("Error in HERE/main.asm {text}\n\nProcessing terminated due to errors.\n")
        );
        assert_eq!(ran.code, 4, "{name}");
    }
}
