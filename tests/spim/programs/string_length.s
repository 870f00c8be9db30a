# Functions in the style of a compiler: .ent, .frame and .mask are passed over.
        .rdata
word:   .asciiz "assembly"
        .text
        .align  2
        .globl  main
        .ent    main
main:
        .frame  $sp, 24, $31
        .mask   0x80000000, -4
        .set    noreorder
        .set    reorder
        addiu   $sp, $sp, -24
        sw      $31, 20($sp)
        la      $4, word
        jal     length
        move    $4, $2
        li      $2, 1
        syscall
        lw      $31, 20($sp)
        addiu   $sp, $sp, 24
        j       $31
        .end    main
        .ent    length
length: move    $2, $0
$L1:    addu    $3, $4, $2
        lb      $3, 0($3)
        beq     $3, $0, $L2
        addu    $2, $2, 1
        b       $L1
$L2:    j       $31
        .end    length
