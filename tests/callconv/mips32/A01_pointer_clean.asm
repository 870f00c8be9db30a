# A01: a call through a register. The function saves and restores $s0.
# expect: no finding

main:
        li      $s0, 1
        la      $t0, careful
        jalr    $t0
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

careful:
        addiu   $sp, $sp, -16
        sw      $s0, 0($sp)
        li      $s0, 7
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
