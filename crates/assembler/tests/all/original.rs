//! What simulators accept themselves is part of what this assembler accepts.

use assembler::dialect::Dialect;
use assembler::{
    Additions, AssembleOptions, MARS, MainFile, MemoryLoader, RARS, SPIM, VENUS, assemble,
};
use machine::isa::IsaDesc;

const SIMULATORS: [(&IsaDesc, &Dialect); 4] = [
    (&mips32::DESC, &MARS),
    (&mips32::DESC, &SPIM),
    (&rv32::DESC, &RARS),
    (&rv32::DESC, &VENUS),
];

/// Every form assembles, with the additions and without.
#[test]
fn all_forms_are_accepted() {
    for (isa, dialect) in SIMULATORS {
        let original = dialect.original.unwrap();
        for row in original.forms {
            for name in row.names.split(' ') {
                let line = format!("{name} {}", row.operands);
                let text = format!("label:\ntarget:\nmain: nop\n{line}\n");
                for additions in [Additions::Accepted, Additions::Refused] {
                    let options = AssembleOptions {
                        additions,
                        ..AssembleOptions::new(isa, dialect)
                    };
                    let mut files = MemoryLoader::default().with("a.s", text.clone());
                    let main = MainFile::Path("a.s".to_owned());
                    let assembly = assemble(main, &[], &options, &mut files);
                    let errors: Vec<String> =
                        assembly.errors.iter().map(|e| e.error.title()).collect();
                    assert!(
                        assembly.program.is_some(),
                        "{}: {line}: {errors:?}",
                        original.name
                    );
                }
            }
        }
    }
}

/// The directives exist, and advice is given only for what the simulator lacks.
#[test]
fn tables_fit_each_other() {
    for (_, dialect) in SIMULATORS {
        let original = dialect.original.unwrap();
        let known: Vec<&str> = dialect.directive_names().map(|(name, _)| name).collect();
        for directive in original.directives {
            assert!(known.contains(directive), "{}: {directive}", original.name);
        }
        for (word, _) in original.instead {
            let has = original.has_instruction(word) || original.has_directive(word);
            assert!(!has, "{} has {word}", original.name);
        }
    }
}
