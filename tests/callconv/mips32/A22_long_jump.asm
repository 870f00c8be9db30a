# A22: a return that leaves three functions $at once.
# expect: no finding

        .data
place:  .word 0, 0
        .text
main:
        addiu   $sp, $sp, -16
        li      $s0, 1
        jal     first
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# first: remembers where it was called from
first:
        la      $t0, place
        sw      $sp, 0($t0)
        sw      $ra, 4($t0)
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        jal     second
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

second:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        jal     third
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# third: returns to the caller of first
third:
        la      $t0, place
        lw      $sp, 0($t0)
        lw      $ra, 4($t0)
        jr      $ra
