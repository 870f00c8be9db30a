# A09: a function passes on what its caller left in $s0, as an argument.
# expect: CC0205 $s0 line 17

main:
        li      $s0, 1
        jal     outer
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        move    $a0, $s0
        jal     double
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra

double:
        addu    $v0, $a0, $a0
        jr      $ra
