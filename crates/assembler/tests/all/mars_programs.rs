//! Whole programs in the MARS dialect: where data and instructions come to lie, several files,
//! the start, and what is said when something stands in the wrong place.

use assembler::{AssembleOptions, Assembly, MARS, MainFile, MemoryLoader, Program, assemble};
use machine::image::Access;

use crate::common::{bytes, program, report, run_mips, run_mips_with, words};

fn options() -> AssembleOptions {
    AssembleOptions::new(&mips32::DESC, &MARS)
}

/// Each segment: its name, its address, its size.
fn segments(program: &Program) -> Vec<(String, u32, u32)> {
    let segments = program.image.segments.iter();
    let segments = segments.map(|s| (s.name.clone(), s.address, s.size));
    segments.collect()
}

fn symbol(program: &Program, name: &str) -> u32 {
    let symbol = program.image.symbol(name);
    symbol.expect("the symbol exists").address
}

/// The bytes that these lines put into the data segment.
#[track_caller]
fn data(lines: &str) -> Vec<u8> {
    bytes(
        &program(run_mips(&format!(".data\n{lines}\n.text\nnop"))),
        "data",
    )
}

#[test]
fn data_stand_at_multiples_of_their_size() {
    assert_eq!(data(".byte 1\n.half 2"), [1, 0, 2, 0]);
    assert_eq!(data(".byte 1\n.word 2"), [1, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(data(".byte 1\n.double 0").len(), 16);
    assert_eq!(data(".byte 1\n.float 1.0").len(), 8);
    // Neither strings nor space are aligned.
    assert_eq!(data(".byte 1\n.asciiz \"a\""), [1, b'a', 0]);
    assert_eq!(data(".byte 1\n.space 2\n.byte 3"), [1, 0, 0, 3]);
    // `.align 0` lasts until the next segment.
    assert_eq!(data(".align 0\n.byte 1\n.word 2"), [1, 2, 0, 0, 0]);
    assert_eq!(
        data(".align 0\n.byte 1\n.data\n.word 2"),
        [1, 0, 0, 0, 2, 0, 0, 0]
    );
    assert_eq!(data(".byte 1\n.align 3\n.byte 2").len(), 9);
}

#[test]
fn labels_move_with_the_data_that_are_aligned() {
    let text = ".data\n.byte 1\na:\nb: .word 2\nc: .byte 3\nd: .align 2\ne: .byte 4\n\
                f: .word\ng: .word 5\n.text\nnop";
    let program = program(run_mips(text));
    let places: Vec<u32> = ["a", "b", "c", "d", "e", "f", "g"]
        .map(|name| symbol(&program, name) - 0x1001_0000)
        .to_vec();
    assert_eq!(places, [4, 4, 8, 12, 12, 16, 16]);
}

#[test]
fn a_label_before_a_change_of_segment_moves_too() {
    let text = ".data\n.byte 1\na:\n.text\nnop\n.data\n.word 2";
    assert_eq!(symbol(&program(run_mips(text)), "a"), 0x1001_0004);
}

#[test]
fn data_may_name_labels() {
    let text = ".data\nx: .word 7, end, x+4\n.half end\n.byte x\n.text\nnop\nend: nop";
    let found = bytes(&program(run_mips(text)), "data");
    let expect = [7, 0, 0, 0, 4, 0, 0x40, 0, 4, 0, 1, 0x10, 4, 0, 0];
    assert_eq!(found, expect);
}

#[test]
fn segments_have_their_own_places() {
    let text = ".data\nx: .word 1\n.kdata\nk: .word 2\n.ktext 0x80000180\nh: eret\n\
                .text\nnop\n.data 0x10000000\nlow: .word 3\n.data\nafter: .word 4\n\
                .text 0x00400100\nfar: nop\n.extern spare 8\n.extern more 4";
    let program = program(run_mips(text));
    let expect = [
        ("text", 0x0040_0000, 4),
        ("text", 0x0040_0100, 4),
        ("data", 0x1001_0000, 4),
        ("ktext", 0x8000_0180, 4),
        ("kdata", 0x9000_0000, 4),
    ];
    for (name, address, size) in expect {
        assert!(segments(&program).contains(&(name.to_owned(), address, size)));
    }
    assert_eq!(symbol(&program, "after"), 0x1000_0004);
    assert_eq!(symbol(&program, "h"), 0x8000_0180);
    // Behind the data at the same place.
    assert_eq!(symbol(&program, "spare"), 0x1000_0008);
    assert_eq!(symbol(&program, "more"), 0x1000_0010);
}

#[test]
fn data_may_take_the_place_of_others() {
    let text = ".data 0x10010000\nbuf: .space 16\n.data 0x10010000\nw: .word 1, 2\n\
                .data 0x10010004\n.byte 9\n.space 2\n.byte 8\n.text\nnop";
    let assembly = run_mips(text);
    assert_eq!(report(&assembly).matches("W0601").count(), 4);
    let program = assembly.program.expect("these are only warnings");
    assert_eq!(bytes(&program, "data")[..8], [1, 0, 0, 0, 9, 0, 0, 8]);
    assert_eq!(segments(&program)[1], ("data".to_owned(), 0x1001_0000, 16));
    // The places of other files, too.
    let assembly = run_files(".data\n.word 1, 2\n.text\nnop", ".data 0x10010004\n.word 3");
    assert!(report(&assembly).contains("W0601"));
    let program = assembly.program.expect("this is only a warning");
    assert_eq!(bytes(&program, "data"), [1, 0, 0, 0, 3, 0, 0, 0]);
}

#[test]
fn data_may_stand_in_every_area() {
    for address in [0xffff_0000, 0x9000_0000, 0x7fff_0000, 0x1000_0000] {
        let text = format!(".data {address:#x}\nx: .word 1\ny: .word x\n.text\nnop");
        let program = program(run_mips(&text));
        assert!(segments(&program).contains(&("data".to_owned(), address, 8)));
        assert_eq!(symbol(&program, "y"), address + 4);
        let bytes: Vec<u8> = [1, address]
            .iter()
            .flat_map(|w: &u32| w.to_le_bytes())
            .collect();
        let segments = &program.image.segments;
        let segment = segments.iter().find(|s| s.address == address);
        assert_eq!(segment.map(|s| &s.bytes), Some(&bytes));
    }
    let past = ".data 0x7ffffffc\n.word 1, 2\n.text\nnop";
    assert!(report(&run_mips(past)).contains("E0601"));
    let past = ".data 0xfffffffc\n.word 1\n.word 2\n.text\nnop";
    assert!(report(&run_mips(past)).contains("E0601"));
    // Data of the two kinds cannot replace each other.
    let both = ".kdata\n.word 1\n.data 0x90000000\n.word 2\n.text\nnop";
    assert!(report(&run_mips(both)).contains("E0605"));
}

#[test]
fn text_can_only_be_run_unless_it_may_be_changed() {
    let access = |options: &AssembleOptions| {
        let program = program(run_mips_with(".data\n.word 1\n.text\nnop", options));
        let segments = program.image.segments.iter();
        segments.map(|s| s.access).collect::<Vec<_>>()
    };
    let only = |read, write, execute| Access {
        read,
        write,
        execute,
    };
    assert_eq!(
        access(&options()),
        [only(false, false, true), only(true, true, false)]
    );
    let changing = AssembleOptions {
        self_modifying: true,
        ..options()
    };
    assert_eq!(access(&changing), [only(true, true, true); 2]);
}

#[test]
fn the_program_starts_at_a_global_main_or_with_its_first_instruction() {
    let entry = |text: &str, start_at_entry| {
        let options = AssembleOptions {
            start_at_entry,
            ..options()
        };
        program(run_mips_with(text, &options)).image.entry
    };
    let global = ".globl main\nf: nop\nmain: nop";
    assert_eq!(entry(global, true), 0x0040_0004);
    assert_eq!(entry(global, false), 0x0040_0000);
    assert_eq!(entry("f: nop\nmain: nop", true), 0x0040_0000);
    assert_eq!(entry(".text 0x00400020\nx: nop", false), 0x0040_0020);
}

fn run_files(main: &str, other: &str) -> Assembly {
    let mut loader = MemoryLoader::default().with("other.asm", other);
    let main = MainFile::Text {
        name: "main.asm".to_owned(),
        text: main.as_bytes().to_vec(),
    };
    assemble(main, &["other.asm".to_owned()], &options(), &mut loader)
}

#[test]
fn files_go_on_where_the_one_before_ended() {
    let main = ".data\n.byte 1\nmine: .byte 2\n.text\nmain: jal f\nla $4, theirs\n\
                .data\n.extern shared 4\n.text\nlw $4, shared";
    let other = "nop\n.globl f, theirs\nf: jr $ra\nmine: lw $4, shared\n.data\ntheirs: .word mine\n\
                 .extern shared 4";
    let program = program(run_files(main, other));
    assert_eq!(symbol(&program, "f"), 0x0040_0018);
    assert_eq!(symbol(&program, "theirs"), 0x1001_0004);
    assert_eq!(symbol(&program, "shared"), 0x1000_0000);
    // Each file has its own `mine`.
    let data = bytes(&program, "data");
    assert_eq!(data, [1, 2, 0, 0, 0x1c, 0, 0x40, 0]);
    assert_eq!(
        words(&program)[..3],
        [0x0c10_0006, 0x3c01_1001, 0x3424_0004]
    );
}

#[test]
fn delay_slots_are_recorded() {
    let options = AssembleOptions {
        delay_slots: true,
        ..options()
    };
    assert!(program(run_mips_with("nop", &options)).image.delay_slots);
    assert!(!program(run_mips("nop")).image.delay_slots);
}

#[test]
fn misplaced_things() {
    let reports = [
        report(&run_mips(".asciiz \"hello\"\nx: .word 5\nnop")),
        report(&run_mips(".data\nx: .word 5\nli $v0, 10\nsyscall")),
        report(&run_mips(".text 0x1000\nnop\n.text 0x00400002\nnop")),
        report(&run_mips(".data 0x20000000\n.word 1\n.text\nnop")),
        report(&run_mips("nop\nnop\n.text 0x00400004\nadd $4, $5, $6")),
        report(&run_mips(".data\nx: .space 5000000\n.text\nnop")),
        report(&run_mips(".extern x 100000\nnop")),
        report(&run_mips(
            "j k\nbeq $4, $5, x\n.data\nx: .word 1\n.ktext\nk: eret",
        )),
        report(&run_mips(".extern x\n.extern x -4\nnop")),
        report(&run_mips(
            ".data\n.byte 255, 256, -129\n.half 70000\n.text\nnop",
        )),
        report(&run_files(".globl f\nf: nop", ".globl f\nf: nop")),
    ];
    insta::assert_snapshot!(reports.join("\n======\n\n"));
}

#[test]
fn slips() {
    let lines = [
        "lw $t0, $t1",
        "addi $t0, 5",
        "add $t0, t1, $t2",
        "lw $t0, 4(t1)",
        "sw t0, 4($sp)",
        "jal $t0",
        "j $ra",
        "jr main",
        "move $t0, 5",
        "li $t0, $t1",
        "li $t0, main",
        "syscall 4",
        "sll $t0, $t1, 40",
        "sll $t0, $t1, $t2",
        "ext $t0, $t1, 30, 5",
        "lui $t0, 0x12345",
        "addi $t0, $t1, main",
        "beq $t0, main",
        "ret",
        "mv $t0, $t1",
        "push $t0",
        "seqz $t0, $t1",
        "$t0 = 5",
        "add.d $f1, $f2, $f4",
        "l.d $f3, main",
        "cvt.d.s $f1, $f3",
        "lw $t0, [$t1]",
        "add $t0, $t1, $f2",
        "ld $ra, 0($sp)",
        "li.s $f0, x",
        "ori $t0, $t1, nowhere",
        "add $t0, $t1, $s9",
    ];
    let reports = lines.map(|line| report(&run_mips(&format!("main: {line}"))));
    insta::assert_snapshot!(reports.join("\n======\n\n"));
}
