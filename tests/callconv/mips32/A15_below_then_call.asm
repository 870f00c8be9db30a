# A15: a word is stored below the stack pointer, then a function is called.
# expect: CC0301 $sp line 14

main:
        addiu   $sp, $sp, -16
        jal     outer
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        li      $t0, 5
        sw      $t0, -4($sp)
        jal     leaf
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

leaf:
        jr      $ra
