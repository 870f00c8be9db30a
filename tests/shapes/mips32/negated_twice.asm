# A saved register is negated, and negated once more; another is turned round twice.
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
    subu $s0, $zero, $s0
    subu $s0, $zero, $s0
    nor $s1, $s1, $zero
    nor $s1, $s1, $zero
    add $v0, $a0, $a1
    jr $ra
