# Prints a line and exits.
.data
text: .asciiz "Hello, world!\n"
.text
    li a0, 4
    la a1, text
    ecall
    li a0, 10
    ecall
