# The stack pointer goes up beyond the end of the stack.
# expect: CC0304 $sp line 11

main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        lui     $t0, 0x10
        addu    $sp, $sp, $t0
        subu    $sp, $sp, $t0
        jr      $ra
