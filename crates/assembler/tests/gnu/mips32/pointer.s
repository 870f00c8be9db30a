# The global pointer in a function that may lie anywhere.
        .abicalls
        .text
        .globl  _start
        .ent    _start
        .frame  $29, 32, $31
        .set    noreorder
_start: .cpload $25
        addiu   $29, $29, -32
        .cprestore 16
        lw      $2, %gp_rel(small)($28)
        addiu   $3, $28, %gp_rel(small)
        .end    _start
        .sdata
        .align  4
        .word   1
small:  .word   2
