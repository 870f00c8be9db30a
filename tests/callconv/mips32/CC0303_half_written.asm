# Half of a variable on the stack is stored, and all of it is loaded.
# expect: CC0303 $sp line 16

main:
        jal     leaf
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        li      $t0, 1
        sh      $t0, 4($sp)
        lw      $v0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra
