# C01: frames that are made and given up with subu, which takes its number through $at.
# expect: no finding

main:
        jal     outer
        li      $v0, 10                 # exit
        syscall

outer:
        subu    $sp, $sp, 4
        sw      $ra, 0($sp)
        subu    $sp, $sp, 4
        sw      $s0, 0($sp)
        li      $s0, 1
        jal     inner
        lw      $s0, 0($sp)
        addu    $sp, $sp, 4
        lw      $ra, 0($sp)
        addu    $sp, $sp, 4
        jr      $ra

inner:
        subu    $sp, $sp, 8
        sw      $s0, 4($sp)
        li      $s0, 2
        lw      $s0, 4($sp)
        addu    $sp, $sp, 8
        jr      $ra
