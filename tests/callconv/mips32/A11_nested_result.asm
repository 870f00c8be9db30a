# A11: a function gives back the result of another one as it is.
# expect: no finding

main:
        jal     outer
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        jal     inner
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

inner:
        li      $v0, 4
        jr      $ra
