# Only ret to the address that the last call kept is a return. After any other, main is taken for
# the function, in which nothing has set s2.
.globl f
.globl g
    li s2, 1
    jal f
    mv t1, s2
    jal g
    mv t2, s2
    li a0, 10
    ecall
f:
    ret
g:
    addi ra, ra, -4
    jalr x0, ra, 4
