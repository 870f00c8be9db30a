# Functions of addresses.
        .text
        .globl  _start
_start: lui     a0, %hi(word)
        lw      a1, %lo(word)(a0)
        sw      a1, %lo(word+4)(a0)
        addi    a1, a0, %lo(word+0x7fc)
1:      auipc   a2, %pcrel_hi(word)
        lw      a3, %pcrel_lo(1b)(a2)
        addi    a4, a2, %pcrel_lo(1b)
.Lp:    auipc   a5, %pcrel_hi(far)
        sw      a3, %pcrel_lo(.Lp)(a5)
        flw     fa0, %lo(word)(a0)
        fsd     fa1, %lo(far)(a0)
        lw      t0, word
        lb      t1, word + 1
        sw      t0, word, t1
        flw     ft0, word, t2
        fld     ft1, far, t2
        fsw     ft0, word, t2
        call    function
        call    t0, function
        tail    function
        jump    function, t3
        la      t4, far
        lla     t5, word + 12
        la      gp, __global_pointer$
        j       function
        jal     function
        beqz    a0, function
function: ret
        .data
word:   .word   function, word + 4, far - word, . - word
        .byte   far - word
        .half   far - word
        .section .sdata,"aw"
        .balign 8
far:    .word   word, _start
