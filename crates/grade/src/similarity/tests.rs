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
    let shared = sets[0].iter().filter(|print| sets[1].contains(print));
    assert!(shared.count() <= 1);
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

/// The same with a function of one's own behind it, which is not the same for two of them.
fn with_own(number: usize) -> Prints {
    let own: String = (0..8)
        .map(|k| format!("addi t0, t1, {}\n", number * 100 + k))
        .collect();
    prints(&format!(
        "{MERGE}\n{}\n{own}",
        OTHER.replace("merge", "second")
    ))
}

#[test]
fn what_many_have_does_not_count() {
    let class: Vec<Prints> = (0..10).map(with_own).collect();
    assert_eq!(pairs(&class), []);
    // It is telling where few have it.
    assert_eq!(pairs(&class[..2])[0].score, 81);
}

#[test]
fn submissions_of_which_all_is_the_same_are_told_however_many_there_are() {
    let class = vec![with_own(0); 10];
    let found = pairs(&class);
    assert_eq!(found.len(), 45);
    assert!(found.iter().all(|pair| pair.score == 100));
    assert_eq!(found[0].files, ["src/merge.s"]);
    // Not every pair of very many, but each of them.
    let class = vec![with_own(0); 100];
    assert_eq!(pairs(&class).len(), 99);
}
