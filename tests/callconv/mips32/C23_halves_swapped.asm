# C23: the halves of a double come back in each other's place.
# expect: CC0102 $f20 line 19
# expect: CC0102 $f21 line 19

main:
        addiu   $sp, $sp, -4
        li      $t0, 1
        mtc1    $t0, $f20
        mtc1    $zero, $f21
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -8
        swc1    $f21, 0($sp)
        swc1    $f20, 4($sp)
        mov.d   $f20, $f12
        ldc1    $f20, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra
