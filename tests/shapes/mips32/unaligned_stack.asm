# A byte is pushed, then a word: ulw and usw on the stack.
# prints: 1234567 5
        .text
main:   li   $a0, 5
        li   $a1, 1234567
        jal  keep
        move $s0, $v0
        move $a0, $v1
        li   $v0, 1
        syscall
        li   $a0, 32
        li   $v0, 11
        syscall
        move $a0, $s0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

keep:   addi $sp, $sp, -1
        sb   $a0, 0($sp)
        addi $sp, $sp, -4
        usw  $a1, 0($sp)
        ulw  $v1, 0($sp)
        addi $sp, $sp, 4
        lb   $v0, 0($sp)
        addi $sp, $sp, 1
        jr   $ra
