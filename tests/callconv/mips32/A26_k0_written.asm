# A26: $k0 belongs to the kernel.
# expect: CC0401 $k0 line 10

main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $k0, 5
        jr      $ra
