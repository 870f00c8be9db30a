# The fifth and sixth argument are on the stack, behind the room for the first four.
# prints: 91
        .text
main:   subu $sp, $sp, 24
        li   $a0, 1
        li   $a1, 2
        li   $a2, 3
        li   $a3, 4
        li   $t0, 5
        sw   $t0, 16($sp)
        li   $t0, 6
        sw   $t0, 20($sp)
        jal  weigh
        addu $sp, $sp, 24
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

weigh:  subu $sp, $sp, 8
        sw   $s0, 0($sp)
        lw   $s0, 24($sp)
        lw   $t1, 28($sp)
        mul  $v0, $s0, 5
        mul  $t1, $t1, 6
        addu $v0, $v0, $t1
        mul  $t2, $a1, 2
        addu $v0, $v0, $t2
        mul  $t2, $a2, 3
        addu $v0, $v0, $t2
        mul  $t2, $a3, 4
        addu $v0, $v0, $t2
        addu $v0, $v0, $a0
        lw   $s0, 0($sp)
        addu $sp, $sp, 8
        jr   $ra
