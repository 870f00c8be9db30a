# Two saved registers are exchanged, and exchanged back, without a third one.
# prints: 42 43
.text
.globl main
main:
    li $s0, 42
    li    $s1, 43
    jal   f
    move $a0, $s0
    li $v0, 1
    syscall
    li $a0, 32
    li $v0, 11
    syscall
    move $a0, $s1
    li $v0, 1
    syscall
    li $v0,10
    syscall
f:
    xor   $s0, $s0, $s1
    xor   $s1, $s0, $s1
    xor   $s0, $s0, $s1
    xor   $s0, $s0, $s1
    xor   $s1, $s0, $s1
    xor   $s0, $s0, $s1
    jr $ra
