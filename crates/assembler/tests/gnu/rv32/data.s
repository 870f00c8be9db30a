# Data of every kind.
        .data
bytes:  .byte   1, -1, 255, 'a', 0x7f, 010, 0b101
        .2byte  0x1234
        .half   -2
        .short  3, 4
        .hword  0xffff
        .4byte  bytes
        .word   1, bytes+4, -1
        .long   0x12345678
        .int    'z'
        .8byte  0x1122334455667788
        .dword  -3
        .quad   1
        .float  1.5, -2, 1e10
        .double 3.25, -0.1
        .uleb128 0
        .uleb128 127
        .uleb128 128
        .uleb128 624485
        .sleb128 0
        .sleb128 -1
        .sleb128 63
        .sleb128 64
        .sleb128 -64
        .sleb128 -65
        .sleb128 -123456
        .ascii  "no end", " two"
        .asciz  "end"
        .string "line\n\ttab \"quoted\" \\ \101\x42"
        .zero   3
        .space  2, 0xaa
        .skip   1
        .fill   3, 2, 0x1234
        .fill   2, 8, 0x11223344
        .fill   2
        .balign 4
        .word   . - bytes
        .globl  _start
        .text
_start: nop
