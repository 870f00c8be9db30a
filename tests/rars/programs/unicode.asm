.data
text: .string "Grüße \u20ac"
.text
    la   a0, text
    li   a7, 4
    ecall
    la   t0, text
    lbu  a0, 2(t0)
    li   a7, 34
    ecall
    li   a7, 10
    ecall
