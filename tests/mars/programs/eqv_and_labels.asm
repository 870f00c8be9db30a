.eqv SIZE 3
.eqv PRINT_INT li $v0, 1
.data
b: .word 1:SIZE
.text
    la   $t0, b
    lw   $a0, 8($t0)
    PRINT_INT
    syscall
    j    b_done
    li   $a0, 9
    syscall
b_done:
    li   $v0, 10
    syscall
