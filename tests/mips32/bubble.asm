# Sorts an array in memory.
        .eqv COUNT 10
        .data
array:  .word 9, -3, 27, 0, 14, 14, -100, 8
        2147483647, -2147483648
space:  .asciiz " "

        .text
main:   li   $s0, COUNT
outer:  addi $s0, $s0, -1
        blez $s0, print
        la   $t0, array
        li   $t1, 0
inner:  lw   $t2, 0($t0)
        lw   $t3, 4($t0)
        ble  $t2, $t3, ordered
        sw   $t3, 0($t0)
        sw   $t2, 4($t0)
ordered:
        addiu $t0, $t0, 4
        addi $t1, $t1, 1
        blt  $t1, $s0, inner
        j    outer

print:  la   $s1, array
        li   $s2, COUNT
next:   lw   $a0, ($s1)
        li   $v0, 1
        syscall
        la   $a0, space
        li   $v0, 4
        syscall
        addu $s1, $s1, 4
        sub  $s2, $s2, 1
        bnez $s2, next
        li   $a0, '\n'
        li   $v0, 11
        syscall
