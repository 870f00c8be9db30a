# A20: a recursion of a hundred thousand calls.
# expect: no finding

main:
        li      $a0, 100000
        jal     down
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

down:
        beqz    $a0, down_end
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        addiu   $a0, $a0, -1
        jal     down
        addiu   $v0, $v0, 1
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
down_end:
        li      $v0, 0
        jr      $ra
