# A11: the result of a function that gives none is used.
# expect: CC0202 $v0 line 6

main:
        jal     leaf
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $t0, 1
        jr      $ra
