# Two functions with one end, and a fall from one function into the next.
.globl f
.globl g
.globl h
    jal f
    jal g
    jal h
    li a0, 10
    ecall
f:
    addi sp, sp, -4
    sw s0, 0(sp)
    li s0, 1
    j end
g:
    addi sp, sp, -4
    sw s0, 0(sp)
    li s0, 2
end:
    lw s0, 0(sp)
    addi sp, sp, 4
    ret
h:
    li a0, 3
k:
    ret
