# Data: aligned by themselves unless the size is in the name.
        .data
        .align  4
one:    .byte   1
two:    .half   2
        .byte   3
four:   .word   4, one, two, four
        .byte   5
        .4byte  0x11223344
        .2byte  0x5566
        .8byte  0x0102030405060708
        .float  1.5
        .double -2.5
        .byte   6
        .align  2
        .ascii  "text\000"
        .asciz  "end"
        .space  3
        .fill   2, 4, 0x12345678
        .align  2
        .word   . - one
        .sdata
        .align  4
small:  .word   small
        .rdata
        .align  4
        .word   $Llocal
        .text
        .globl  _start
        .ent    _start
        .frame  $sp,0,$31
        .mask   0x00000000,0
        .fmask  0x00000000,0
_start: nop
$Llocal: nop
        .end    _start
        .size   _start, .-_start
