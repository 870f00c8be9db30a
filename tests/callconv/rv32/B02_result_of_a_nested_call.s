# The result comes from a nested call on one path, and is the argument on another.
# expect: no finding

.text
main:
    li a0, 0
    jal foo
    mv a1, a0
    li a0, 1
    ecall
    li a0, 10
    ecall
foo:
    beqz a0, fend
    addi sp, sp, -16
    sw ra, 0(sp)
    jal bar
    lw ra, 0(sp)
    addi sp, sp, 16
fend: ret
bar:
    addi a0, a0, 1
    ret
