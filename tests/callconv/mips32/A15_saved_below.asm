# A15: $s0 is saved below the stack pointer: it comes back, by luck.
# expect: CC0301 $sp line 15
# expect: CC0301 $sp line 17

main:
        li      $s0, 5
        jal     leaf
        move    $a0, $s0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        sw      $s0, -4($sp)
        li      $s0, 1
        lw      $s0, -4($sp)
        jr      $ra
