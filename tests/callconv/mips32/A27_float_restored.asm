# A27: $f20 is saved and restored.
# expect: no finding

main:
        li      $t0, 3
        mtc1    $t0, $f20
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        addiu   $sp, $sp, -16
        swc1    $f20, 0($sp)
        li      $t0, 4
        mtc1    $t0, $f20
        lwc1    $f20, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
