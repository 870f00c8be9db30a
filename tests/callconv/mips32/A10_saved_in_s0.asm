# A10: $ra is kept in $s0, which is saved as it should be.
# expect: no finding

main:
        jal     outer
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -16
        sw      $s0, 0($sp)
        move    $s0, $ra
        jal     leaf
        move    $ra, $s0
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

leaf:
        jr      $ra
