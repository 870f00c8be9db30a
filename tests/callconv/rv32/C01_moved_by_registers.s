# C01: a frame that is made and given up by the value of a register, in straight code.
# expect: no finding

main:
    jal  wide
    li   a0, 10                     # exit
    ecall

wide:
    li   t0, 4096
    sub  sp, sp, t0
    sw   s0, 0(sp)
    li   s0, 1
    sub  sp, sp, t0
    sw   t0, 0(sp)
    lw   t1, 0(sp)
    li   t0, 4096
    add  sp, sp, t1
    lw   s0, 0(sp)
    add  sp, sp, t0
    ret
