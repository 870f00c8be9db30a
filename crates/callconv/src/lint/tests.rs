//! Small functions, clean and broken, on both machines.

use super::*;
use crate::testing::{Source, mips32, report, rv32};
use diag::SourceMap;

fn findings(source: &Source) -> Vec<Diagnostic> {
    let (contract, mut all) = Contract::read(&source.sources, &source.program, source.desc);
    all.extend(check(
        &source.sources,
        &source.program,
        source.desc,
        &contract,
    ));
    all
}

/// The whole findings, as people see them.
fn full(source: &Source) -> String {
    report(&source.sources, &findings(source))
}

/// One line a finding: code, line, title.
fn brief(source: &Source) -> String {
    let line = |finding: &Diagnostic| {
        let span = finding.primary_span();
        let line = span.map_or(0, |span| line(&source.sources, span));
        format!("{} line {line}: {}\n", finding.code, finding.title)
    };
    findings(source).iter().map(line).collect()
}

fn line(sources: &SourceMap, span: diag::Span) -> u32 {
    sources.position(span.file, span.start).line
}

/// Expects that nothing is found.
#[track_caller]
fn clean(source: &Source) {
    assert_eq!(full(source), "");
}

/// `main` that calls `f` and ends, and the text of `f`.
fn with_f(f: &str) -> Source {
    rv32(&format!(
        "main: li a0, 3\n jal f\n li a0, 10\n ecall\nf:\n{f}"
    ))
}

/// The same for MIPS.
fn with_mips_f(f: &str) -> Source {
    mips32(&format!(
        "main: li $a0, 3\n jal f\n li $v0, 10\n syscall\nf:\n{f}"
    ))
}

mod stack_pointer {
    use super::*;

    #[test]
    fn frames_that_are_given_back_are_clean() {
        clean(&with_f(
            " addi sp, sp, -16\n sw s0, 12(sp)\n mv s0, a0\n lw s0, 12(sp)\n addi sp, sp, 16\n ret\n",
        ));
        clean(&with_mips_f(
            " addiu $sp, $sp, -8\n sw $s0, 0($sp)\n move $s0, $a0\n lw $s0, 0($sp)\n addiu $sp, $sp, 8\n jr $ra\n",
        ));
        // MARS has a pseudo-instruction for it.
        clean(&with_mips_f(
            " subi $sp, $sp, 8\n sw $ra, 4($sp)\n beqz $a0, out\n addi $a0, $a0, -1\n jal f\n\
             out: lw $ra, 4($sp)\n addi $sp, $sp, 8\n jr $ra\n",
        ));
    }

    #[test]
    fn frames_that_are_subtracted_are_understood() {
        // As courses on MIPS write them.
        for [take, give] in [
            ["subu $sp, $sp, 8", "addu $sp, $sp, 8"],
            ["sub $sp, $sp, 8", "sub $sp, $sp, -8"],
            [
                "li $t0, 8\n subu $sp, $sp, $t0",
                "li $t0, 8\n addu $sp, $sp, $t0",
            ],
            ["subiu $sp, $sp, 8", "addiu $sp, $sp, 8"],
        ] {
            let f = |middle: &str, last: &str| {
                with_mips_f(&format!(
                    " {take}\n sw $s0, 0($sp)\n li $s0, 1\n {middle}\n {last}\n jr $ra\n"
                ))
            };
            clean(&f("lw $s0, 0($sp)", give));
            let lost = brief(&f("", give));
            assert!(
                lost.contains("`f` returns without restoring `$s0`"),
                "{take}: {lost}"
            );
            let open = brief(&f("lw $s0, 0($sp)", ""));
            assert!(open.contains("8 bytes lower"), "{take}: {open}");
        }
        // On RISC-V, it is what large frames are made with.
        clean(&with_f(
            " li t0, 4096\n sub sp, sp, t0\n sw s0, 0(sp)\n li s0, 1\n lw s0, 0(sp)\n li t0, 4096\n add sp, sp, t0\n ret\n",
        ));
    }

    #[test]
    fn a_large_frame_is_a_constant_in_a_register() {
        clean(&with_f(
            " li t0, -4096\n add sp, sp, t0\n sw s0, 0(sp)\n li s0, 1\n lw s0, 0(sp)\n li t0, 4096\n add sp, sp, t0\n ret\n",
        ));
    }

    #[test]
    fn a_frame_pointer_brings_the_stack_pointer_back() {
        clean(&with_f(
            " addi sp, sp, -16\n sw ra, 12(sp)\n sw s0, 8(sp)\n addi s0, sp, 16\n addi sp, sp, -32\n jal g\n\
             addi sp, s0, -16\n lw ra, 12(sp)\n lw s0, 8(sp)\n addi sp, sp, 16\n ret\ng: ret\n",
        ));
        clean(&with_mips_f(
            " addiu $sp, $sp, -8\n sw $fp, 0($sp)\n move $fp, $sp\n addiu $sp, $sp, -64\n move $sp, $fp\n\
             lw $fp, 0($sp)\n addiu $sp, $sp, 8\n jr $ra\n",
        ));
    }

    #[test]
    fn a_loop_that_pushes_is_not_judged() {
        clean(&with_f(
            "push: addi sp, sp, -4\n sw a0, 0(sp)\n addi a0, a0, -1\n bnez a0, push\n\
             pop: lw a1, 0(sp)\n addi sp, sp, 4\n bnez a1, pop\n ret\n",
        ));
        clean(&with_f(" andi sp, sp, -16\n ret\n"));
    }

    #[test]
    fn a_path_that_leaves_the_frame_on_the_stack() {
        let source = with_f(
            " addi sp, sp, -16\n sw a0, 0(sp)\n beqz a0, out\n lw a1, 0(sp)\n addi sp, sp, 16\nout: ret\n",
        );
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn a_path_that_gives_back_too_much() {
        let source = with_mips_f(
            " addiu $sp, $sp, -8\n bltz $a0, out\n addiu $sp, $sp, 8\nout: addiu $sp, $sp, 8\n jr $ra\n",
        );
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn every_path_leaves_four_bytes() {
        let source = with_f(" addi sp, sp, -8\n sw a0, 0(sp)\n addi sp, sp, 4\n ret\n");
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn a_tail_call_is_an_end_too() {
        let source = with_f(
            " addi sp, sp, -16\n beqz a0, g\n addi sp, sp, 16\n tail h\ng: ret\nh: li a0, 1\n ret\n",
        );
        insta::assert_snapshot!(brief(&source), @"CC0601 line 10: `f` returns with `sp` 16 bytes lower than it was called with");
        let source =
            rv32("main: jal f\n jal g\n li a0, 10\n ecall\nf: addi sp, sp, -16\n j g\ng: ret\n");
        insta::assert_snapshot!(brief(&source), @"CC0601 line 6: `f` continues in another function with `sp` 16 bytes lower than it was called with");
    }
}

mod saved_registers {
    use super::*;

    #[test]
    fn what_is_legal_is_clean() {
        // Kept in a temporary, without a call between.
        clean(&with_f(" mv t0, s0\n li s0, 5\n mv s0, t0\n ret\n"));
        // Only read.
        clean(&with_f(" mv a0, s0\n ret\n"));
        // Saved only on the way that needs it.
        clean(&with_f(
            " beqz a0, out\n addi sp, sp, -16\n sw s1, 4(sp)\n li s1, 7\n lw s1, 4(sp)\n addi sp, sp, 16\nout: ret\n",
        ));
        // Floating point.
        clean(&with_f(
            " addi sp, sp, -16\n fsw fs0, 0(sp)\n fmv.w.x fs0, a0\n flw fs0, 0(sp)\n addi sp, sp, 16\n ret\n",
        ));
        clean(&with_mips_f(
            " addiu $sp, $sp, -8\n sdc1 $f20, 0($sp)\n add.d $f20, $f12, $f12\n ldc1 $f20, 0($sp)\n addiu $sp, $sp, 8\n jr $ra\n",
        ));
    }

    #[test]
    fn the_program_itself_owes_nobody_its_registers() {
        clean(&rv32(".globl main\nmain: li s0, 5\n mv a0, s0\n ret\n"));
        clean(&mips32("li $s0, 5\nmove $a0, $s0\nli $v0, 10\nsyscall\n"));
    }

    #[test]
    fn a_library_is_checked_from_its_first_function_on() {
        let source = rv32(".globl f\nf: li s0, 5\n ret\n");
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn one_path_forgets_the_register() {
        let source = with_f(
            " addi sp, sp, -16\n sw s0, 8(sp)\n li s0, 7\n beqz a0, short\n lw s0, 8(sp)\n addi sp, sp, 16\n ret\n\
             short: addi sp, sp, 16\n ret\n",
        );
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn advice_uses_nothing_that_is_in_use() {
        let help = |f: &str| {
            let findings = findings(&with_f(f));
            let help = findings.iter().flat_map(|one| one.help.clone());
            help.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(
            help(" li t0, 1\n li t1, 2\n add s0, t0, t1\n ret\n"),
            "make room on the stack, save it there before it changes, `sw s0, 0(sp)`, and load it \
             again before the return, `lw s0, 0(sp)`; or use a register that need not be saved, \
             such as `t2`"
        );
        let frame = "enlarge the frame of `f`, save `s0` in the new place before it changes, and \
                     load it again before the return";
        assert_eq!(
            help(
                " addi sp, sp, -16\n sw s1, 12(sp)\n li s0, 1\n li t0, 2\n lw s1, 12(sp)\n addi sp, sp, 16\n ret\n"
            ),
            format!("{frame}; or use a register that need not be saved, such as `t1`")
        );
        // A call may change every other register.
        assert_eq!(
            help(
                " addi sp, sp, -16\n sw ra, 12(sp)\n li s0, 1\n jal g\n lw ra, 12(sp)\n addi sp, sp, 16\n ret\ng: ret\n"
            ),
            frame
        );
    }

    #[test]
    fn it_comes_back_from_a_wrong_place() {
        let source = with_mips_f(
            " addiu $sp, $sp, -8\n sw $s0, 0($sp)\n sw $s1, 4($sp)\n li $s0, 1\n li $s1, 2\n\
             lw $s0, 4($sp)\n lw $s1, 0($sp)\n addiu $sp, $sp, 8\n jr $ra\n",
        );
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn half_of_it_is_saved() {
        let source = with_f(
            " addi sp, sp, -16\n sh s0, 8(sp)\n li s0, 7\n lh s0, 8(sp)\n addi sp, sp, 16\n ret\n",
        );
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn a_temporary_does_not_keep_it_over_a_call() {
        let source = with_f(
            " addi sp, sp, -16\n sw ra, 0(sp)\n mv t0, s0\n li s0, 5\n jal g\n mv s0, t0\n lw ra, 0(sp)\n addi sp, sp, 16\n ret\ng: ret\n",
        );
        insta::assert_snapshot!(brief(&source), @r"
        CC0603 line 11: `t0` is read after the call of `g`, which may change it
        CC0602 line 14: `f` returns without restoring `s0`
        ");
    }

    #[test]
    fn the_return_address_is_lost_on_one_path() {
        let source = with_f(" beqz a0, out\n addi a0, a0, -1\n jal f\nout: ret\n");
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn the_return_address_is_loaded_but_was_never_saved() {
        let source = with_mips_f(
            " addiu $sp, $sp, -8\n jal g\n lw $ra, 4($sp)\n addiu $sp, $sp, 8\n jr $ra\ng: jr $ra\n",
        );
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn registers_may_be_kept_behind_a_pointer() {
        clean(&with_f(" sw s0, 0(a0)\n li s0, 5\n lw s0, 0(a0)\n ret\n"));
        let source = with_f(" sw s0, 0(a0)\n li s0, 5\n ret\n");
        insta::assert_snapshot!(brief(&source), @"CC0602 line 8: `f` returns without restoring `s0`");
        let source = with_f(" lw s0, 0(a0)\n ret\n");
        insta::assert_snapshot!(brief(&source), @"CC0602 line 7: `f` returns without restoring `s0`");
    }

    #[test]
    fn a_computed_return_address_is_left_alone() {
        clean(&with_f(
            " mv t0, ra\n la ra, back\n j g\nback: jr t0\ng: jr ra\n",
        ));
    }

    #[test]
    fn shared_registers_are_nobodys() {
        clean(&rv32(
            "# jal: global s0, t1\nmain: jal f\n mv a1, t1\n li a0, 10\n ecall\nf: li s0, 5\n ret\n",
        ));
    }
}

mod temporaries {
    use super::*;

    #[test]
    fn a_long_function_takes_no_longer_than_many_short_ones() {
        let reads = "jal g\n mv t1, t0\n mv t1, t2\n mv t1, a5\n".repeat(5000);
        let source = with_f(&format!("{reads} ret\ng: ret\n"));
        // The three of each call, and the return address.
        assert_eq!(findings(&source).len(), 3 * 5000 + 1);
    }

    #[test]
    fn nothing_is_said_about_functions_that_share_too_much() {
        let calls: String = (0..2000).map(|k| format!("jal f{k}\n")).collect();
        let functions: String = (0..2000).map(|k| format!("f{k}: j common\n")).collect();
        let common = "addi a0, a0, 1\n".repeat(2000);
        let text = format!("main: {calls} li a0, 10\n ecall\n{functions}common: {common} ret\n");
        clean(&rv32(&text));
    }

    #[test]
    fn results_and_other_paths_are_clean() {
        clean(&rv32(
            "main: jal f\n add a0, a0, a1\n li a0, 10\n ecall\nf: ret\n",
        ));
        clean(&mips32(
            "main: jal f\n add $a0, $v0, $v1\n add.d $f4, $f0, $f2\n li $v0, 10\n syscall\nf: jr $ra\n",
        ));
        // Another path defines it.
        clean(&rv32(
            "main: li t0, 1\n beqz a0, on\n jal f\non: add a1, t0, t0\n li a0, 10\n ecall\nf: ret\n",
        ));
        // The environment answers in argument registers too.
        clean(&mips32(
            "main: jal f\n li $a1, 9\n li $v0, 42\n syscall\n move $t0, $a0\n li $v0, 10\n syscall\nf: jr $ra\n",
        ));
    }

    #[test]
    fn a_temporary_is_kept_over_a_call() {
        let source = rv32(
            "main: li t0, 1\n li a1, 2\n jal f\n add a0, a0, t0\n add a0, a0, t0\n li a0, 10\n ecall\nf: ret\n",
        );
        insta::assert_snapshot!(full(&source));
        let source =
            mips32("main: la $t1, f\n jalr $t1\n jalr $t1\n li $v0, 10\n syscall\nf: jr $ra\n");
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn a_program_that_never_returns_may_save_any_return_address() {
        clean(&rv32(
            "main: jal f\n addi sp, sp, -16\n sw ra, 12(sp)\n jal f\n lw ra, 12(sp)\n\
             addi sp, sp, 16\n li a0, 10\n ecall\nf: ret\n",
        ));
        clean(&mips32(
            "main: jal f\n subu $sp, $sp, 4\n sw $ra, 0($sp)\n jal f\n lw $ra, 0($sp)\n\
             addu $sp, $sp, 4\n li $v0, 10\n syscall\nf: jr $ra\n",
        ));
        // One that returns needs its own.
        let returns = brief(&with_f(
            " jal g\n addi sp, sp, -16\n sw ra, 12(sp)\n jal g\n lw ra, 12(sp)\n addi sp, sp, 16\n ret\ng: ret\n",
        ));
        assert!(
            returns.contains("the return address of `f` is lost"),
            "{returns}"
        );
    }

    #[test]
    fn the_return_address_is_lost() {
        let source = with_f(" addi a0, a0, -1\n call g\n ret\ng: ret\n");
        insta::assert_snapshot!(full(&source));
        let source = with_mips_f(" bal g\n jr $ra\ng: jr $ra\n");
        insta::assert_snapshot!(brief(&source), @"CC0603 line 7: the return address of `f` is lost in the call of `g`");
    }

    #[test]
    fn comments_say_what_functions_take_and_give() {
        let source = rv32(
            "main: jal f\n mv s1, a1\n jal g\n li a0, 10\n ecall\n\
             # jal: returns 1\nf: ret\n# jal: args 3, returns 0\ng: ret\n",
        );
        insta::assert_snapshot!(full(&source));
    }
}

mod ends {
    use super::*;

    #[test]
    fn ways_to_end_are_recognised() {
        clean(&rv32(
            "main: jal f\n jal leave\nf: ret\nleave: li a0, 17\n li a1, 3\n ecall\n",
        ));
        clean(&mips32("main: b main\n"));
        clean(&rv32("main: li a0, 1\n"));
        clean(&rv32(".globl f\nf: ebreak\n"));
        clean(&mips32(
            "main: jal f\nloop: j loop\nf: bgez $0, out\nout: jr $ra\n",
        ));
    }

    #[test]
    fn global_labels_inside_a_function_are_part_of_it() {
        clean(&rv32(
            ".globl f, skip\nf: addi sp, sp, -16\n beqz a0, skip\n li a0, 1\nskip: addi sp, sp, 16\n ret\n",
        ));
        clean(&mips32(
            ".globl main\n.globl loop\nmain: li $t0, 5\nloop: addi $t0, $t0, -1\n bnez $t0, loop\n li $v0, 10\n syscall\n",
        ));
    }

    #[test]
    fn a_missing_return() {
        let source = rv32("main: jal f\n jal g\n li a0, 10\n ecall\nf: li a0, 1\ng: ret\n");
        insta::assert_snapshot!(full(&source));
        let source = mips32("main: jal f\n li $v0, 10\n syscall\nf: li $v0, 1\n beqz $a0, f\n");
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn the_program_runs_into_a_function() {
        let source = mips32("main: jal f\nf: jr $ra\n");
        insta::assert_snapshot!(full(&source));
    }
}

mod reserved {
    use super::*;

    #[test]
    fn pseudo_instructions_and_handlers_may_write_them() {
        clean(&mips32(
            ".data\nx: .word 1\n.text\nmain: lw $t0, x\n blt $t0, 70000, out\nout: li $v0, 10\n syscall\n\
             .ktext 0x80000180\n move $k0, $at\n li $k1, 1\n eret\n",
        ));
        clean(&rv32(
            "# jal: global gp\nmain: li gp, 4\n li a0, 10\n ecall\n",
        ));
    }

    #[test]
    fn each_register_is_told_once() {
        let source = rv32("main: li gp, 4\n li tp, 1\n li gp, 3\n li a0, 10\n ecall\n");
        insta::assert_snapshot!(full(&source));
        let source =
            mips32("main: li $k0, 4\n addi $at, $0, 1\n move $gp, $sp\n li $v0, 10\n syscall\n");
        insta::assert_snapshot!(brief(&source), @r"
        CC0401 line 1: `$k0` is written, but it belongs to the kernel, which may change it at any time
        CC0401 line 2: `$at` is written, but it belongs to the assembler: pseudo-instructions change it
        CC0401 line 3: `$gp` is written, but it points to global data in the whole program
        ");
    }
}

mod unreachable_code {
    use super::*;

    #[test]
    fn tables_and_pointers_lead_to_code() {
        clean(&rv32(
            ".data\ntable: .word one, two\n.text\nmain: la t0, table\n lw t0, 0(t0)\n jr t0\n\
             one: li a0, 10\n ecall\ntwo: li a0, 10\n ecall\n",
        ));
        clean(&mips32(
            "main: la $t0, f\n jalr $t0\n li $v0, 10\n syscall\nf: jr $ra\n",
        ));
        clean(&rv32(".globl f\nf: ret\n.globl g\ng: ret\n"));
    }

    #[test]
    fn code_behind_a_jump_and_functions_that_nothing_calls() {
        let source = rv32(
            "main: j out\n li a1, 1\n li a2, 2\nout: li a0, 10\n ecall\nold: jal old\n ret\nolder: ret\n",
        );
        insta::assert_snapshot!(full(&source));
        let source = mips32("main: li $v0, 10\n syscall\n jr $ra\n");
        insta::assert_snapshot!(full(&source));
    }
}

mod unused_labels {
    use super::*;

    #[test]
    fn labels_that_nothing_uses() {
        let source = rv32(
            ".data\nused: .word 1\nspare: .word 2\n.text\nmain: la t0, used\nhere: li a0, 10 # here\n ecall\n",
        );
        insta::assert_snapshot!(full(&source));
    }

    #[test]
    fn labels_of_macros_are_used_in_them() {
        clean(&mips32(
            ".macro wait\nagain: bnez $t0, again\n.end_macro\nmain: wait\n wait\n li $v0, 10\n syscall\n",
        ));
    }
}

#[test]
fn compressed_instructions_and_numeric_labels() {
    clean(&with_f(
        " c.addi sp, -16\n c.swsp s0, 8(sp)\n li s0, 3\n1: addi s0, s0, -1\n bnez s0, 1b\n c.lwsp s0, 8(sp)\n c.addi sp, 16\n c.jr ra\n",
    ));
}
