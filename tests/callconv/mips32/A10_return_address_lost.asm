# A10: a function that calls another one forgets to save $ra, and returns into itself for ever.
# expect: CC0106 $ra line 11
# options: --max-steps 10000

main:
        jal     outer
        li      $v0, 10                 # exit
        syscall

outer:
        jal     leaf
        jr      $ra

leaf:
        jr      $ra
