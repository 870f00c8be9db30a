# A13: $a2 is used after a call, as if an argument survived it.
# expect: CC0201 $a2 line 7

main:
        li      $a2, 1
        jal     leaf
        move    $a0, $a2
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
