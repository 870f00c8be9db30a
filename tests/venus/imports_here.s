# Imports from the working directory.
.import <seven.s>
.globl main
main:
    mv s0 ra
    jal seven
    mv ra s0
    ret
