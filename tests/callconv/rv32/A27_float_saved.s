# A27: fs0 is a saved register, too.
# expect: CC0101 fs0 line 14

main:
    li   t0, 3
    fcvt.s.w fs0, t0
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    li   t0, 4
    fcvt.s.w fs0, t0
    ret
