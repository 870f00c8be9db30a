# Functions are called through registers.
# prints: 49
        .text
main:   la   $a0, square
        li   $a1, 7
        jal  apply
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

apply:  addi $sp, $sp, -4
        sw   $ra, 0($sp)
        move $t9, $a0
        move $a0, $a1
        jalr $t9
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra

square: mult $a0, $a0
        mflo $v0
        jr   $ra
