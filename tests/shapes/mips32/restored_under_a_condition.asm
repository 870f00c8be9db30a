# Saved registers are restored by moves that depend on a condition.
# prints: 42 43
.text
.globl main
main:
    li    $s0, 42
    li    $s1, 43
    jal   f
    move  $a0, $s0
    li    $v0, 1
    syscall
    li    $a0, 32
    li    $v0, 11
    syscall
    move  $a0, $s1
    li    $v0, 1
    syscall
    li    $v0, 10
    syscall
f:
    move  $t0, $s0
    move  $t1, $s1
    li    $s0, 7
    li    $s1, 7
    movz  $s0, $t0, $zero
    li    $t2, 1
    movn  $s1, $t1, $t2
    jr    $ra
