# A17: the stack pointer is no multiple of 8 $at a call, and that is to be told.
# expect: CC0305 $sp line 7
# options: --warn CC0305

main:
        addiu   $sp, $sp, -4
        jal     leaf
        addiu   $sp, $sp, 4
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
