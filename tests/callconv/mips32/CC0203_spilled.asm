# Storing a register on the stack is no use of it: a function may save more than it needs.
# expect: no finding

main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        sw      $t0, 0($sp)
        sw      $a3, 4($sp)
        lw      $t0, 0($sp)
        lw      $a3, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra
