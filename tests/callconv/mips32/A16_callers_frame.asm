# A16: a function writes into the frame of its caller.
# expect: CC0302 $sp line 25

main:
        jal     outer
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        li      $t0, 5
        sw      $t0, 24($sp)            # a variable of outer
        jal     leaf
        lw      $v0, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra

leaf:
        addiu   $sp, $sp, -16
        sw      $zero, 40($sp)
        addiu   $sp, $sp, 16
        jr      $ra
