# Calls a function that another file brings.
.globl main
main:
    addi sp sp -4
    sw ra 0(sp)
    jal seven
    lw ra 0(sp)
    addi sp sp 4
    ret
