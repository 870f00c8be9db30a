//! What is said about programs that do something wrong.

use crate::world::{TEXT, big_endian_image, code, host, image, session};
use assembler::Program;
use assembler::program::{CodeLine, LineTable};
use diag::{RenderOptions, SourceMap, Span, render};
use machine::observe::Off;
use runtime::Limits;
use runtime::report::Reporter;

/// Runs a program and gives what is said at its end. What a pseudo-instruction stands for follows
/// it after a `#`.
#[track_caller]
fn report(source: &str, input: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("main.asm", source);
    let (mut lines, mut main) = (Vec::new(), String::new());
    let (mut address, mut start) = (TEXT, 0);
    for text in source.lines() {
        let (statement, expansion) = match text.split_once(" # ") {
            Some((statement, expansion)) => (statement, expansion.replace("; ", "\n")),
            None => (text, text.to_string()),
        };
        let size = 4 * code(&expansion).len() as u32;
        lines.push(CodeLine {
            address,
            size,
            span: Span {
                file,
                start,
                end: start + statement.len() as u32,
            },
            code: true,
            pseudo: size > 4,
        });
        main = format!("{main}{expansion}\n");
        address += size;
        start += text.len() as u32 + 1;
    }
    let image = image(&main, "", b"data");
    let program = Program {
        image: image.clone(),
        lines: LineTable::new(lines),
        ..Program::default()
    };
    let reporter = Reporter {
        desc: &mips32::DESC,
        program: &program,
        sources: &sources,
    };
    let mut session = session(image, Limits::default());
    let outcome = session.run(&mut Off, &mut host(input));
    let diagnostic = reporter.end(&mut session, &outcome).expect("it failed");
    render(&sources, &diagnostic, &RenderOptions::default())
}

/// What memory holds is compared in the order of its bytes.
#[test]
fn an_instruction_that_does_not_exist_was_not_overwritten() {
    for mut image in [
        image("break", "", b"data"),
        big_endian_image("break", b"data"),
    ] {
        image.segments[0].bytes = vec![0xff; 4];
        let (program, sources) = (Program::default(), SourceMap::default());
        let reporter = Reporter {
            desc: &mips32::DESC,
            program: &program,
            sources: &sources,
        };
        image.segments[0].bytes[1] = 0xfe;
        let mut session = session(image, Limits::default());
        let outcome = session.run(&mut Off, &mut host(""));
        let told = reporter.end(&mut session, &outcome).expect("it failed");
        let help = "execution ran into data or into the middle of an instruction";
        assert_eq!(told.help, [help], "{told:#?}");
    }
}

#[test]
fn overflow() {
    insta::assert_snapshot!(report("lui $t0, 0x7fff\nadd $t0, $t0, $t0\n", ""));
}

#[test]
fn trap_instruction() {
    insta::assert_snapshot!(report("teq $t0, $zero\n", ""));
}

#[test]
fn breakpoint() {
    insta::assert_snapshot!(report("break 5\n", ""));
}

#[test]
fn division_by_zero() {
    let expansion = "bne $zero, $zero, 4; break; div $t1, $zero; mflo $t0";
    let source = format!("div $t0, $t1, $zero # {expansion}\n");
    insta::assert_snapshot!(report(&source, ""));
}

#[test]
fn division_by_zero_in_compiled_code() {
    insta::assert_snapshot!(report("teq $t0, $zero, 7\n", ""));
}

#[test]
fn double_in_an_odd_register() {
    insta::assert_snapshot!(report("add.d $f0, $f1, $f2\n", ""));
}

#[test]
fn load_of_an_instruction() {
    insta::assert_snapshot!(report("lui $t0, 0x40\nlw $t1, 0($t0)\n", ""));
}

#[test]
fn store_over_an_instruction() {
    insta::assert_snapshot!(report("lui $t0, 0x40\nsw $t1, 0($t0)\n", ""));
}

#[test]
fn load_from_nowhere() {
    insta::assert_snapshot!(report("lw $t1, 8($zero)\n", ""));
}

#[test]
fn misaligned_load() {
    insta::assert_snapshot!(report("lw $t1, 1($sp)\n", ""));
}

#[test]
fn return_from_main() {
    insta::assert_snapshot!(report("jr $ra\n", ""));
}

#[test]
fn unknown_service() {
    insta::assert_snapshot!(report("li $v0, 99\nsyscall\n", ""));
}

#[test]
fn service_of_linux() {
    insta::assert_snapshot!(report("li $v0, 4004\nsyscall\n", ""));
}

#[test]
fn bad_integer() {
    insta::assert_snapshot!(report("li $v0, 5\nsyscall\n", "ten\n"));
}

#[test]
fn bad_float() {
    insta::assert_snapshot!(report("li $v0, 6\nsyscall\n", "1,5\n"));
}

#[test]
fn no_character() {
    insta::assert_snapshot!(report("li $v0, 12\nsyscall\n", "\n"));
}

#[test]
fn end_of_input() {
    insta::assert_snapshot!(report("li $v0, 5\nsyscall\n", ""));
}

#[test]
fn heap_too_large() {
    insta::assert_snapshot!(report("lui $a0, 0x40\nli $v0, 9\nsyscall\n", ""));
}

#[test]
fn negative_heap() {
    insta::assert_snapshot!(report("li $a0, -4\nli $v0, 9\nsyscall\n", ""));
}

#[test]
fn random_bound() {
    insta::assert_snapshot!(report("li $v0, 42\nsyscall\n", ""));
}

#[test]
fn string_at_a_bad_address() {
    insta::assert_snapshot!(report("li $v0, 4\nsyscall\n", ""));
}
