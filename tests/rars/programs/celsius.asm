.data
nine: .float 1.8
base: .float 32
.text
    li   a7, 6
    ecall
    flw  ft0, nine, t0
    flw  ft1, base, t0
    fmul.s fa0, fa0, ft0
    fadd.s fa0, fa0, ft1
    li   a7, 2
    ecall
    li   a7, 10
    ecall
