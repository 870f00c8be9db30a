# The return address may be kept elsewhere: a call for all that, but its return is none. A call of
# the next instruction is none.
.globl f
.globl g
.globl next
    li t1, 1
    jal next
next:
    mv t2, t1
    jal t0, f
    mv t2, t1
    jal s1, g
    li a0, 10
    ecall
f:
    jr t0
g:
    jr s1
