# Padding of data and of instructions.
        .text
        .globl  _start
_start: nop
        .align  4
        nop
        .balign 32
        nop
        .p2align 4,,3
        nop
        .p2align 3,,15
        .balign 32
        .data
        .byte   1
        .align  2
        .byte   2
        .balign 8, 0x55
        .byte   3
        .p2align 2, 0x66
        .byte   4
        .p2align 4, 0x77, 3
        .byte   5
        .org    0x40
        .byte   6
        .org    . + 3, 0x99
        .byte   7
        . = . + 2
        .byte   8
        .text
        .byte   1
        .balign 2
        .byte   2, 3
        .balign 8
        nop
        .byte   4
        .balign 16
        nop
        .ascii  "abc"
        .balign 8
        nop
        nop
