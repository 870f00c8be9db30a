# A function reads what an earlier function left on the stack.
# expect: CC0303 $sp line 22

main:
        jal     first
        jal     second
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

first:
        addiu   $sp, $sp, -16
        li      $t0, 5
        sw      $t0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra

second:
        addiu   $sp, $sp, -16
        lw      $v0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra
