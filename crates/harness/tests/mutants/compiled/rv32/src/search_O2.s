# Compiled from functions.c by build.sh: -march=rv32im -O2
.globl search
.text
# jal: args 4, returns 1
search:
    mv a6, a0
    j search_4
search_2:
    lw a4, 0(a4)
    mv a0, a5
    beq a4, a3, search_1
    blt a4, a3, search_8
    mv a2, a5
search_4:
    add a4, a2, a1
    srli a5, a4, 31
    add a5, a5, a4
    srai a5, a5, 1
    slli a4, a5, 2
    add a4, a6, a4
    bgt a2, a1, search_2
    not a0, a1
    ret
search_1:
    ret
search_8:
    addi a1, a5, 1
    j search_4
