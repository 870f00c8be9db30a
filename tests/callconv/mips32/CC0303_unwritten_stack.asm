# A function reads a local variable that it never stored.
# expect: CC0303 $sp line 14

main:
        jal     leaf
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        lw      $v0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra
