# Calls main after the constructors, and ends with its result.
        .option pic0
        .globl  __start
__start:la      $28, _gp
        move    $16, $29
        addiu   $29, $29, -16
        la      $17, __init_array_start
        la      $18, __init_array_end
        b       2f
1:      lw      $25, 0($17)
        addiu   $17, $17, 4
        jalr    $25
2:      bne     $17, $18, 1b
        lw      $4, 0($16)
        addiu   $5, $16, 4
        la      $25, main
        jalr    $25
        move    $4, $2
        li      $2, 4001
        syscall
