# A temporary kept across a call: with scrambled registers the luck is over, and the finding
# stays.
# expect: CC0201 $t0 line 9
# options: --scramble=7

main:
        li      $t0, 1
        jal     leaf
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
