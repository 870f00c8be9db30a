# A27: ft0 is used after a call.
# expect: CC0201 ft0 line 8

main:
    li   t0, 3
    fcvt.s.w ft0, t0
    jal  leaf
    fadd.s fa0, ft0, ft0
    fcvt.w.s a1, fa0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    ret
