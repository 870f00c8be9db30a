# A condition decides between two registers that hold the same, or loads.
# prints: 42
.text
.globl main
main:
    li    $s0, 42
    li    $a0, 1
    jal   f
    li    $a0, 0
    jal   f
    move  $a0, $s0
    li    $v0, 1
    syscall
    li    $v0, 10
    syscall
f:
    addiu $sp, $sp, -8
    sw    $s0, 4($sp)
    lw    $t0, 4($sp)
    beqz  $a0, untouched
    li    $s0, 7
untouched:
    movn  $s0, $t0, $a0
    addiu $sp, $sp, 8
    jr    $ra
