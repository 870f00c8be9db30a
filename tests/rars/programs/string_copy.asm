.data
from: .asciz "copied"
      .align 2
to:   .space 16
.text
    la   a0, to
    la   a1, from
    call copy
    la   a0, to
    li   a7, 4
    ecall
    mv   a0, s11
    li   a7, 1
    ecall
    li   a7, 10
    ecall
copy:
    li   s11, 0
byte:
    lb   t0, 0(a1)
    sb   t0, 0(a0)
    beqz t0, copied
    addi a0, a0, 1
    addi a1, a1, 1
    addi s11, s11, 1
    j    byte
copied:
    ret
