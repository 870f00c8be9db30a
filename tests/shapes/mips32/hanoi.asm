# The towers of Hanoi: arguments are kept on the stack across the calls.
# prints: 31
        .data
moves:  .word 0
        .text
main:   li   $a0, 5
        li   $a1, 1
        li   $a2, 3
        li   $a3, 2
        jal  hanoi
        lw   $a0, moves
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

hanoi:  beqz $a0, hanoi_none
        addi $sp, $sp, -20
        sw   $ra, 16($sp)
        sw   $a0, 0($sp)
        sw   $a1, 4($sp)
        sw   $a2, 8($sp)
        sw   $a3, 12($sp)
        addi $a0, $a0, -1
        move $t0, $a2
        move $a2, $a3
        move $a3, $t0
        jal  hanoi
        lw   $t0, moves
        addi $t0, $t0, 1
        sw   $t0, moves
        lw   $a0, 0($sp)
        addi $a0, $a0, -1
        lw   $a1, 12($sp)
        lw   $a2, 8($sp)
        lw   $a3, 4($sp)
        jal  hanoi
        lw   $ra, 16($sp)
        addi $sp, $sp, 20
hanoi_none:
        jr   $ra
