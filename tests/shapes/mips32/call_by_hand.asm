# A call without `jal`: the return address is set, and then comes a jump.
# prints: 11

main:
        jal     twice_and_three
        move    $a0, $v0
        li      $v0, 1                  # print a number
        syscall
        li      $v0, 10                 # exit
        syscall

twice_and_three:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        li      $s0, 3
        li      $a0, 4
        la      $ra, back
        j       twice
back:
        addu    $v0, $v0, $s0
        lw      $ra, 4($sp)
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

twice:
        addiu   $sp, $sp, -8
        sw      $s0, 0($sp)
        move    $s0, $a0
        addu    $v0, $s0, $s0
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra
