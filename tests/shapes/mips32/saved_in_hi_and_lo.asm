# Saved registers are kept in HI and LO.
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
    mthi $s0
    li $s0, 3
    mfhi $s0
    mtlo $s1
    li $s1, 3
    mflo $s1
    add $v0, $a0, $a1
    jr $ra
