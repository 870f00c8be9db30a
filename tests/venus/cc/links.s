# The return address may be kept elsewhere: it is a call for all that, but its return is none. A call
# of the next instruction is none.
.globl f
.globl g
.globl next
    li s2, 1
    jal next
next:
    mv t2, s2
    jal t0, f
    mv t2, s2
    jal s1, g
    li a0, 10
    ecall
f:
    jr t0
g:
    jr s1
