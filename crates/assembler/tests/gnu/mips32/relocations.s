# Functions of addresses.
        .text
        .globl  _start
        .set    noreorder
_start: lui     $2, %hi(word)
        lw      $3, %lo(word)($2)
        sw      $3, %lo(word+4)($2)
        addiu   $4, $2, %lo(word+0x8000)
        lui     $5, %hi(word+0x8000)
        lw      $6, %gp_rel(small)($28)
        addiu   $7, $28, %gp_rel(small+4)
        ldc1    $f2, %lo(word)($2)
        jal     _start
        nop
        j       _start
        nop
        beq     $2, $3, _start
        nop
        bal     _start
        nop
        la      $28, _gp
1:      b       1b
        nop
        b       1f
        nop
1:      jr      $31
        nop
        .data
        .align  4
word:   .word   word, _start, small - word
        .sdata
        .align  4
        .word   0
small:  .word   small, _gp
