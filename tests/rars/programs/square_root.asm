.data
two: .double 2.0
.text
    fld  fa0, two, t0
    fsqrt.d fa0, fa0
    li   a7, 3
    ecall
    li   a0, '\n'
    li   a7, 11
    ecall
    li   t0, 7
    fcvt.s.w fa0, t0
    li   t0, 2
    fcvt.s.w fa1, t0
    fdiv.s fa0, fa0, fa1
    li   a7, 2
    ecall
    li   a7, 10
    ecall
