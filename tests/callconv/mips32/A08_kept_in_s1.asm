# A08: $s0 is kept in $s1, which nobody saved: $s1 is the cause, $s0 is right.
# expect: CC0101 $s1 line 18

main:
        li      $s0, 1
        li      $s1, 2
        jal     leaf
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        move    $s1, $s0
        li      $s0, 3
        move    $s0, $s1
        jr      $ra
