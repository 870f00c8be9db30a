        .globl
        .globl zork
        .data
        .word 1.5
        .word 0:0
        .word 5:-1
        .float 0x10
