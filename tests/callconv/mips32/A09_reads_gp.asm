# A09: $gp is the same everywhere: a function may use it.
# expect: no finding

main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $t0, $gp, 4
        jr      $ra
