# A15: a leaf function uses memory below the stack pointer.
# expect: CC0301 $sp line 12

main:
        addiu   $sp, $sp, -16
        li      $a0, 5
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        sw      $a0, -4($sp)
        jr      $ra
