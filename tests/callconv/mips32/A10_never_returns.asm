# A10: a function that ends the program needs no return address.
# expect: no finding

main:
        jal     quit

quit:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
