# The frame is made in two steps and freed in one.
# prints: 33
        .text
main:   li   $a0, 11
        jal  triple
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

triple: subu $sp, $sp, 8
        sw   $ra, 4($sp)
        sw   $s0, 0($sp)
        move $s0, $a0
        subu $sp, $sp, 16
        sw   $s0, 12($sp)
        jal  twice
        lw   $t0, 12($sp)
        addu $v0, $v0, $t0
        lw   $s0, 16($sp)
        lw   $ra, 20($sp)
        addu $sp, $sp, 24
        jr   $ra

twice:  addu $v0, $a0, $a0
        jr   $ra
