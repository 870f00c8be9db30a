# A26: a function reads a seventh argument, but its caller passed six: this is memory of the
# caller.
# expect: CC0302 $sp line 23

main:
        addiu   $sp, $sp, -32
        li      $a0, 1
        li      $a1, 2
        li      $a2, 3
        li      $a3, 4
        li      $t0, 5
        sw      $t0, 16($sp)
        sw      $t0, 20($sp)
        jal     last
        addiu   $sp, $sp, 32
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

last:
        lw      $v0, 24($sp)
        jr      $ra
