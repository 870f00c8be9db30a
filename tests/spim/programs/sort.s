# Bubble sort.
        .data
array:  .word   9, -3, 7, 0, 42, 5
n:      .word   6
space:  .asciiz " "
        .text
main:   la      $s0, array
        lw      $s1, n
outer:  sub     $s1, $s1, 1
        blez    $s1, print
        move    $t0, $s0
        move    $t1, $s1
inner:  lw      $t2, 0($t0)
        lw      $t3, 4($t0)
        ble     $t2, $t3, next
        sw      $t3, 0($t0)
        sw      $t2, 4($t0)
next:   add     $t0, $t0, 4
        sub     $t1, $t1, 1
        bgtz    $t1, inner
        b       outer
print:  lw      $s1, n
loop:   lw      $a0, ($s0)
        li      $v0, 1
        syscall
        la      $a0, space
        li      $v0, 4
        syscall
        add     $s0, 4
        sub     $s1, 1
        bnez    $s1, loop
        li      $v0, 10
        syscall
