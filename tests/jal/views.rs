//! `jal run --cache`, `--pipeline` and `--stats`, as people and programs see them.

use crate::folder::Folder;

/// Adds up the same array by rows of two blocks.
const ARRAY: &str = "\
.data
array: .zero 256
.text
.globl main
main:
    la   t0, array
    li   t1, 64
loop:
    lw   t2, 0(t0)
    add  a0, a0, t2
    addi t0, t0, 4
    addi t1, t1, -1
    bnez t1, loop
    li   a0, 0
    ret
";

#[test]
fn views_are_shown_after_the_run() {
    let folder = Folder::new().with("p.s", ARRAY);
    let shown = |args: &[&str]| {
        folder
            .jal(&[&["run"], args, &["p.s"]].concat())
            .transcript()
    };
    insta::assert_snapshot!("cache", shown(&["--cache", "128:16:2"]));
    insta::assert_snapshot!("pipeline", shown(&["--pipeline"]));
    insta::assert_snapshot!(
        "both_views",
        shown(&["--cache=venus", "--pipeline=textbook"])
    );
}

#[test]
fn settings_that_are_wrong_are_pointed_at() {
    let folder = Folder::new().with("p.s", ARRAY);
    insta::assert_snapshot!(
        "cache_mistake",
        folder
            .jal(&["run", "--cache", "4KiB:32:2:lur", "p.s"])
            .transcript()
    );
    insta::assert_snapshot!(
        "pipeline_mistake",
        folder
            .jal(&["run", "--pipeline=forwarding,taken,mul", "p.s"])
            .transcript()
    );
}

#[test]
fn views_are_values_for_programs() {
    let folder = Folder::new().with("p.s", ARRAY);
    let args = [
        "run",
        "--message-format",
        "json",
        "--cache",
        "128:16:2",
        "--pipeline",
        "p.s",
    ];
    insta::assert_snapshot!("views_json", folder.jal(&args).transcript());
}

/// A macro, a function in another file, and a recursion.
#[test]
fn functions_are_listed_with_the_statistics() {
    let rars = "\
.macro twice(%f)
    jal  ra, %f
    jal  ra, %f
.end_macro
.text
main:
    twice(one)
    li   a0, 5
    jal  ra, sum
    li   a7, 10
    ecall
one:
    nop
    ret
";
    let sum = "\
.text
.globl sum
sum:
    addi sp, sp, -4
    sw   ra, 0(sp)
    beqz a0, done
    addi a0, a0, -1
    jal  ra, sum
done:
    lw   ra, 0(sp)
    addi sp, sp, 4
    ret
";
    let mips = "\
main:   jal   f
        li    $v0, 10
        syscall
f:      move  $t0, $ra
        jal   g
        move  $ra, $t0
        jr    $ra
g:      jr    $ra
";
    let folder = Folder::new()
        .with("p.s", rars)
        .with("sum.s", sum)
        .with("p.asm", mips);
    let table = |args: &[&str]| {
        let said = folder.jal(&[&["run", "--stats"], args].concat()).stderr;
        let start = said
            .find("\n\n")
            .unwrap_or_else(|| panic!("no table: {said}"));
        said[start..].to_owned()
    };
    let together = table(&["--with", "sum.s", "p.s"]) + &table(&["p.asm"]);
    insta::assert_snapshot!("functions", together);
    let args = ["run", "--stats", "--message-format", "json", "p.asm"];
    let json = folder.jal(&args).stderr;
    insta::assert_snapshot!("functions_json", json.lines().last().unwrap_or_default());
}

#[test]
fn views_are_explained() {
    let folder = Folder::new();
    for what in ["cache", "pipeline", "views"] {
        let name = format!("explain_{what}");
        insta::assert_snapshot!(name, folder.jal(&["explain", what]).transcript());
    }
    let said = folder.jal(&["explain", "pipelin"]).stderr;
    assert!(said.contains("pipeline"), "{said}");
}

/// Watching one thing does not hide another: the check sees the same accesses as without statistics.
#[test]
fn views_do_not_disturb_each_other() {
    let source = "\
.globl main
main:
    addi sp, sp, -8
    sw   ra, 4(sp)
    jal  ra, f
    lw   ra, 4(sp)
    addi sp, sp, 8
    li   a0, 0
    ret
f:
    sw   zero, 0(sp)
    ret
";
    let folder = Folder::new().with("p.s", source);
    let plain = folder.jal(&["run", "--check", "p.s"]);
    assert_eq!(plain.code, Some(123), "{}", plain.stderr);
    for views in [
        &["--stats"][..],
        &["--cache", "mars"],
        &["--pipeline"],
        &["--cache", "mars", "--pipeline", "--stats", "--trace=t.txt"],
    ] {
        let args = [&["run", "--check"], views, &["p.s"]].concat();
        let ran = folder.jal(&args);
        assert_eq!(ran.code, plain.code);
        assert!(
            ran.stderr.ends_with(&plain.stderr),
            "{views:?}: {}",
            ran.stderr
        );
    }
    // Alone or together, they see the same.
    let alone = folder.jal(&["run", "--cache", "mars", "p.s"]).stderr;
    let pipeline = folder.jal(&["run", "--pipeline", "p.s"]).stderr;
    let together = folder
        .jal(&["run", "--cache", "mars", "--pipeline", "p.s"])
        .stderr;
    assert_eq!(together, alone + &pipeline);
}
