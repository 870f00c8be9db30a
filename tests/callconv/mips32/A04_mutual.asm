# A04: two functions that call each other, each with a frame of its own.
# expect: no finding

main:
        li      $a0, 5
        jal     is_even
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

is_even:
        beqz    $a0, is_even_zero
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        addiu   $a0, $a0, -1
        jal     is_odd
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
is_even_zero:
        li      $v0, 1
        jr      $ra

is_odd:
        beqz    $a0, is_odd_zero
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        addiu   $a0, $a0, -1
        jal     is_even
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
is_odd_zero:
        li      $v0, 0
        jr      $ra
