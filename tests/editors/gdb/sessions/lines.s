.macro twice(%register)
    add %register, %register, %register
    add %register, %register, %register
.end_macro
.text
.globl main
main:
    li a0, 0x12345678
    twice(a0)
    jal half
    li a7, 10
    ecall
.include "part.s"
