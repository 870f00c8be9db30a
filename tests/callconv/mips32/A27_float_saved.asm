# A27: $f20 is a saved register, too.
# expect: CC0101 $f20 line 14

main:
        li      $t0, 3
        mtc1    $t0, $f20
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $t0, 4
        mtc1    $t0, $f20
        jr      $ra
