.data
text: .ascii "one line\n"
.text
    li   a0, 1
    la   a1, text
    li   a2, 9
    li   a7, 64
    ecall
    li   a7, 1
    ecall
    li   a7, 10
    ecall
