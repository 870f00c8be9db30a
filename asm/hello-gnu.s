# For GNU as: prints a text with a call of Linux, through a macro.
        .macro  linux number:req, a=0, b, c
        li      a0, \a
        .ifnb   \b
        la      a1, \b
        li      a2, \c
        .endif
        li      a7, \number
        ecall
        .endm

        .section .rodata
text:   .ascii  "Hello, GNU!\n"
        .set    length, . - text

        .text
        .globl  _start
        .type   _start, @function
_start: linux   64, 1, text, length     # write
        linux   93                      # exit
        .size   _start, .-_start
