    li   $v0, 5
    syscall
    move $a0, $v0
    jal  fact
    move $a0, $v0
    li   $v0, 1
    syscall
    li   $v0, 10
    syscall
fact:
    addi $sp, $sp, -8
    sw   $ra, 4($sp)
    sw   $a0, 0($sp)
    li   $v0, 1
    blt  $a0, 2, base
    addi $a0, $a0, -1
    jal  fact
    lw   $a0, 0($sp)
    mul  $v0, $v0, $a0
base:
    lw   $ra, 4($sp)
    addi $sp, $sp, 8
    jr   $ra
