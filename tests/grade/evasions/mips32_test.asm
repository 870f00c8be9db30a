# f adds up the numbers of an array; what the test itself keeps is printed behind each sum.
        .data
one:    .word 1, 2, 3
two:    .word 1, 2, 3, 4
three:  .word 21

        .text
        .globl main
main:
        addiu $sp, $sp, -16
        la   $a0, one
        li   $a1, 3
        jal  check
        la   $a0, two
        li   $a1, 4
        jal  check
        la   $a0, two
        li   $a1, 0
        jal  check
        la   $a0, three
        li   $a1, 1
        jal  check
        j    main_end
main_end:
        li   $v0, 10
        syscall

check:
        addiu $sp, $sp, -32
        sw   $ra, 28($sp)
        sw   $s0, 24($sp)
        li   $s0, 7
        jal  f
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $a0, ' '
        li   $v0, 11
        syscall
        move $a0, $s0
        li   $v0, 1
        syscall
        li   $a0, '\n'
        li   $v0, 11
        syscall
        lw   $ra, 28($sp)
        lw   $s0, 24($sp)
        addiu $sp, $sp, 32
        jr   $ra

        .include "../../src/f.asm"
        .include "../lib.asm"
#== lib
        .text
        .globl twice
        .globl half
        .globl call_back
        .globl stop
twice:
        addu $v0, $a0, $a0
        jr   $ra
half:
        sra  $v0, $a0, 1
        jr   $ra
call_back:
        addiu $sp, $sp, -32
        sw   $ra, 28($sp)
        sw   $s2, 24($sp)
        li   $s2, 9
        move $t0, $a0
        move $a0, $a1
        move $a1, $a2
        jalr $t0
        addiu $s2, $s2, -9
        addu $v0, $v0, $s2
        lw   $ra, 28($sp)
        lw   $s2, 24($sp)
        addiu $sp, $sp, 32
        jr   $ra
stop:
        li   $v0, 10
        syscall
#== sum
        move $t0, $a0
        li   $v0, 0
sum_loop:
        beqz $a1, sum_done
        lw   $t1, 0($t0)
        addu $v0, $v0, $t1
        addiu $t0, $t0, 4
        addiu $a1, $a1, -1
        j    sum_loop
sum_done:
