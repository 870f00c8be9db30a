# A26: with delayed branches, the last argument is set and the frame is taken down behind the
# jump.
# expect: no finding
# options: --delay-slots

main:
        li      $s0, 3
        jal     outer
        li      $a0, 5                  # in the delay slot: an argument
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        jal     plus_one
        move    $a0, $s0
        addu    $v0, $v0, $s0
        lw      $ra, 4($sp)
        lw      $s0, 0($sp)
        jr      $ra
        addiu   $sp, $sp, 8             # in the delay slot

plus_one:
        jr      $ra
        addiu   $v0, $a0, 1             # in the delay slot
