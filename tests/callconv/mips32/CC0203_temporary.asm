# A function uses what its caller left in $t0.
# expect: CC0203 $t0 line 14

main:
        li      $t0, 1
        jal     leaf
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $v0, $t0, 1
        jr      $ra
