        .data 0x10010000
buffer: .space 16
        .data 0x10010000
words:  .word 1, 2, 3, 4
        .text
        nop
