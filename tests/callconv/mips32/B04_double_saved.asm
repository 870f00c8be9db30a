# A double is saved and restored with both of its registers.
# expect: no finding

.text
main:
    jal f
    jal f
    li $v0, 10
    syscall
f:  addiu $sp, $sp, -20
    sdc1 $f20, 0($sp)
    sdc1 $f22, 8($sp)
    mtc1 $zero, $f20
    mtc1 $zero, $f21
    mov.d $f22, $f20
    ldc1 $f20, 0($sp)
    ldc1 $f22, 8($sp)
    addiu $sp, $sp, 20
    jr $ra
