//! Damaged objects and archives, and the choice of definitions. That linked programs do what they should,
//! `tests/objects.rs` of the command line checks.

use super::*;
use crate::elf::{MIPS, RISCV};
use proptest::prelude::*;

/// The object and the archive of a variant that a compiler made.
const RISCV_PARTS: [(&str, &[u8]); 2] = [
    (
        "main.o",
        include_bytes!("../../../../tests/objects/main.rv32pic.o"),
    ),
    (
        "libparts.a",
        include_bytes!("../../../../tests/objects/libparts.rv32pic.a"),
    ),
];
const MIPS_PARTS: [(&str, &[u8]); 2] = [
    (
        "main.o",
        include_bytes!("../../../../tests/objects/main.mips-pic.o"),
    ),
    (
        "libparts.a",
        include_bytes!("../../../../tests/objects/libparts.mips-pic.a"),
    ),
];

const AREA: ObjectArea = ObjectArea {
    text: 0x1_0000,
    data: None,
    limit: 1 << 20,
};

fn sources() -> SourceSide {
    SourceSide {
        defined: [("write_bytes".to_owned(), 0x1000)].into_iter().collect(),
        wanted: vec!["main".to_owned()],
    }
}

fn link(machine: u16, parts: &[(&str, &[u8])]) -> Result<LinkedObjects, Vec<ObjectError>> {
    let inputs = parts.iter().map(|(name, bytes)| InputFile { name, bytes });
    let files: Vec<InputFile<'_>> = inputs.collect();
    let job = LinkJob {
        files: &files,
        machine,
        big_endian: None,
    };
    job.link(&sources(), AREA)
}

#[test]
fn good_objects_have_their_names_and_memory() {
    for (machine, parts) in [(RISCV, RISCV_PARTS), (MIPS, MIPS_PARTS)] {
        let linked = link(machine, &parts).expect("they can be linked");
        for name in ["main", "print", "counter", "_end", "__init_array_start"] {
            assert!(linked.exports.contains_key(name), "{name}");
        }
        let ends: Vec<u32> = linked.segments.iter().map(Segment::end).collect();
        let starts = linked
            .segments
            .iter()
            .skip(1)
            .map(|segment| segment.address);
        assert!(ends.iter().zip(starts).all(|(end, start)| *end <= start));
        assert!(
            linked
                .symbols
                .iter()
                .any(|symbol| symbol.name == "fibonacci" || symbol.name == "main")
        );
    }
}

/// Members of archives are taken by need: without the object that needs them, there are none.
#[test]
fn archives_bring_only_what_is_needed() {
    let files = [InputFile {
        name: "libparts.a",
        bytes: RISCV_PARTS[1].1,
    }];
    let job = LinkJob {
        files: &files,
        machine: RISCV,
        big_endian: None,
    };
    let of = |wanted: &[&str]| {
        let sources = SourceSide {
            wanted: wanted.iter().map(|name| (*name).to_owned()).collect(),
            ..sources()
        };
        job.link(&sources, AREA).expect("it can be linked").symbols
    };
    assert!(of(&[]).is_empty());
    let symbols = of(&["print"]);
    assert!(symbols.iter().any(|symbol| symbol.name == "print"));
    assert!(!symbols.iter().any(|symbol| symbol.name == "multiply"));
}

#[test]
fn a_definition_of_the_source_takes_the_place_of_a_weak_one() {
    let files = RISCV_PARTS.map(|(name, bytes)| InputFile { name, bytes });
    let job = LinkJob {
        files: &files,
        machine: RISCV,
        big_endian: None,
    };
    let mut sources = sources();
    sources.defined.insert("main".to_owned(), 0x1004);
    let errors = job.link(&sources, AREA).expect_err("it is there twice");
    let duplicate = ObjectError::Duplicate {
        name: "main".to_owned(),
        first: "the source".to_owned(),
        second: "main.o".to_owned(),
    };
    assert_eq!(errors, [duplicate]);
}

#[test]
fn objects_that_are_too_large_are_refused() {
    let files = RISCV_PARTS.map(|(name, bytes)| InputFile { name, bytes });
    let job = LinkJob {
        files: &files,
        machine: RISCV,
        big_endian: None,
    };
    let area = ObjectArea { limit: 512, ..AREA };
    let errors = job.link(&sources(), area).expect_err("there is no room");
    assert_eq!(errors, [ObjectError::TooLarge { limit: 512 }]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Whatever bytes are changed, linking ends with a program or with errors.
    #[test]
    fn damaged_files_are_refused_or_linked(
        is_mips in any::<bool>(),
        part in 0usize..2,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<Option<prop::sample::Index>>(),
    ) {
        let (machine, mut parts) = if is_mips { (MIPS, MIPS_PARTS) } else { (RISCV, RISCV_PARTS) };
        let mut bytes = parts[part].1.to_vec();
        for (at, value) in changes {
            // Half of them at the ends, where the headers are.
            let at = at.index(bytes.len());
            let at = if value & 1 == 0 { at } else { at % 80 };
            bytes[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        parts[part].1 = &bytes;
        if let Err(errors) = link(machine, &parts) {
            prop_assert!(!errors.is_empty());
            let words: Vec<_> = errors.iter().map(ObjectError::diagnostic).collect();
            prop_assert!(words.len() <= 1000);
        }
    }
}
