# A14: a function returns with a wrong stack pointer. Its callers give back what they took, or have a
# frame pointer: the mistake is not theirs.
# expect: CC0105 $sp line 34

main:
        jal     plain
        jal     framed
        li      $v0, 10                 # exit
        syscall

plain:
        move    $t0, $ra
        addiu   $sp, $sp, -24
        sw      $t0, 16($sp)
        jal     leaf
        lw      $ra, 20($sp)            # leaf has left 4 bytes
        addiu   $sp, $sp, 24
        jr      $ra

framed:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $fp, 16($sp)
        addiu   $fp, $sp, 24
        jal     leaf
        addiu   $sp, $fp, -24
        lw      $ra, 20($sp)
        lw      $fp, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

leaf:
        addiu   $sp, $sp, -4
        jr      $ra
