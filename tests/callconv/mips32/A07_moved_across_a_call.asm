# A07: $s0 is kept in $t0 during a call. The function that is called leaves $t0 alone, by luck.
# expect: CC0201 $t0 line 19

main:
        li      $s0, 1
        jal     outer
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        move    $t0, $s0
        li      $s0, 2
        jal     leaf
        move    $s0, $t0
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

leaf:
        jr      $ra
