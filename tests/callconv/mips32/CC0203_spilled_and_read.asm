# What is loaded again from the stack is as unknown as before.
# expect: CC0203 $t0 line 14

main:
        jal     leaf
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        sw      $t0, 0($sp)
        lw      $t1, 0($sp)
        addiu   $v0, $t1, 1
        addiu   $sp, $sp, 16
        jr      $ra
