# Sections, parts of sections, and the way back.
        .text   1
        .word   0x11111111
        .text
        .globl  _start
_start: nop
        .text   2
        .word   0x22222222
        .subsection 1
        .word   0x33333333
        .section .rodata.str1.4,"aMS",@progbits,1
        .string "merged"
        .section .rodata
        .word   0x44444444
        .pushsection .data
        .word   0x55555555
        .pushsection .sdata,"aw"
        .word   0x66666666
        .popsection
        .word   0x77777777
        .popsection
        .word   0x88888888
        .previous
        .data   1
        .word   0x99999999
        .data   0
        .word   0xaaaaaaaa
        .section .text.startup,"ax",@progbits
        nop
        .bss
zeros:  .space  8
        .section .sbss,"aw",@nobits
small:  .zero   4
        .section .init,"ax"
        nop
        .section marks,"aw"
        .word   1, 2
        .section .note.GNU-stack,"",@progbits
        .section .debug_info,"",@progbits
        .4byte  .Lnowhere - .Lelse
.Lelse: .uleb128 5
.Lnowhere:
        .data
        .word   zeros, small, __start_marks, __stop_marks
