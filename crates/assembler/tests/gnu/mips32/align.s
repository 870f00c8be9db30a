# Data among instructions, which go on at multiples of four.
        .text
        .globl  __start
__start: nop
        .byte   1
        .align  1
        .byte   2, 3
        .align  2
        nop
        .byte   4
        .align  4
        nop
        .ascii  "abc"
        .balign 8
        nop
        .byte   5
two:    .half   6
        .byte   7
four:   .word   8
        nop
