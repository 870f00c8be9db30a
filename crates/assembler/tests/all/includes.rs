//! Includes in a program without macros are put together as they stand. A word in a comment has the
//! same program read for macros, too: nothing else may change.

use assembler::{AssembleOptions, Assembly, MARS, MainFile, MemoryLoader, assemble};
use diag::RenderOptions;

/// What came of a program: its memory and lines, or what is wrong, as people see it.
fn facts(assembly: &Assembly) -> String {
    let said = assembly.diagnostics.iter();
    let said = said.map(|d| diag::render(&assembly.sources, d, &RenderOptions::default()));
    let said: String = said.collect();
    match &assembly.program {
        None => said,
        Some(program) => {
            let lines = program.lines.iter();
            let places = lines.map(|line| {
                let (file, span) = (assembly.sources.name(line.span.file), line.span);
                (line.address, file.to_owned(), span.start, span.end)
            });
            let places: Vec<_> = places.collect();
            format!("{said}{:?}\n{places:?}", program.image.segments)
        }
    }
}

#[track_caller]
fn check(main: &str, included: &[(&str, &str)]) {
    let assembled = |main: &str| {
        let loader = MemoryLoader::default().with("main.asm", main);
        let add = |loader: MemoryLoader, (name, text): &(&str, &str)| loader.with(name, *text);
        let mut loader = included.iter().fold(loader, add);
        let path = MainFile::Path("main.asm".to_owned());
        facts(&assemble(
            path,
            &[],
            &AssembleOptions::new(&mips32::DESC, &MARS),
            &mut loader,
        ))
    };
    let plain = assembled(main);
    assert_eq!(plain, assembled(&format!("{main}# no macro")));
}

#[test]
fn programs_are_the_same() {
    let main = "main: jal f\n  .include \"f.asm\"\nb: j main\n.include \"g.asm\" # last\n";
    check(main, &[("f.asm", "f: nop\n jr $ra"), ("g.asm", "g: nop\n")]);
    check(
        ".include \"f.asm\"\n",
        &[
            ("f.asm", ".include \"g.asm\"\nnop\n"),
            ("g.asm", "li $t0, 70000"),
        ],
    );
    check("  .include \"f.asm\"\n", &[("f.asm", "")]);
    check("l: .include \"f.asm\"\n", &[("f.asm", "\r\nnop\r\n")]);
    check(
        "main: nop\n.include \"f.asm\"\n",
        &[("f.asm", ".data\n.asciiz \"a#b\"\n.text\nx: b x")],
    );
}

#[test]
fn mistakes_are_told_alike() {
    for wrong in [
        "  bogus $t0\n",
        "  li $t0, \"open\n  nop\n",
        "  li $t0, 'ab'\n",
        "  lw $t9x, 0($sp)\n  j nowhere",
        "main: nop",
        "  .word 08, 1 2\n  .bogus\n",
        "\u{1}\n",
        ".include \"f.asm\"\n",
        ".include f.asm\n",
        ".include \"missing.asm\"\n",
        "x: x: add $t0, $t1\n",
    ] {
        check(
            "main: nop\n.include \"f.asm\"\n  nop\n",
            &[("f.asm", wrong)],
        );
    }
}
