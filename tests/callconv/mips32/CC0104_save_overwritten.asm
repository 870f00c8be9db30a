# The place where $s0 was saved is used for a variable.
# expect: CC0104 $s0 line 14

main:
        li      $s0, 1
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        sw      $s0, 0($sp)
        li      $s0, 3
        sw      $s0, 0($sp)
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
