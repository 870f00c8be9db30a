# A10: $ra is saved, and a variable is stored in the same place.
# expect: CC0104|CC0107 $ra line 17

main:
        jal     outer
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        jal     leaf
        la      $t0, elsewhere
        sw      $t0, 0($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

leaf:
        jr      $ra

elsewhere:
        li      $v0, 10                 # exit
        syscall
