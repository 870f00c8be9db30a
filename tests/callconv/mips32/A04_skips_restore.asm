# A04: a recursion with one path that does not restore $s0: one finding, for that path.
# expect: CC0101 $s0 line 32

main:
        li      $s0, 9
        li      $a0, 3
        jal     sum
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# sum: the numbers from $a0 down to 1, added
sum:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        move    $s0, $a0
        beqz    $a0, sum_zero
        addiu   $a0, $a0, -1
        jal     sum
        addu    $v0, $v0, $s0
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra

sum_zero:
        li      $v0, 0
        addiu   $sp, $sp, 16
        jr      $ra
