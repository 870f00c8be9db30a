# `call` is auipc and jalr, so it is no call either. Main keeps s3 across it.
.globl f
    li s3, 3
    call f
    addi s3, s3, 1
    li a0, 10
    ecall
f:
    li s3, 7
    ret
