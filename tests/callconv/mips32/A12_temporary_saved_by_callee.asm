# A12: $t0 is used after a call. The function even saves it, but need not.
# expect: CC0201 $t0 line 7

main:
        li      $t0, 1
        jal     leaf
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        sw      $t0, 0($sp)
        li      $t0, 5
        lw      $t0, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
