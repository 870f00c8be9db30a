# g returns to main past f. The return is not seen: main goes on as if it were g.
.globl f
.globl g
    li s1, 1
    mv s2, sp
    jal f
    mv t0, s1
    li s1, 2
    li a0, 10
    ecall
f:
    addi sp, sp, -4
    sw ra, 0(sp)
    mv a3, ra
    jal g
    lw ra, 0(sp)
    addi sp, sp, 4
    ret
g:
    addi sp, sp, 4
    mv ra, a3
    ret
