# A function reads a third argument. Its caller passed one argument.
# expect: CC0203 $a2 line 24

main:
        li      $a0, 1
        jal     pass_on
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# pass_on: sets one argument, and has got no other one to hand on
pass_on:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        li      $a0, 2
        jal     plus
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

plus:
        addu    $v0, $a0, $a2
        jr      $ra
