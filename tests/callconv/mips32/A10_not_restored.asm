# A10: $ra is saved, but not loaded again: the function returns into itself, once.
# expect: CC0106|CC0107 $ra line 19
# options: --max-steps 10000

main:
        addiu   $sp, $sp, -32
        jal     outer
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        jal     leaf
        bnez    $v0, outer_again        # never taken: leaf gives 0
        li      $t0, 1
outer_again:
        addiu   $sp, $sp, 16
        jr      $ra

leaf:
        li      $v0, 0
        jr      $ra
