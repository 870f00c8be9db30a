# A07: $s0 is loaded into $t0, and moved from there.
# expect: no finding

main:
        li      $s0, 3
        jal     leaf
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        sw      $s0, 0($sp)
        li      $s0, 7
        lw      $t0, 0($sp)
        addiu   $sp, $sp, 16
        move    $s0, $t0
        jr      $ra
