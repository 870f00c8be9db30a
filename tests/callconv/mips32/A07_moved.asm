# A07: $s0 is kept in $t0 while it is used for something else; there is no call in between.
# expect: no finding

main:
        li      $s0, 1
        jal     leaf
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        move    $t0, $s0
        li      $s0, 2
        move    $s0, $t0
        jr      $ra
