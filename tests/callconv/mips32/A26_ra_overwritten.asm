# A26: $ra is used for something else, and the return goes astray.
# expect: CC0107 $ra line 11

main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        la      $ra, elsewhere
        jr      $ra

elsewhere:
        li      $v0, 10                 # exit
        syscall
