# main saves its return address and never returns.
# prints: 8
        .text
        .globl main
main:   addi $sp, $sp, -4
        sw   $ra, 0($sp)
        li   $a0, 4
        jal  twice
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

twice:  add  $v0, $a0, $a0
        jr   $ra
