//! Tests of reading and writing together: what one writes the other must read, and nothing that
//! a file holds may make the reader fail in any other way than with an error.

use diag::Diagnostic;
use insta::assert_snapshot;
use machine::image::{Access, Image, Segment, Symbol};
use proptest::prelude::*;
use rv32::DESC;

use super::*;

const LIMIT: u64 = 1 << 30;

const CODE: Access = Access {
    read: true,
    write: false,
    execute: true,
};
const DATA: Access = Access {
    read: true,
    write: true,
    execute: false,
};

fn segment(name: &str, address: u32, bytes: &[u8], size: u32, access: Access) -> Segment {
    Segment {
        name: name.to_owned(),
        address,
        bytes: bytes.to_vec(),
        size,
        access,
    }
}

fn symbol(name: &str, address: u32, global: bool) -> Symbol {
    Symbol {
        name: name.to_owned(),
        address,
        global,
        absolute: false,
    }
}

/// `addi a0, zero, 5; addi a7, zero, 93; ecall` and some data.
fn sample() -> Program {
    let text: Vec<u8> = [0x0050_0513u32, 0x05d0_0893, 0x0000_0073]
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .collect();
    let image = Image {
        segments: vec![
            segment("text", 0, &text, 12, CODE),
            segment("data", 0x1000_0004, b"hello", 100, DATA),
            segment("heap", 0x2000_0000, b"", 64, DATA),
        ],
        symbols: vec![
            symbol("main", 0, true),
            symbol("exit", 4, false),
            Symbol {
                absolute: true,
                ..symbol("SIZE", 7, false)
            },
            symbol("end", 12, false),
            symbol("text", 0x1000_0004, false),
            symbol("zeros", 0x1000_0009, true),
        ]
        .into(),
        entry: 4,
        ..Image::default()
    };
    Program {
        image,
        ..Program::default()
    }
}

fn sample_file() -> Vec<u8> {
    let note = JalNote::default().with(JalNote::ENV, "venus");
    write(&sample(), &DESC, &(&note).into()).unwrap()
}

/// The sample with the bytes at `offset` replaced.
fn patched(offset: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = sample_file();
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
    file
}

/// The sample with a word of its program header `index` replaced.
fn with_program_header(index: usize, word: usize, value: u32) -> Vec<u8> {
    patched(52 + 32 * index + 4 * word, &value.to_le_bytes())
}

#[track_caller]
fn fails(file: &[u8], expected: ElfError) {
    assert_eq!(read(file, LIMIT).map(|l| l.program.image), Err(expected));
}

#[test]
fn what_is_written_is_read_again() {
    let loaded = read(&sample_file(), LIMIT).unwrap();
    assert_eq!(loaded.program.image, sample().image);
    assert_eq!((loaded.machine, loaded.big_endian), (RISCV, false));
    assert_eq!(loaded.note.unwrap().get(JalNote::ENV), Some("venus"));
}

/// A MIPS program with text that can only be run, as the simulators have it.
fn mips_sample() -> Program {
    let text: Vec<u8> = [0x2402_000au32, 0x0000_000c]
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .collect();
    let only_run = Access {
        read: false,
        ..CODE
    };
    let image = Image {
        segments: vec![
            segment("text", 0x0040_0000, &text, 8, only_run),
            segment("data", 0x1001_0000, b"hi", 2, DATA),
            segment("ktext", 0x8000_0180, &text, 8, only_run),
        ],
        symbols: vec![symbol("main", 0x0040_0000, true)].into(),
        entry: 0x0040_0000,
        ..Image::default()
    };
    Program {
        image,
        ..Program::default()
    }
}

#[test]
fn a_mips_program_runs_as_before() {
    let mut program = mips_sample();
    for slots in [false, true] {
        program.image.delay_slots = slots;
        let note = JalNote::about(&program.image, &mips32::DESC, "mars", "Default");
        let loaded = read(
            &write(&program, &mips32::DESC, &(&note).into()).unwrap(),
            LIMIT,
        )
        .unwrap();
        assert_eq!(loaded.program.image, program.image);
        assert_eq!((loaded.machine, loaded.note), (MIPS, Some(note)));
    }
}

#[test]
fn a_mips_program_of_other_tools_has_delay_slots() {
    let file = write(&mips_sample(), &mips32::DESC, &ElfExtras::default()).unwrap();
    let image = read(&file, LIMIT).unwrap().program.image;
    assert!(image.delay_slots);
    assert!(image.segments.iter().all(|s| s.access.read));
}

#[test]
fn a_segment_of_zeros_may_lie_beyond_the_end_of_the_file() {
    let file = with_program_header(2, 1, 0x7000_0000);
    let loaded = read(&file, LIMIT).unwrap();
    assert_eq!(loaded.program.image, sample().image);
}

#[test]
fn a_program_without_note_and_symbols_is_read_again() {
    let mut program = sample();
    program.image.symbols = Default::default();
    let loaded = read(
        &write(&program, &DESC, &ElfExtras::default()).unwrap(),
        LIMIT,
    )
    .unwrap();
    assert_eq!(loaded.program.image, program.image);
    assert_eq!(loaded.note, None);
}

#[test]
fn segments_without_memory_are_left_out() {
    let mut program = sample();
    program.image.segments[1] = segment("data", 0x1000_0000, b"", 0, DATA);
    let loaded = read(
        &write(&program, &DESC, &ElfExtras::default()).unwrap(),
        LIMIT,
    )
    .unwrap();
    assert_eq!(loaded.program.image.segments.len(), 2);
}

#[test]
fn the_flags_tell_of_short_instructions() {
    let flags = |program: &Program| write(program, &DESC, &ElfExtras::default()).unwrap()[36];
    let mut program = sample();
    assert_eq!(flags(&program), 0);
    program.image.segments[0].bytes[0..2].copy_from_slice(&0x4515u16.to_le_bytes());
    assert_eq!(flags(&program), 1);
}

#[test]
fn a_note_has_keys_and_values() {
    let note = JalNote::default().with("env", "mars").with("x", "a=b");
    assert_eq!(note.text, "env=mars\nx=a=b");
    assert_eq!(note.get("x"), Some("a=b"));
    assert_eq!(note.get("y"), None);
}

#[test]
fn other_files_are_refused_with_the_reason() {
    fails(b"", ElfError::NotElf);
    fails(b".text\nmain:\n", ElfError::NotElf);
    fails(&patched(4, &[2]), ElfError::Not32Bit { machine: RISCV });
    fails(&patched(18, &[62]), ElfError::WrongMachine { machine: 62 });
    fails(&patched(16, &[1]), ElfError::Object);
    fails(&patched(16, &[3]), ElfError::PositionIndependent);
    fails(&patched(16, &[4]), ElfError::NotExecutable { kind: 4 });
    fails(&with_program_header(3, 0, 3), ElfError::Dynamic);
    fails(&with_program_header(3, 0, 2), ElfError::Dynamic);
    fails(&patched(44, &[0, 0]), ElfError::Empty);
    fails(&patched(24, &[12]), ElfError::BadEntry { entry: 12 });
    fails(
        &patched(27, &[0x10]),
        ElfError::BadEntry { entry: 0x1000_0004 },
    );
}

#[test]
fn damaged_files_are_refused_with_the_reason() {
    let truncated = |what| ElfError::Truncated { what };
    let inconsistent = |what| ElfError::Inconsistent { what };
    fails(&sample_file()[..4], truncated("the file header"));
    fails(&sample_file()[..51], truncated("the file header"));
    fails(&sample_file()[..60], truncated("the program header table"));
    let file = sample_file();
    let end = file.len() - 1;
    fails(&file[..end], truncated("the section header table"));
    fails(&patched(31, &[0xff]), truncated("the program header table"));
    fails(&with_program_header(0, 1, u32::MAX), truncated("a segment"));
    fails(
        &patched(42, &[0]),
        inconsistent("the program headers have a wrong size"),
    );
    fails(
        &patched(46, &[0]),
        inconsistent("the section headers have a wrong size"),
    );
    fails(
        &with_program_header(0, 4, 13),
        inconsistent("a segment has more bytes than memory"),
    );
    fails(
        &patched(5, &[3]),
        inconsistent("the file header cannot be read"),
    );
    fails(
        &patched(4, &[0]),
        inconsistent("it has neither 32 nor 64 bits"),
    );
}

#[test]
fn segments_must_fit_into_memory() {
    fails(
        &with_program_header(1, 5, 0xf000_0000),
        ElfError::Outside {
            address: 0x1000_0004,
            size: 0xf000_0000,
        },
    );
    fails(
        &with_program_header(1, 5, 0x0fff_fffd),
        ElfError::Overlap {
            first: 0x1000_0004,
            second: 0x2000_0000,
        },
    );
    fails(
        &with_program_header(2, 5, 0x4000_0000),
        ElfError::TooLarge {
            size: 0x4000_0000 + 112,
            limit: LIMIT,
        },
    );
    // The last byte of the address space is a good place.
    let file = with_program_header(2, 5, 0xe000_0000);
    let image = read(&file, u64::MAX).unwrap().program.image;
    assert!(image.segments[2].contains(u32::MAX));
}

#[test]
fn segments_are_named_by_their_sections_or_their_use() {
    let names = |file: &[u8]| -> Vec<String> {
        let segments = read(file, LIMIT).unwrap().program.image.segments;
        segments.into_iter().map(|s| s.name).collect()
    };
    assert_eq!(names(&sample_file()), ["text", "data", "heap"]);
    // Without sections.
    assert_eq!(names(&patched(48, &[0, 0])), ["text", "data", "data"]);
}

#[test]
fn names_that_steer_a_terminal_are_cleaned() {
    let mut program = sample();
    program.image.symbols = vec![symbol("a\x1b[2J", 0, false), symbol("é", 4, false)].into();
    let image = read(
        &write(&program, &DESC, &ElfExtras::default()).unwrap(),
        LIMIT,
    )
    .unwrap();
    let symbols = image.program.image.symbols;
    assert_eq!(symbols[0].name, "a␛[2J");
    assert_eq!(symbols[1].name, "é");
}

#[test]
fn names_of_the_tools_are_left_out() {
    let mut program = sample();
    let names = ["$x", "$d.1", "$xrv32i2p1", ".L3", "$xyz", "loop"];
    program.image.symbols = names.iter().map(|n| symbol(n, 0, false)).collect();
    let loaded = read(
        &write(&program, &DESC, &ElfExtras::default()).unwrap(),
        LIMIT,
    )
    .unwrap();
    let kept: Vec<_> = loaded
        .program
        .image
        .symbols
        .iter()
        .map(|s| &s.name)
        .collect();
    assert_eq!(kept, ["$xyz", "loop"]);
}

/// A symbol table whose names all share one long text would take far more memory than the file.
#[test]
fn shared_names_do_not_add_up() {
    const COUNT: usize = 200;
    let mut program = sample();
    program.image.symbols = vec![symbol(&"x".repeat(3000), 0, false); COUNT].into();
    let mut file = write(&program, &DESC, &ElfExtras::default()).unwrap();
    let strings = file.windows(9).position(|w| w == b"\0xxxxxxxx").unwrap();
    file[strings + 1..strings + 3001 * COUNT].fill(b'x');
    for index in 1..=COUNT {
        let entry = strings - 16 * (COUNT + 1 - index);
        file[entry..entry + 4].copy_from_slice(&1u32.to_le_bytes());
    }
    let symbols = read(&file, LIMIT).unwrap().program.image.symbols;
    let total: usize = symbols.iter().map(|s| s.name.len()).sum();
    assert_eq!(total, file.len());
    assert!(symbols.len() < COUNT);
    assert!(symbols.iter().all(|s| s.name.len() <= 4096));
}

#[test]
fn every_error_says_what_to_do() {
    let errors = [
        ElfError::NotElf,
        ElfError::Truncated { what: "a segment" },
        ElfError::Not32Bit { machine: RISCV },
        ElfError::Not32Bit { machine: MIPS },
        ElfError::WrongMachine { machine: 62 },
        ElfError::Dynamic,
        ElfError::PositionIndependent,
        ElfError::Object,
        ElfError::NotExecutable { kind: 4 },
        ElfError::Outside {
            address: 0xffff_0000,
            size: 0x2_0000,
        },
        ElfError::Overlap {
            first: 0x1000,
            second: 0x1800,
        },
        ElfError::TooLarge {
            size: 200,
            limit: 100,
        },
        ElfError::Empty,
        ElfError::BadEntry { entry: 0x10 },
    ];
    let lines: Vec<_> = errors
        .iter()
        .map(|error| {
            let Diagnostic {
                code, title, help, ..
            } = error.into();
            format!("{code} {title}\n    {}", help.join("; "))
        })
        .collect();
    assert_snapshot!(lines.join("\n"), @"
    L0101 this is not an ELF file
        pass an assembly source, or an executable that a linker wrote
    L0102 the file is cut off: a segment is beyond its end
        copy the file again, or link the program again
    L0103 this is a 64-bit program, but the machine has 32 bits
        compile with `-march=rv32imac -mabi=ilp32`
    L0103 this is a 64-bit program, but the machine has 32 bits
        compile with `-march=mips32 -mabi=32`
    L0104 this program is for another processor (ELF machine number 62)
        compile for rv32 (`riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32`) or mips32 (`mipsel-linux-gnu-gcc -march=mips32 -mabi=32`)
    L0105 this program is dynamically linked
        link with `-static -no-pie`
    L0105 this program is position-independent
        link with `-static -no-pie`, not `-static-pie`
    L0106 this is an object file that is not linked yet
        link it: pass it once more to the compiler that made it, with `-nostdlib -static`
    L0106 this ELF file is not an executable (ELF type 4)
        pass the executable itself, not a dump or a library
    L0107 the segment at 0xffff0000 of 131072 bytes extends past the 32-bit address space
        correct the addresses in the linker script
    L0108 the segments at 0x00001000 and 0x00001800 overlap
        correct the addresses in the linker script
    L0109 the program needs 200 bytes of memory, but the limit is 100
        make its arrays smaller, or allow more with `--max-memory`
    L0110 the file has no segment to load
        the program is empty: link it with the object file that has its code
    L0111 the entry point 0x00000010 is not in executable memory
        name the first instruction `_start` (for MIPS `__start`) and declare it `.globl`, or link with `-e LABEL`
    ");
    assert_eq!(
        ElfError::Object.diagnostic("a.o").title,
        "cannot load a.o: this is an object file that is not linked yet"
    );
}

#[test]
fn a_file_that_is_cut_off_anywhere_does_no_harm() {
    let file = sample_file();
    for length in 0..file.len() {
        assert!(read(&file[..length], LIMIT).is_err(), "{length} bytes");
    }
}

/// Reads a damaged file; whatever comes out keeps the promises.
fn check_promises(file: &[u8], limit: u64) {
    let Ok(loaded) = read(file, limit) else {
        return;
    };
    let image = &loaded.program.image;
    let size: u64 = image.segments.iter().map(|s| u64::from(s.size)).sum();
    assert!(size <= limit);
    assert!(
        image
            .segments
            .iter()
            .all(|s| s.bytes.len() as u64 <= u64::from(s.size))
    );
    assert!(image.segments.is_sorted_by_key(|s| s.address));
    assert!(image.symbols.is_sorted_by_key(|s| s.address));
    let again = {
        let note = loaded.note.as_ref();
        write(&loaded.program, &DESC, &ElfExtras { note, lines: None })
    }
    .unwrap();
    let again = read(&again, limit).unwrap().program.image;
    let places = |image: &Image| -> Vec<_> {
        let segments = image.segments.iter();
        segments
            .map(|s| (s.address, s.size, s.bytes.clone(), s.access))
            .collect()
    };
    assert_eq!(places(&again), places(image));
    assert_eq!(again.entry, image.entry);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn damaged_files_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        headers in any::<bool>(),
    ) {
        let mut file = sample_file();
        let end = file.len();
        for (index, value) in changes {
            // The first and the last bytes are the headers, and the interesting ones.
            let mut at = index.index(if headers { 600 } else { end });
            if headers && at >= 180 {
                at += end - 600;
            }
            file[at] = value;
        }
        check_promises(&file, 1 << 20);
    }

    #[test]
    fn bytes_after_the_magic_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut file = ELF32.to_vec();
        file.extend(bytes);
        check_promises(&file, 1 << 20);
    }
}

const ELF32: &[u8] = b"\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xf3\0\x01\0\0\0";
