# All arguments are pushed, and the callee counts from its own frame.
# prints: 42
        .text
main:   subu $sp, $sp, 4
        li   $t0, 6
        sw   $t0, 0($sp)
        subu $sp, $sp, 4
        li   $t0, 7
        sw   $t0, 0($sp)
        move $a0, $sp
        jal  multiply
        addu $sp, $sp, 8
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

multiply:
        lw   $t0, 0($a0)
        lw   $t1, 4($a0)
        mul  $v0, $t0, $t1
        jr   $ra
