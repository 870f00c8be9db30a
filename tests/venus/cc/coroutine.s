# swap goes over to another stack and another place; main gets back by a second swap.
.globl swap
.data
other_sp: .word 0x10009000
other_pc: .word other
.text
    jal swap
    li a0, 10
    ecall
other:
    jal swap
    j other
swap:
    la t0, other_sp
    lw t1, 0(t0)
    lw t2, 4(t0)
    sw sp, 0(t0)
    sw ra, 4(t0)
    mv sp, t1
    mv ra, t2
    ret
