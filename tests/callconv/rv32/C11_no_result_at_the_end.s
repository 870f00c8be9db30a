# C11: a function that gives a result returns what a call left in the register.
# expect: CC0201 a0 line 19

main:
    jal  outer
    li   a0, 10                     # exit
    ecall

# jal: returns 1
outer:
    addi sp, sp, -16
    sw   ra, 0(sp)
    li   t0, 4
    jal  inner
    lw   ra, 0(sp)
    addi sp, sp, 16
    nop
    nop
    ret

# jal: returns 0
inner:
    li   a0, 4
    ret
