# `sw` before the return where `lw` was meant.
# expect: CC0101 $s0 line 19
# expect: text did you mean `lw $s0, 4($sp)`?
.globl main
main:
    li   $a0, 1
    jal  outer
    li   $v0, 10
    syscall

outer:
    addiu $sp, $sp, -8
    sw   $s0, 4($sp)
    move $s0, $a0
    add  $v0, $s0, $s0

    sw   $s0, 4($sp)
    addiu $sp, $sp, 8
    jr   $ra
