# Only the sign decides, and it is defined.
# prints: 7
.text
.globl main
main:
    jal f
    move $a0, $v0
    li $v0, 1
    syscall
    li $v0, 10
    syscall
f:
    addiu $sp, $sp, -8
    sb   $zero, 3($sp)
    lw   $t0, 0($sp)
    addiu $sp, $sp, 8
    bltz $t0, minus
    bgez $t0, plus
minus:
    li $v0, 6
    jr $ra
plus:
    li $v0, 7
    jr $ra
