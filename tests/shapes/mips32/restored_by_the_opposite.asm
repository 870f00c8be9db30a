# A saved register is changed under a condition and restored under the same, which is then lost.
# prints: 12 66
.text
.globl main
main:
    li $s0, 11
    li $s1, 22
    li $s2, 33
    li $a0, 5
    li $a1, 7
    jal f
    move $a0, $v0
    li $v0, 1
    syscall
    li $a0, 32
    li $v0, 11
    syscall
    add $s0, $s0, $s1
    add $a0, $s0, $s2
    li $v0, 1
    syscall
    li $v0, 10
    syscall
f:
    addiu $sp, $sp, -8
    sw $s0, 4($sp)
    slt $t1, $a0, $a1
    move $t0, $s0
    movn $s0, $a0, $t1
    movn $s0, $t0, $t1
    li $t1, 0
    addiu $sp, $sp, 8
    add $v0, $a0, $a1
    jr $ra
