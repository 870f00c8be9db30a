.macro show %number %call
    li   a0, %number
    li   a7, %call
    ecall
    li   a0, '\n'
    li   a7, 11
    ecall
.end_macro
.text
    show(-5, 1)
    show(-5, 34)
    show 5, 35
    show(-5, 36)
    show 'A', 11
    show 010, 1
    li   a7, 10
    ecall
