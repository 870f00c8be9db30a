# A01: a call through a register. The function clobbers s0.
# expect: CC0101 s0 line 13

main:
    li   s0, 1
    la   t0, clobber
    jalr ra, t0, 0
    li   a0, 10                     # exit
    ecall

clobber:
    li   s0, 7
    ret
