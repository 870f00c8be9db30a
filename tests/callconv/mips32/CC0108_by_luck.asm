# $s0 is not restored, but its old value happens to be the new one.
# expect: CC0108 $s0 line 15

main:
        li      $s0, 3
        jal     leaf
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $s0, 3
        jr      $ra
