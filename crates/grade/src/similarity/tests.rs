use super::*;
use std::collections::BTreeSet;

fn files(text: &str) -> SubmissionFiles {
    [("src/merge.s".to_owned(), text.as_bytes().to_vec())].into()
}

fn prints(text: &str) -> Prints {
    Prints::of(&files(text))
}

/// What the functions of a text compute.
fn deep(text: &str) -> BTreeSet<u64> {
    let prints = prints(text);
    let functions = prints.functions.iter();
    functions.flat_map(|f| f.features.iter().copied()).collect()
}

/// Both do the same in the eyes of the comparison, around something that uses all of it.
#[track_caller]
fn check_same(one: &str, other: &str) {
    assert!(!deep(one).is_empty(), "{one}");
    assert_eq!(deep(one), deep(other), "{one}\n-- and --\n{other}");
}

#[test]
fn riscv_written_in_two_ways_is_the_same() {
    for (one, other) in [
        ("mv t1, a0", "addi t1, a0, 0"),
        ("mv t1, a0", "add t1, a0, zero"),
        ("mv t1, a0", "or x6, x0, a0"),
        ("mv t1, a0", "sub t1, a0, zero"),
        ("li t1, 5", "addi t1, zero, 5"),
        ("li t1, 2048", "lui t1, 1\naddi t1, t1, -2048"),
        ("li t1, 2048", "li t1, 1\nslli t1, t1, 11"),
        ("li t1, 2048", ".equ K, 2048\nli t1, K"),
        ("li t1, 10", "li t1, 4\naddi t1, t1, 6"),
        ("li t1, 'a'", "li t1, 97"),
        ("seqz t1, a0", "sltiu t1, a0, 1"),
        ("snez t1, a0", "sltu t1, x0, a0"),
        ("slli t1, a0, 1", "add t1, a0, a0"),
        ("add t1, a0, a1", "add t1, a1, a0"),
        ("lhu t1, 4(a0)", "nop\nlhu t1, 4(a0)\nmv t1, t1"),
        ("LHU t1, 4(a0)  # value", "lhu t1,4(a0)"),
    ] {
        let around = |text: &str| format!("f:\n{text}\nsw t1, 8(a2)\nbnez t1, f\nret\n");
        check_same(&around(one), &around(other));
    }
}

#[test]
fn branches_either_way_are_the_same() {
    for (one, other) in [
        ("beqz a0, f", "beq zero, a0, f"),
        ("bgt a0, a1, f", "blt a1, a0, f"),
        ("blt a0, a1, f", "bge a0, a1, on\nj f\non:"),
        ("bne a0, a1, f", "beq a1, a0, on\nj f\non:"),
        ("blez a0, f", "bge x0, a0, f"),
        ("blt a0, a1, f", "slt t0, a0, a1\nbnez t0, f"),
        ("bnez a0, f", "snez t0, a0\nbnez t0, f"),
    ] {
        let around = |text: &str| format!("f:\nlw a0, 0(a0)\n{text}\nsw a0, 8(a2)\nret\n");
        let (one, other) = (deep(&around(one)), deep(&around(other)));
        assert!(one.is_subset(&other), "{one:x?} {other:x?}");
    }
}

#[test]
fn mips_written_in_two_ways_is_the_same() {
    for (one, other) in [
        ("move $t1, $a0", "addu $t1, $a0, $zero"),
        ("move $t1, $a0", "or $9, $zero, $4"),
        ("li $t1, 5", "addiu $t1, $zero, 5"),
        ("li $t1, 0x12345", "lui $t1, 1\nori $t1, $t1, 0x2345"),
        ("li $t1, 2048", ".eqv K 2048\nli $t1, K"),
        ("addiu $t1, $a0, 4", "addi $t1, $a0, 4"),
        ("subu $t1, $a0, $a1", "sub $t1, $a0, $a1"),
        ("sll $t1, $a0, 2", "mul $t1, $a0, 4"),
    ] {
        let around = |text: &str| format!("f:\n{text}\nsw $t1, 8($a2)\njr $ra\n");
        check_same(&around(one), &around(other));
    }
    let branch = |text: &str| format!("f:\nlw $t0, 0($a0)\n{text}\njr $ra\n");
    check_same(
        &branch("blt $t0, $a1, f"),
        &branch("slt $t3, $t0, $a1\nbne $t3, $zero, f"),
    );
    check_same(
        &branch("beq $t0, 2048, f"),
        &branch("li $t4, 2048\nbeq $t0, $t4, f"),
    );
}

const LOOP: &str = "
.globl f
f:      addi sp, sp, -16
        sw   ra, 12(sp)
        sw   s0, 8(sp)
        mv   s0, a0
        li   t0, 0
loop:   lhu  t1, 0(s0)
        lhu  t2, 2(s0)
        add  t0, t0, t1
        xor  t0, t0, t2
        addi s0, s0, 4
        bne  s0, a1, loop
        mv   a0, t0
        lw   ra, 12(sp)
        lw   s0, 8(sp)
        addi sp, sp, 16
        ret
";

#[test]
fn registers_frames_and_order_do_not_matter() {
    let renamed = LOOP
        .replace("s0", "s7")
        .replace("t1", "t6")
        .replace("12(sp)", "4(sp)")
        .replace("-16", "-32")
        .replace("loop", "again");
    check_same(LOOP, &renamed);
    let (one, two) = ("lhu  t1, 0(s0)", "lhu  t2, 2(s0)");
    let (before, after) = (
        format!("{one}\n        {two}"),
        format!("{two}\n        {one}"),
    );
    assert!(LOOP.contains(&before));
    check_same(LOOP, &LOOP.replace(&before, &after));
}

#[test]
fn a_piece_with_a_name_of_its_own_is_the_same() {
    let piece = "        add  t0, t0, t1\n        xor  t0, t0, t2\n";
    assert!(LOOP.contains(piece));
    let called = LOOP.replace(piece, "        jal part\n");
    check_same(LOOP, &format!("{called}part:\n{piece}        ret\n"));
}

#[test]
fn what_is_never_used_does_not_count() {
    let dead = LOOP.replace(
        "loop:",
        "slli t5, a1, 3\n addi t5, t5, 9\n li t4, 77\nloop:",
    );
    check_same(LOOP, &dead);
}

#[test]
fn what_differs_is_not_the_same() {
    for (one, other) in [
        ("2(s0)", "6(s0)"),
        ("xor  t0", "and  t0"),
        ("lhu  t1", "lh   t1"),
        ("bne  s0", "blt  s0"),
        ("li   t0, 0", "li   t0, 1"),
    ] {
        assert!(LOOP.contains(one));
        assert_ne!(deep(LOOP), deep(&LOOP.replace(one, other)), "{one}");
    }
}

/// A function that nobody else has, which is not the same for two numbers.
fn own(number: usize) -> String {
    let lines = (0..24).map(|k| {
        let n = number * 31 + k * 7;
        format!(
            "xori t{}, t{}, {n}\nsw t{}, {n}(a1)\n",
            k % 5,
            (k + 1) % 5,
            k % 5
        )
    });
    format!("own:\n{}ret\n", lines.collect::<String>())
}

#[test]
fn what_everyone_was_given_does_not_count() {
    let class = [prints(&own(1)), prints(&own(1)), prints(&own(2))];
    let found = pairs(&class);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].first, found[0].second, found[0].score),
        (0, 1, 100)
    );
    assert_eq!(
        found[0].functions,
        [("src/merge.s".to_owned(), "own".to_owned())]
    );
    let given = prints(&own(1));
    assert_eq!(pairs(&class.clone().map(|one| one.without(&given))), []);
    assert_eq!(pairs(&class.map(|one| one.without_functions(&given))), []);
}

#[test]
fn what_many_have_says_nothing_and_copies_are_one_group() {
    // Everybody wrote the loop; two have more in common.
    let mut class: Vec<Prints> = (0..30)
        .map(|k| prints(&format!("{LOOP}{}", own(k))))
        .collect();
    class.push(prints(&format!("{LOOP}{}", own(7))));
    let found = pairs(&class);
    let named: Vec<(usize, usize)> = found.iter().map(|pair| (pair.first, pair.second)).collect();
    assert_eq!(named, [(7, 30)]);
    // A hundred copies, each with something of its own.
    let copies = (0..100).map(|k| prints(&format!("{}{}g: sw a0, {k}(a2)\nret\n", own(1), own(2))));
    let mut class: Vec<Prints> = copies.collect();
    class.push(prints(&own(9)));
    let found = pairs(&class);
    assert_eq!(found.len(), 99);
    let groups = groups(found, class.len());
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].members, (0..100).collect::<Vec<_>>());
}

#[test]
fn hostile_sources_are_bounded() {
    let equal = "addi t0, t0, 1\n".repeat(30_000);
    let labels: String = (0..15_000)
        .map(|k| format!("l{k}: beqz t0, l{}\n", k / 2))
        .collect();
    let calls: String = (0..20_000)
        .map(|k| format!("f{k}: jal f{}\nret\n", k + 1))
        .collect();
    let line = format!("f: lw t0, {}(t1)\n", "9".repeat(500_000));
    let nested = format!("li t0, {}1{}\n", "%hi(".repeat(200), ")".repeat(200));
    let odd = "é: \u{0}'\"#\\ , (((\nmv \u{202e}t0, \u{fffd}\nli t0, '\\\n.eqv\n: :\n";
    for text in [&equal, &labels, &calls, &line, &nested, odd] {
        let prints = prints(text);
        assert!(prints.all().count() <= MOST_IN_ALL);
        side_by_side(
            &Side::new(files(text), &prints),
            &Side::new(files(text), &prints),
        );
    }
}

#[test]
fn sources_are_shown_side_by_side() {
    let copy = LOOP
        .replace("t1", "t6")
        .replace("loop", "again")
        .replace("xor", "and");
    let (one, other) = (files(LOOP), files(&format!("g: li a0, 0\n ret\n{copy}")));
    let side = |files: SubmissionFiles| {
        let prints = Prints::of(&files);
        Side::new(files, &prints)
    };
    let matches = side_by_side(&side(one), &side(other));
    let mut text = String::new();
    for pair in &matches {
        text += &format!("{} %\n", pair.score);
        for side in [&pair.first, &pair.second] {
            text += &format!("{} {}:{}\n", side.file, side.name, side.line);
            for (line, is_shared) in &side.lines {
                text += &format!("{} {line}\n", if *is_shared { "=" } else { " " });
            }
        }
    }
    insta::assert_snapshot!(text);
}
