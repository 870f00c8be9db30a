# A16: a function reads a variable of its caller, deep in the frame.
# expect: CC0302 $sp line 23

main:
        jal     outer
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

outer:
        addiu   $sp, $sp, -64
        sw      $ra, 60($sp)
        li      $t0, 5
        sw      $t0, 48($sp)            # a variable of outer
        jal     leaf
        lw      $ra, 60($sp)
        addiu   $sp, $sp, 64
        jr      $ra

leaf:
        lw      $v0, 48($sp)
        jr      $ra
