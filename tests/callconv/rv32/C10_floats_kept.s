# C10: a saved floating-point register is kept in another register of either kind.
# expect: no finding

main:
    li   t0, 3
    fcvt.s.w fs0, t0
    fcvt.s.w fs1, t0
    jal  leaf
    fadd.s fa0, fs0, fs1
    fcvt.w.s a1, fa0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    fmv.s ft0, fs0
    fmv.x.w t1, fs1
    li   t0, 9
    fcvt.s.w fs0, t0
    fcvt.s.w fs1, t0
    fmv.s fs0, ft0
    fmv.w.x fs1, t1
    ret
