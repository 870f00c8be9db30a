# A09: a function gives back what its caller left in $s0.
# expect: CC0205 $s0 line 14

main:
        li      $s0, 1
        jal     leaf
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        move    $v0, $s0
        jr      $ra
