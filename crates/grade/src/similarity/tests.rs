use super::*;

const MERGE: &str = "
merge:  li   t0, 0
        addi t1, a1, -1
loop:   bge  t0, t1, done
        slli t2, t0, 2
        add  t2, a0, t2
        lw   t3, 0(t2)
        lw   t4, 4(t2)
        lhu  t5, 0(t3)
        lhu  t6, 0(t4)
        beqz t5, next
        bne  t5, t6, next
        slli t5, t5, 1
        sh   t5, 0(t3)
        sh   zero, 0(t4)
        addi t0, t0, 1
next:   addi t0, t0, 1
        j    loop
done:   ret
";

/// The same, as someone who wants to hide it hands it in.
const HIDDEN: &str = "
.data
x: .word 1          # all new
.text
combine: addi t6, zero, 0   # begin
        addi a7, a1, -1
again:  ble  a7, t6, out
        slli t1, t6, 2
        add  t1, a0, t1
        lw   a2, 0(t1)
        lw   a3, 4(t1)
        lhu  a4, 0(a2)
        lhu  a5, 0(a3)
        beq  a4, x0, skip
        bne  a4, a5, skip
        slli a4, a4, 1
        sh   a4, 0(a2)
        sh   x0, 0(a3)
        addi t6, t6, 1
skip:   addi t6, t6, 1
        j    again
out:    jr   ra
";

/// Another way to the same end.
const OTHER: &str = "
merge:  mv   t0, a0
        slli t1, a1, 2
        add  t1, t1, a0
        addi t1, t1, -4
1:      bgeu t0, t1, 3f
        lw   t2, 0(t0)
        addi t0, t0, 4
        lw   t3, 0(t0)
        lhu  t4, 0(t2)
        lhu  t5, 0(t3)
        bne  t4, t5, 1b
        beq  t4, zero, 1b
        add  t4, t4, t5
        sh   t4, 0(t2)
        sh   zero, 0(t3)
        addi t0, t0, 4
        j    1b
3:      ret
        nop
        nop
        nop
        nop
";

fn prints(text: &str) -> Prints {
    let files = [("src/merge.s".to_owned(), text.as_bytes().to_vec())];
    Prints::of(&files.into())
}

#[test]
fn renaming_hides_nothing() {
    let class = [prints(MERGE), prints(OTHER), prints(HIDDEN)];
    let sets = class.map(|prints| prints.all());
    assert_eq!(sets[0], sets[2]);
    assert!(sets[0].intersection(&sets[1]).count() <= 1);
}

#[test]
fn what_everyone_was_given_does_not_count() {
    let long = format!("{MERGE}\n{}", OTHER.replace("merge", "second"));
    let class = [prints(&long), prints(&long)];
    let found = pairs(&class);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].score, 100);
    assert_eq!(found[0].files, ["src/merge.s"]);
    let class = class.map(|own| own.without(&prints(&long)));
    assert_eq!(pairs(&class), []);
}

#[test]
fn what_many_have_does_not_count() {
    let long = format!("{MERGE}\n{}", OTHER.replace("merge", "second"));
    let class = vec![prints(&long); 10];
    assert_eq!(pairs(&class), []);
}
