# A06: a variable on the stack is stored byte by byte and loaded as a word.
# expect: no finding

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
        sb      $t0, 4($sp)
        sb      $t0, 5($sp)
        sb      $t0, 6($sp)
        sb      $t0, 7($sp)
        lw      $v0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra
