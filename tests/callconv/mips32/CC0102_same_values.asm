# $s0 and $s1 are restored from each other's place. They hold the same number, by luck.
# expect: CC0102 $s0 line 18
# expect: CC0102 $s1 line 19

main:
        li      $s0, 1
        li      $s1, 1
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        sw      $s0, 0($sp)
        sw      $s1, 4($sp)
        li      $s0, 3
        li      $s1, 4
        lw      $s0, 4($sp)
        lw      $s1, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
