# A14: a function takes 8 bytes of stack and gives 4 back.
# expect: CC0105 $sp line 13

main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -8
        sw      $zero, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra
