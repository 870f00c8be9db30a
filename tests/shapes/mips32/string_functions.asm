# strlen, strcpy and strcat; what they return is the address they were given.
# prints: one two 7
        .data
one:    .asciiz "one"
two:    .asciiz " two"
buffer: .space 32
        .text
main:   la   $a0, buffer
        la   $a1, one
        jal  strcpy
        move $a0, $v0
        la   $a1, two
        jal  strcat
        move $s0, $v0
        move $a0, $v0
        li   $v0, 4
        syscall
        li   $a0, 32
        li   $v0, 11
        syscall
        move $a0, $s0
        jal  strlen
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

strlen: move $v0, $zero
strlen_next:
        addu $t0, $a0, $v0
        lbu  $t0, ($t0)
        beqz $t0, strlen_end
        addiu $v0, $v0, 1
        b    strlen_next
strlen_end:
        jr   $ra

strcpy: move $v0, $a0
strcpy_next:
        lbu  $t0, ($a1)
        sb   $t0, ($a0)
        addiu $a0, $a0, 1
        addiu $a1, $a1, 1
        bnez $t0, strcpy_next
        jr   $ra

strcat: subu $sp, $sp, 12
        sw   $ra, 8($sp)
        sw   $a0, 4($sp)
        sw   $a1, 0($sp)
        jal  strlen
        lw   $a1, 0($sp)
        lw   $a0, 4($sp)
        addu $a0, $a0, $v0
        jal  strcpy
        lw   $v0, 4($sp)
        lw   $ra, 8($sp)
        addu $sp, $sp, 12
        jr   $ra
