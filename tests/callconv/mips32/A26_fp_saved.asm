# A26: $fp is a saved register like $s0 to $s7.
# expect: no finding

main:
        li      $fp, 4
        jal     leaf
        move    $a0, $fp
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -8
        sw      $fp, 4($sp)
        move    $fp, $sp
        sw      $zero, 0($fp)
        lw      $fp, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
