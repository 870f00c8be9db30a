# Frames made with sub and add.
# prints: 120
        .text
main:   li   $a0, 5
        jal  factorial
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

factorial:
        sub  $sp, $sp, 8
        sw   $ra, 4($sp)
        sw   $a0, 0($sp)
        li   $v0, 1
        blez $a0, factorial_end
        sub  $a0, $a0, 1
        jal  factorial
        lw   $a0, 0($sp)
        mul  $v0, $v0, $a0
factorial_end:
        lw   $ra, 4($sp)
        add  $sp, $sp, 8
        jr   $ra
