# A12: $t0 is kept on the stack during a call, as the convention wants.
# expect: no finding

main:
        addiu   $sp, $sp, -16
        li      $t0, 1
        sw      $t0, 0($sp)
        jal     leaf
        lw      $t0, 0($sp)
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $t0, 2
        jr      $ra
