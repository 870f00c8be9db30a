# A trap instruction is no call of the environment.
# expect: no finding

.text
main:
    li $a0, 6
    li $a1, 3
    jal quot
    move $a0, $v0
    li $v0, 1
    syscall
    li $v0, 10
    syscall
quot:
    teq $a1, $zero
    div $a0, $a1
    mflo $v0
    jr $ra
