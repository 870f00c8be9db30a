//! Tests of the text of single instructions and of whole programs.

use diag::{SourceMap, Span};
use insta::assert_snapshot;
use machine::image::{Access, Image, Segment, Symbol};
use proptest::prelude::*;
use rv32::DESC;

use super::*;
use crate::program::{CodeLine, LineTable, Program};

/// Representative instructions of each format.
const WORDS: &[u32] = &[
    0x0050_0513, // addi
    0xfff5_0513, // addi, negative
    0x00c5_8533, // add
    0x0025_1513, // slli
    0x4025_5513, // srai
    0x0041_2503, // lw
    0xfea1_2e23, // sw
    0x00b5_0863, // beq
    0xfeb5_0ee3, // beq, backwards
    0x0100_00ef, // jal
    0x0000_8067, // jalr
    0x1234_5537, // lui
    0xffff_f517, // auipc
    0x02c5_8533, // mul
    0x0000_0073, // ecall
    0x0ff0_000f, // fence
    0x0310_000f, // fence rw, w
    0x09f0_000f, // fence iw, iorw
    0x0015_1573, // csrrw
    0x7c02_d573, // csrrwi of an unnamed register
    0x1005_252f, // lr.w
    0x1ab6_252f, // sc.w.rl
    0x06b6_252f, // amoadd.w.aqrl
    0x00c5_f553, // fadd.s
    0x00c5_8553, // fadd.s, rne
    0xc005_1553, // fcvt.w.s, rtz
    0x0041_2507, // flw
    0x68c5_f543, // fmadd.s
];

/// Representative instructions of MIPS.
const MIPS_WORDS: &[u32] = &[
    0x2402_0004, // addiu
    0x2008_ffff, // addi, negative
    0x0109_5020, // add
    0x0008_4080, // sll
    0x3c01_1001, // lui
    0x3428_8004, // ori
    0x8fa8_0004, // lw
    0xafbf_fffc, // sw
    0x1109_0003, // beq
    0x1509_fffe, // bne, backwards
    0x0c10_0004, // jal
    0x03e0_0008, // jr
    0x0100_f809, // jalr, with the usual return register
    0x0100_4009, // jalr, with another one
    0x0000_000c, // syscall
    0x0000_000d, // break
    0x0000_014d, // break 5
    0x7d28_20c0, // ext
    0x7d28_38c4, // ins
    0x7d28_1904, // ins that ends before it begins
    0x4608_3032, // c.eq.s
    0x4608_3132, // c.eq.s with a condition bit
    0x4501_0002, // bc1t
    0x4505_0002, // bc1t with a condition bit
    0x00a0_2001, // movf
    0x4008_6000, // mfc0
    0x4008_6001, // mfc0 with a selection
    0x4624_1080, // add.d
];

fn mips_column(style: &Style) -> String {
    let symbol = |address| (address == 0x0040_0010).then(|| "loop".to_owned());
    let text = |word: &u32| match instruction(&mips32::DESC, *word, 0x0040_0000, style, symbol) {
        Some(text) => text.text,
        None => format!("{word:#010x}?"),
    };
    MIPS_WORDS.iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn mips_for_people_and_as_mars_writes_it() {
    assert_snapshot!(mips_column(&Style::JAL));
    assert_snapshot!(mips_column(&Style::MARS));
}

#[test]
fn words_with_the_high_byte_first() {
    let access = Access {
        read: true,
        write: false,
        execute: true,
    };
    let image = Image {
        segments: vec![Segment {
            name: "text".to_owned(),
            address: 0x0040_0000,
            bytes: vec![0x24, 0x02, 0, 4, 0, 0, 0, 0x0c, 0xff, 0xff, 0xff, 0xff],
            size: 12,
            access,
        }],
        entry: 0x0040_0000,
        big_endian: true,
        ..Image::default()
    };
    let big = Program {
        image,
        ..Program::default()
    };
    let mut out = Vec::new();
    program(
        &mut out,
        &big,
        &SourceMap::default(),
        &mips32::DESC,
        &Style::JAL,
    )
    .unwrap();
    assert_snapshot!(String::from_utf8(out).unwrap());
}

fn column(style: &Style) -> String {
    let symbol = |address| (address == 0x110).then(|| "loop".to_owned());
    let text = |word: &u32| match instruction(&DESC, *word, 0x100, style, symbol) {
        Some(text) => text.text,
        None => format!("{word:#010x}?"),
    };
    WORDS.iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_style_for_people() {
    assert_snapshot!(column(&Style::JAL), @"
    addi a0, zero, 5
    addi a0, a0, -1
    add a0, a1, a2
    slli a0, a0, 2
    srai a0, a0, 2
    lw a0, 4(sp)
    sw a0, -4(sp)
    beq a0, a1, 0x00000110 <loop>
    beq a0, a1, 0x000000fc
    jal ra, 0x00000110 <loop>
    jalr zero, ra, 0
    lui a0, 0x12345
    auipc a0, 0xfffff
    mul a0, a1, a2
    ecall
    fence
    fence rw, w
    fence iw, iorw
    csrrw a0, fflags, a0
    csrrwi a0, 0x7c0, 5
    lr.w a0, (a0)
    sc.w.rl a0, a1, (a2)
    amoadd.w.aqrl a0, a1, (a2)
    fadd.s fa0, fa1, fa2
    fadd.s fa0, fa1, fa2, rne
    fcvt.w.s a0, fa0, rtz
    flw fa0, 4(sp)
    fmadd.s fa0, fa1, fa2, fa3
    ");
}

#[test]
fn the_style_of_venus() {
    assert_snapshot!(column(&Style::VENUS), @"
    addi x10 x0 5
    addi x10 x10 -1
    add x10 x11 x12
    slli x10 x10 2
    srai x10 x10 2
    lw x10 4(x2)
    sw x10 -4(x2)
    beq x10 x11 16
    beq x10 x11 -4
    jal x1 16
    jalr x0 x1 0
    lui x10 74565
    auipc x10 1048575
    mul x10 x11 x12
    ecall
    fence
    fence rw w
    fence iw iorw
    csrrw x10 fflags x10
    csrrwi x10 0x7c0 5
    lr.w x10 (x10)
    sc.w.rl x10 x11 (x12)
    amoadd.w.aqrl x10 x11 (x12)
    fadd.s f10 f11 f12
    fadd.s f10 f11 f12 rne
    fcvt.w.s x10 f10 rtz
    flw f10 4(x2)
    fmadd.s f10 f11 f12 f13
    ");
}

#[test]
fn the_style_for_the_assembler() {
    assert_snapshot!(column(&Style::SOURCE), @"
    addi a0, zero, 5
    addi a0, a0, -1
    add a0, a1, a2
    slli a0, a0, 2
    srai a0, a0, 2
    lw a0, 4(sp)
    sw a0, -4(sp)
    beq a0, a1, 16
    beq a0, a1, -4
    jal ra, 16
    jalr zero, ra, 0
    lui a0, 0x12345
    auipc a0, 0xfffff
    mul a0, a1, a2
    ecall
    fence
    fence rw, w
    fence iw, iorw
    csrrw a0, fflags, a0
    csrrwi a0, 0x7c0, 5
    lr.w a0, (a0)
    sc.w.rl a0, a1, (a2)
    amoadd.w.aqrl a0, a1, (a2)
    fadd.s fa0, fa1, fa2
    fadd.s fa0, fa1, fa2, rne
    fcvt.w.s a0, fa0, rtz
    flw fa0, 4(sp)
    fmadd.s fa0, fa1, fa2, fa3
    ");
}

#[test]
fn short_instructions_are_written_as_what_they_stand_for() {
    let text = instruction(&DESC, 0x4515, 0, &Style::JAL, |_| None).unwrap();
    assert_eq!(text.text, "addi a0, zero, 5");
    assert_eq!((text.len, text.short), (2, Some("c.li")));
    assert_eq!(
        instruction(&DESC, 0x4515, 0, &Style::SOURCE, |_| None),
        None
    );
}

#[test]
fn what_is_no_instruction_has_no_text() {
    for bits in [0, 0xffff_ffff, 0x0000_0007] {
        assert_eq!(instruction(&DESC, bits, 0, &Style::JAL, |_| None), None);
    }
}

/// A fence whose unused register fields are set runs, but no text makes those bits.
#[test]
fn an_exact_style_writes_no_text_that_loses_bits() {
    let odd = 0x0ff0_008f;
    assert!(instruction(&DESC, odd, 0, &Style::JAL, |_| None).is_some());
    assert_eq!(instruction(&DESC, odd, 0, &Style::SOURCE, |_| None), None);
}

proptest! {
    /// No two words have the same exact text at the same address.
    #[test]
    fn exact_texts_differ(bits: u32, bit in 0..32u32) {
        let bits = bits | 3;
        let other = bits ^ (1 << bit);
        let exact = |bits| instruction(&DESC, bits, 0, &Style::SOURCE, |_| None);
        if let (Some(one), Some(two)) = (exact(bits), exact(other)) {
            prop_assert_ne!(one.text, two.text);
        }
    }

    #[test]
    fn any_bits_and_any_address_are_fine(bits: u32, pc: u32) {
        for style in [Style::JAL, Style::VENUS, Style::SOURCE] {
            instruction(&DESC, bits, pc, &style, |_| None);
        }
    }
}

const SOURCE: &str = "\
.data
msg: .asciiz \"hello, little world\\n\"
buffer: .space 100
.text
main:
    li a0, 0x12345678   # two instructions
loop: addi a0, a0, -1
\tbnez a0, loop
    .word 0xffffffff
end:
";

/// The source above as the assembler would see it, with a short instruction at the end.
pub(crate) fn sample() -> (Program, SourceMap) {
    let mut sources = SourceMap::default();
    let file = sources.add("demo.s", SOURCE);
    let words = [
        0x1234_5537u32,
        0x6785_0513,
        0xfff5_0513,
        0xfe05_1ee3,
        0xffff_ffff,
    ];
    let mut text: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    text.extend([0x15, 0x45, 0, 0]);
    let message = b"hello, little world\n\0";
    let segment = |name: &str, address, bytes: &[u8], size, execute: bool| Segment {
        name: name.to_owned(),
        address,
        bytes: bytes.to_vec(),
        size,
        access: Access {
            read: true,
            write: !execute,
            execute,
        },
    };
    let symbol = |name: &str, address| Symbol {
        name: name.to_owned(),
        address,
        global: name == "main",
        absolute: false,
    };
    let image = Image {
        segments: vec![
            segment("text", 0, &text, text.len() as u32, true),
            segment("data", 0x1000_0000, message, 121, false),
        ],
        symbols: vec![
            symbol("main", 0),
            symbol("loop", 8),
            symbol("end", 24),
            symbol("msg", 0x1000_0000),
            symbol("buffer", 0x1000_0015),
        ]
        .into(),
        entry: 0,
        ..Image::default()
    };
    let line = |address, size, statement: &str, code, pseudo| {
        let start = SOURCE.find(statement).unwrap() as u32;
        let span = Span::new(file, start, start + statement.len() as u32);
        CodeLine {
            address,
            size,
            span,
            code,
            pseudo,
        }
    };
    let lines = LineTable::new(vec![
        line(0, 8, "li a0, 0x12345678", true, true),
        line(8, 4, "addi a0, a0, -1", true, false),
        line(12, 4, "bnez a0, loop", true, true),
        line(16, 4, ".word 0xffffffff", false, false),
        line(
            0x1000_0000,
            21,
            ".asciiz \"hello, little world\\n\"",
            false,
            false,
        ),
        line(0x1000_0015, 100, ".space 100", false, false),
    ]);
    let program = Program {
        image,
        lines,
        ..Program::default()
    };
    (program, sources)
}

fn disassemble(program: &Program, sources: &SourceMap) -> String {
    let mut out = Vec::new();
    super::program(&mut out, program, sources, &DESC, &Style::JAL).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_whole_program() {
    let (program, sources) = sample();
    assert_snapshot!(disassemble(&program, &sources), @r#"
    text: 24 bytes at 0x00000000 (read, execute)
    <main>:
    00000000: 12345537  lui a0, 0x12345                   # demo.s:6 li a0, 0x12345678
    00000004: 67850513  addi a0, a0, 1656
    <loop>:
    00000008: fff50513  addi a0, a0, -1                   # demo.s:7 addi a0, a0, -1
    0000000c: fe051ee3  bne a0, zero, 0x00000008 <loop>   # demo.s:8 bnez a0, loop
    00000010: ff ff ff ff                                      |....|  # demo.s:9 .word 0xffffffff
    00000014: 4515      addi a0, zero, 5                  # c.li
    00000016: 0000      .half 0x0000
    <end>:

    data: 121 bytes at 0x10000000 (read, write)
    <msg>:
    10000000: 68 65 6c 6c 6f 2c 20 6c 69 74 74 6c 65 20 77 6f  |hello, little wo|  # demo.s:2 .asciiz "hello, little world\n"
    10000010: 72 6c 64 0a 00                                   |rld..|
    <buffer>:
    10000015:           .space 100                        # demo.s:3 .space 100
    "#);
}

#[test]
fn a_program_without_source() {
    let (mut program, _) = sample();
    program.lines = LineTable::default();
    assert_snapshot!(disassemble(&program, &SourceMap::default()), @"
    text: 24 bytes at 0x00000000 (read, execute)
    <main>:
    00000000: 12345537  lui a0, 0x12345
    00000004: 67850513  addi a0, a0, 1656
    <loop>:
    00000008: fff50513  addi a0, a0, -1
    0000000c: fe051ee3  bne a0, zero, 0x00000008 <loop>
    00000010: ffffffff  .word 0xffffffff
    00000014: 4515      addi a0, zero, 5                  # c.li
    00000016: 0000      .half 0x0000
    <end>:

    data: 121 bytes at 0x10000000 (read, write)
    <msg>:
    10000000: 68 65 6c 6c 6f 2c 20 6c 69 74 74 6c 65 20 77 6f  |hello, little wo|
    10000010: 72 6c 64 0a 00                                   |rld..|
    <buffer>:
    10000015:           .space 100
    ");
}

/// A linker puts the file's headers into the text segment, before the first name.
#[test]
fn what_comes_before_the_first_name_is_no_code() {
    let (mut program, _) = sample();
    program.lines = LineTable::default();
    program.image.segments.truncate(1);
    let symbols = program.image.symbols.iter();
    let symbols = symbols.filter(|s| s.name == "loop").cloned().collect();
    program.image.symbols = symbols;
    program.image.entry = 8;
    assert_snapshot!(disassemble(&program, &SourceMap::default()), @"
    text: 24 bytes at 0x00000000 (read, execute)
    00000000: 37 55 34 12 13 05 85 67                          |7U4....g|
    <loop>:
    00000008: fff50513  addi a0, a0, -1
    0000000c: fe051ee3  bne a0, zero, 0x00000008 <loop>
    00000010: ffffffff  .word 0xffffffff
    00000014: 4515      addi a0, zero, 5                  # c.li
    00000016: 0000      .half 0x0000
    ");
}

/// Gigabytes of zeros, and memory up to the last address, take one line.
#[test]
fn large_and_high_segments_are_short() {
    let (mut program, sources) = sample();
    let high = &mut program.image.segments[1];
    high.address = 0x8000_0000;
    high.size = 0x8000_0000;
    high.bytes.clear();
    let text = disassemble(&program, &sources);
    assert!(
        text.ends_with("\n80000000:           .space 2147483648\n"),
        "{text}"
    );
}

/// The pieces of a segment cover it without gap or overlap, whatever its bytes are.
fn covers(bytes: &[u8], size: u32, labels: &[u32], execute: bool) {
    let (mut program, sources) = sample();
    let segment = &mut program.image.segments[0];
    segment.bytes = bytes.to_vec();
    segment.size = size;
    segment.access.execute = execute;
    let symbol = program.image.symbols[1].clone();
    program.image.symbols = labels
        .iter()
        .map(|address| Symbol {
            address: *address,
            ..symbol.clone()
        })
        .collect();
    let walk = walk::Walk::new(&program, &DESC);
    let mut next = 0;
    for piece in walk.pieces(&program.image.segments[0]) {
        assert_eq!(piece.address, next);
        assert!(piece.size > 0);
        next += piece.size;
    }
    assert_eq!(next, size);
    disassemble(&program, &sources);
}

proptest! {
    #[test]
    fn any_memory_has_a_text(
        bytes in prop::collection::vec(prop_oneof![Just(0), any::<u8>()], 0..100),
        zeros in 0..100u32,
        labels in prop::collection::vec(0..200u32, 0..5),
        execute: bool,
    ) {
        covers(&bytes, bytes.len() as u32 + zeros, &labels, execute);
    }
}

/// A writer that takes some bytes and then refuses, as a closed pipe does.
struct Pipe(usize);

impl std::io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => {
                self.0 = left;
                Ok(bytes.len())
            }
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_an_error() {
    let (program, sources) = sample();
    let error = super::program(&mut Pipe(100), &program, &sources, &DESC, &Style::JAL);
    assert_eq!(error.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
}
