# Registers are pushed around each call, and popped after it.
# prints: 20
        .text
main:   li   $a0, 3
        jal  run
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

run:    addi $sp, $sp, -4
        sw   $ra, 0($sp)
        li   $t0, 4
        addi $sp, $sp, -4
        sw   $t0, 0($sp)
        addi $sp, $sp, -4
        sw   $a0, 0($sp)
        jal  four
        lw   $a0, 0($sp)
        addi $sp, $sp, 4
        lw   $t0, 0($sp)
        addi $sp, $sp, 4
        add  $t1, $v0, $a0
        add  $t0, $t0, $t1
        addi $sp, $sp, -4
        sw   $t0, 0($sp)
        jal  four
        lw   $t0, 0($sp)
        addi $sp, $sp, 4
        add  $v0, $v0, $t0
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        addi $v0, $v0, 5
        jr   $ra

four:   li   $v0, 4
        jr   $ra
