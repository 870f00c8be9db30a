# The size of the frame is in a register, twice.
# prints: 77
        .text
main:   li   $a0, 77
        jal  outer
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

outer:  li   $t0, 70000
        subu $sp, $sp, $t0
        sw   $ra, 0($sp)
        sw   $a0, 4($sp)
        jal  inner
        lw   $t1, 4($sp)
        addu $v0, $v0, $t1
        lw   $ra, 0($sp)
        li   $t0, 70000
        addu $sp, $sp, $t0
        jr   $ra

inner:  li   $t0, 50000
        sub  $sp, $sp, $t0
        sw   $a0, 0($sp)
        lw   $v0, 0($sp)
        subu $v0, $v0, $a0
        add  $sp, $sp, $t0
        jr   $ra
