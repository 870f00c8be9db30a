# A26: with delayed branches, $s0 is clobbered behind the return.
# expect: CC0101 $s0 line 14
# options: --delay-slots

main:
        li      $s0, 3
        jal     leaf
        li      $a0, 5
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
        move    $s0, $a0                # in the delay slot
