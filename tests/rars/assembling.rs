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

/// The program is refused with these messages; each is `line column: text`.
#[track_caller]
fn refused(name: &'static str, source: &str, messages: &[&str]) {
    let lines = messages.iter().map(|message| {
        let (place, text) = message.split_once(": ").unwrap();
        let place = match place.split_once(' ') {
            Some((line, column)) => format!("line {line} column {column}"),
            None => format!("line {place}"),
        };
        format!("Error in HERE/main.asm {place}: {text}\n")
    });
    let stdout = lines.collect::<String>() + "\nProcessing terminated due to errors.\n";
    Case::new(name, source).words("ae1").ends(&stdout, 1);
}

#[test]
fn additions_are_refused() {
    let few = "Too few or incorrectly formatted operands. Expected: ";
    let many = "Too many or incorrectly formatted operands. Expected: ";
    let kind = "operand is of incorrect type";
    refused(
        "r_unknown",
        "foo t0",
        &["1 1: \"foo\" is not a recognized operator"],
    );
    refused(
        "r_number",
        "add t0,t0,5",
        &[&format!("1 11: \"5\": {kind}")],
    );
    refused(
        "r_few",
        "add t0,t1",
        &[&format!("1 1: \"add\": {few}add t1,t2,t3")],
    );
    refused("r_nop", "nop 5", &[&format!("1 1: \"nop\": {many}nop ")]);
    refused(
        "r_li",
        "li t0",
        &[&format!("1 1: \"li\": {few}li t1,-100     ")],
    );
    refused(
        "r_la",
        "la t0",
        &[&format!("1 1: \"la\": {few}la t1,label  ")],
    );
    refused("r_b", "b", &[&format!("1 1: \"b\": {few}b label       ")]);
    refused(
        "r_large",
        "li t0,4294967295",
        &[&format!("1 7: \"4294967295\": {kind}")],
    );
    refused("r_nine", "li t0,09", &[&format!("1 7: \"09\": {kind}")]);
    refused(
        "r_upper",
        "add T0,t0,t0",
        &[&format!("1 5: \"T0\": {kind}")],
    );
    refused(
        "r_shift",
        "slli t0,t0,32",
        &["1 12: \"32\": operand is out of range"],
    );
    refused(
        "r_unsigned",
        "addi t0,t0,0xfff",
        &["1 12: \"0xfff\": Unsigned value is too large to fit into a sign-extended immediate"],
    );
    refused(
        "r_reserved",
        "time: nop",
        &["1 1: \"time\" is not a recognized operator"],
    );
    refused(
        "r_csrw",
        "csrw ustatus,t0",
        &[&format!("1 6: \"ustatus\": {kind}")],
    );
    refused(
        "r_mstatus",
        "csrr t0,mstatus",
        &[&format!("1 9: \"mstatus\": {kind}")],
    );
    refused(
        "r_labels",
        "x: y: nop",
        &["1 4: \"y\" is not a recognized operator"],
    );
    refused(
        "r_amo",
        "amoadd.w t0,t1,(t2)",
        &["1 1: \"amoadd.w\" is not a recognized operator"],
    );
    refused(
        "r_compressed",
        "c.nop",
        &["1 1: \"c.nop\" is not a recognized operator"],
    );
    refused("r_address", "j 8", &[&format!("1 3: \"8\": {kind}")]);
    refused(
        "r_sum",
        "x: la t0,x+4",
        &[&format!("1 4: \"la\": {many}la t1,label  ")],
    );
    refused(
        "r_open",
        ".data\ns: .string \"abc",
        &["2 12: String is not terminated."; 2],
    );
    refused(
        "r_unicode",
        ".data\ns: .string \"\\uzzzz\"",
        &["2 12: illegal unicode escape: \"\\uzzzz\""],
    );
    refused(
        "r_far",
        "beq t0,t1,x\n.text 0x00410000\nx: nop",
        &["1: Branch target word address beyond 12-bit range"],
    );
}

#[test]
fn what_is_accepted() {
    gives("lui_negative", "lui a0,-2048", -2048 << 12);
    gives("lui_minus_one", "lui a0,-1", -4096);
    gives("hex", "addi a0,zero,0xfffff800", -2048);
    gives("code_point", "li a0,'é'", 0xe9);
    gives(
        "align_text",
        "nop\n.align 4\nx: la a0,x\nla t0,y\ny: sub a0,t0,a0",
        16,
    );
}

#[test]
fn warnings_come_first() {
    let warnings = [
        (
            "2 7",
            "value 0x00000100 is out-of-range and truncated to 0x00000000",
        ),
        (
            "3 7",
            "value 0x00010000 is out-of-range and truncated to 0x00000000",
        ),
        ("5 1", "section name \".bss\" is ignored"),
        ("6 1", ".section without arguments is ignored"),
        (
            "7 1",
            "RARS does not recognize the .ktext directive.  Ignored.",
        ),
        (
            "8 1",
            "RARS does not recognize the .asciiz directive.  Ignored.",
        ),
        (
            "12 1",
            "Alignments less than 4 bytes are not supported in the text section. The alignment has \
             been rounded up to 4 bytes.",
        ),
    ];
    let lines = warnings.map(|(place, text)| {
        let (line, column) = place.split_once(' ').unwrap();
        format!("Warning in HERE/main.asm line {line} column {column}: {text}\n")
    });
    let source = ".data\n.byte 256, 255, -128\n.half 65536\n.word 5\n.section .bss\n.section\n.ktext\n\
                  .asciiz \"x\"\ncycle: .word 5\nx: .word 6\n.text\n.align 1\n";
    let end = "\nProgram terminated by dropping off the bottom.\n";
    let memory = "Mem[0x10010000]\t0x0080ff00\t0x00000000\t0x00000005\t0x00000006\t\n";
    Case::new("r_warnings", source)
        .words("0x10010000-0x1001000c")
        .prints(&format!("{}\n{end}{memory}", lines.concat()));
}
