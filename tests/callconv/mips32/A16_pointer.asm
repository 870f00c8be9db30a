# A16: a function writes to a variable of its caller through a pointer that it was given.
# expect: no finding

main:
        addiu   $sp, $sp, -16
        sw      $zero, 4($sp)
        addiu   $a0, $sp, 4
        jal     set
        lw      $t0, 4($sp)
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# set: stores 7 $at $a0
set:
        li      $t0, 7
        sw      $t0, 0($a0)
        jr      $ra
