# A03: a function with a frame takes it down, then ends in a jump to another one.
# expect: no finding

main:
        li      $s0, 9
        li      $a0, 3
        jal     first
        addu    $v0, $v0, $s0
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

first:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        move    $s0, $a0
        jal     second
        addu    $a0, $v0, $s0
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        addiu   $sp, $sp, 16
        j       second

second:
        addu    $v0, $a0, $a0
        jr      $ra
