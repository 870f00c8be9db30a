# A26: $fp is a saved register like $s0 to $s7.
# expect: CC0101 $fp line 12

main:
        li      $fp, 4
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        move    $fp, $sp
        jr      $ra
