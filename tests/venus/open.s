# Opens the file that its first argument names for writing, and writes to it.
.data
text: .asciiz "some text"
.text
    lw a1 4(a1)
    li a0 13
    li a2 1
    ecall
    mv s0 a0
    li a0 1
    mv a1 s0
    ecall
    li a0 15
    mv a1 s0
    la a2 text
    li a3 9
    li a4 1
    ecall
    mv a1 a0
    li a0 1
    ecall
    li a0 16
    mv a1 s0
    ecall
    li a0 10
    ecall
