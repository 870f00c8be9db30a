# Pseudo-instructions.
        .option push
        .option norvc
        .option pop
        .text
        .globl  _start
_start: nop
        li      a0, 0
        li      a0, -2048
        li      a0, 2047
        li      a0, 2048
        li      a0, 0x1000
        li      a0, 0x12345678
        li      a0, 0xffffffff
        li      a0, 0x80000000
        li      a0, 0xfffff800
        li      a0, 0x7ffff800
        mv      a0, a1
        not     a0, a1
        neg     a0, a1
        seqz    a0, a1
        snez    a0, a1
        sltz    a0, a1
        sgtz    a0, a1
        sgt     a0, a1, a2
        sgtu    a0, a1, a2
        zext.b  a0, a1
        beqz    a0, _start
        bnez    a0, _start
        blez    a0, _start
        bgez    a0, _start
        bltz    a0, _start
        bgtz    a0, _start
        bgt     a0, a1, _start
        ble     a0, a1, _start
        bgtu    a0, a1, _start
        bleu    a0, a1, _start
        j       _start
        jr      a0
        jalr    a0
        jalr    a0, 4(a1)
        jr      8(a2)
        ret
        fmv.s   fa0, fa1
        fabs.s  fa0, fa1
        fneg.s  fa0, fa1
        fmv.d   fa0, fa1
        fabs.d  fa0, fa1
        fneg.d  fa0, fa1
        fgt.s   a0, fa1, fa2
        fge.d   a0, fa1, fa2
        fcvt.w.d a1, fa5, rtz
        fcvt.d.s fa1, fa0
        fmadd.d fa0, fa1, fa2, fa3
        csrr    a0, fcsr
        csrw    fcsr, a0
        frflags a0
        fsflags a0
        rdcycle a0
        fence
        unimp
        ebreak
        ecall
        amoadd.w.aqrl a0, a1, (a2)
        lr.w    a0, (a1)
        sc.w    a0, a2, (a1)
