# Who fills the slots after branches.
        .text
        .globl  _start
_start: beq     $2, $3, _start
        jal     _start
        bge     $2, $3, _start
        jr      $31
        .set    push
        .set    noreorder
        .set    nomacro
        beq     $2, $3, _start
        addiu   $4, $4, 1
        .set    pop
        b       _start
        .set    noat
        .set    at
        .set    nomips16
        .set    nomicromips
        .set    mips32r2
        j       $31
        syscall
        beq     $2, 5, _start
        .set    noreorder
        b       _start
        nop
        .set    reorder
        bc1t    _start
        .set    n, 5
        li      $2, n
        .macro  twice reg
        addu    \reg, \reg, \reg
        bnez    \reg, _start
        .endm
        twice   $5
