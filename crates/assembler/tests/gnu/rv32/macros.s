# Macros, repetition and conditions.
        .data
        .macro  pair a, b=7
        .byte   \a, \b
        .endm
        pair    1, 2
        pair    3
        pair    b=4, a=5
        pair    1 + 2, 3*4
        .macro  table name:req, values:vararg
table_\name:
        .half   \values
count_\name = (. - table_\name) / 2
        .endm
        table   one, 1, 2, 3
        table   two, 0x10 , 0x20
        .byte   count_two
        .macro  unique
label\@: .byte  \@
        .word   label\@
        .endm
        unique
        unique
        .macro  sum from=0, to=5
        .byte   \from
        .if     \to-\from
        sum     "(\from+1)",\to
        .endif
        .endm
        sum     0, 4
        .macro  early n
        .byte   \n
        .ifeq   \n - 3
        .exitm
        .endif
        .byte   0xff
        .endm
        early   2
        early   3
        .irp    r, 1, 2, "3, 4"
        .byte   \r
        .endr
        .irpc   c, 0123
        .byte   0x\c\c
        .endr
        .rept   3
        .byte   0xee
        .endr
i = 0
        .rept   4
        .byte   i
        .if     i & 1
        .byte   0x80 + i
        .elseif i == 2
        .byte   0x40
        .else
        .byte   0x20
        .endif
i = i + 1
        .endr
        .set    known, 1
        .ifdef  known
        .byte   1
        .endif
        .ifndef unknown
        .byte   2
        .endif
        .ifc    abc, abc
        .byte   3
        .endif
        .ifnc   abc, abd
        .byte   4
        .endif
        .ifeqs  "x", "x"
        .byte   5
        .endif
        .ifnes  "x", "y"
        .byte   6
        .endif
        .ifb
        .byte   7
        .endif
        .ifnb   x
        .byte   8
        .endif
        .ifgt   1
        .byte   9
        .endif
        .ifge   0 ; .byte 10 ; .endif
        .iflt   -1 ; .byte 11 ; .endif
        .ifle   0 ; .byte 12 ; .endif
        .if 0
        .if 1
        .byte   99
        .endif
        .byte   98
        .else
        .byte   13
        .endif
        .purgem pair
        .macro  pair a
        .byte   \a
        .endm
        pair    14
        .macro  text t
        .ascii  "<\t>\()x"
        .endm
        text    "a b"
        .include "included.inc"
        .incbin "bytes.bin"
        .incbin "bytes.bin", 2, 3
        .text
        .macro  push reg, more:vararg
        addi    sp, sp, -4
        sw      \reg, 0(sp)
        .ifnb   \more
        push    \more
        .endif
        .endm
        .globl  _start
_start: push    ra, s0, s1
