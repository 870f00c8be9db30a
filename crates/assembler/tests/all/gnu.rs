//! The same bytes as GNU as makes, recorded: an instruction, a tab, its bytes. The label `here`
//! stands at the instruction. `gnu-as.txt` is for RISC-V, `gnu-as-bits.txt` for `-march=rv32gcb_zbc_zicond`, `gnu-as-mips.txt` for MIPS with the low
//! byte first. The latter lacks `clz` and `clo`, where GNU as repeats a register in bits that the
//! machine ignores and MARS has zeros, and `break`, whose number GNU as splits. Condition bits were
//! written `$fcc1` for GNU as.

use std::collections::BTreeMap;
use std::path::Path;

use assembler::{
    AssembleOptions, Assembly, FsLoader, GNU_MIPS, GNU_RISCV, MainFile, Program, assemble,
};

use crate::common::{bytes, program, report, run, run_for, run_mips};

fn check_all(table: &str, run: impl Fn(&str) -> Assembly) {
    for line in table.lines() {
        let (text, expect) = line.split_once('\t').expect("a line has two columns");
        let program = program(run(&format!("here: {text}")));
        let found = bytes(&program, "text");
        let found: String = found.iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(found, expect, "{text}");
    }
}

#[test]
fn every_instruction_has_the_bytes_of_gnu_as() {
    check_all(include_str!("gnu-as.txt"), run);
    check_all(include_str!("gnu-as-bits.txt"), |text| {
        run_for("rv32gcb_zbc_zicond", text)
    });
    check_all(include_str!("gnu-as-mips.txt"), run_mips);
}

#[test]
fn counting_bits_leaves_unused_fields_zero() {
    check_all("clz $4, $5\t2020a070\nclo $4, $5\t2120a070", run_mips);
}

/// Where the sources are whose memory GNU as and ld have recorded; see `record.sh` there.
fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gnu")
}

/// The bytes of a program's memory that are not zero.
fn memory(program: &Program) -> BTreeMap<u32, u8> {
    let segments = program.image.segments.iter();
    let bytes = segments.flat_map(|s| (s.address..).zip(s.bytes.iter().copied()));
    bytes.filter(|(_, byte)| *byte != 0).collect()
}

/// The same of a recorded one: lines of an address and bytes.
fn recorded(text: &str) -> BTreeMap<u32, u8> {
    let mut memory = BTreeMap::new();
    for line in text.lines() {
        let (address, bytes) = line.split_once(' ').expect("a line has two columns");
        let address = u32::from_str_radix(address, 16).expect("an address is a number");
        for (k, pair) in (0..).zip(bytes.as_bytes().chunks(2)) {
            let pair = str::from_utf8(pair).expect("digits are ASCII");
            let byte = u8::from_str_radix(pair, 16).expect("a byte is a number");
            if byte != 0 {
                memory.insert(address + k, byte);
            }
        }
    }
    memory
}

/// Compares what a source becomes with what GNU as and ld make of it.
fn check_recorded(source: &Path, hex: &Path, options: &AssembleOptions) -> Option<String> {
    let folder = source.parent().expect("a source is in a folder");
    let main = MainFile::Path(source.to_str().expect("paths are UTF-8").to_owned());
    let program = program(assemble(main, &[], options, &mut FsLoader::new(folder)));
    let expect = recorded(&std::fs::read_to_string(hex).expect("it is recorded"));
    let found = memory(&program);
    let wrong = expect.iter().find(|(at, byte)| found.get(at) != Some(byte));
    let more = found.iter().find(|(at, _)| !expect.contains_key(at));
    let place = wrong.or(more).map(|(at, _)| {
        let line = program.lines.find(*at);
        let text = line.and_then(|line| {
            std::fs::read_to_string(source)
                .ok()?
                .get(line.span.start as usize..line.span.end as usize)
                .map(str::to_owned)
        });
        format!(
            "{at:#x}, {text:?}: GNU as has {:02x?}, we have {:02x?}",
            expect.get(at),
            found.get(at)
        )
    });
    place.map(|place| format!("{}: {place}", hex.display()))
}

#[test]
fn programs_have_the_memory_of_gnu_as_and_ld() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (machine, orders) in [("rv32", &[""][..]), ("mips32", &["mipsel", "mips"])] {
        for entry in std::fs::read_dir(folder().join(machine)).expect("it is there") {
            let source = entry.expect("it can be read").path();
            if source.extension().is_none_or(|e| e != "s") {
                continue;
            }
            for order in orders {
                let hex = source.with_extension(format!("{order}.hex").trim_start_matches('.'));
                let mut options = match machine {
                    "rv32" => AssembleOptions::new(&rv32::DESC, &GNU_RISCV),
                    _ => AssembleOptions::new(&mips32::DESC, &GNU_MIPS),
                };
                options.delay_slots = machine == "mips32";
                options.big_endian = *order == "mips";
                wrong.extend(check_recorded(&source, &hex, &options));
                count += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 15, "{count}");
}

/// Names that have always been pseudo-instructions mean the instruction only where its extension was
/// asked for.
#[test]
fn names_of_extensions_keep_their_old_meaning() {
    let expanded = "sext.b a0, a1\t1395850113558541\nsext.h a0, a1\t1395050113550541\nzext.h a0, a1\t1395050113550501";
    check_all(expanded, run);
    check_all(expanded, |text| run_for("rv32imac", text));
    check_all("clz a0, a1\t13950560", run);
}

#[test]
fn a_processor_has_only_its_instructions_and_registers() {
    let refused = |processor, text| {
        let assembly = run_for(processor, text);
        assert!(assembly.program.is_none(), "{processor}: {text}");
        report(&assembly)
    };
    let report = refused("rv32i", "mul a0, a0, a1");
    assert!(report.contains("help: it belongs to M, which rv32i lacks"));
    let report = refused("rv32e", "addi a6, a0, 1");
    assert!(report.contains("help: rv32e does not have this register"));
    refused("rv32im", "c.nop");
    refused("rv32im", "clz a0, a1");
    program(run_for("rv32emc", "mul a0, a0, a5\nc.nop"));
}
