# Who defines what: declared variables, weak symbols and names of the linker.
        .comm   shared, 8, 8
        .local  own
        .comm   own, 4, 4
        .weak   nowhere
        .globl  _start, outside
        .weak   outside
        .hidden _start
        .protected outside
        .type   _start, @function
        .data
        .word   nowhere, outside
        .word   _etext, etext, _edata, edata, __bss_start, _end, end
        .balign 8
        .text
_start: la      a0, shared
        la      a1, own
        lui     a2, %hi(shared+4)
        addi    a2, a2, %lo(shared+4)
outside: ret
        .size   _start, . - _start
        .ident  "nobody"
        .cfi_startproc
        .cfi_endproc
