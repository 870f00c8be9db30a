# A03: the function $at the end of a tail call clobbers $s0: one finding, $at its return.
# expect: CC0101 $s0 line 15

main:
        li      $s0, 9
        jal     first
        li      $v0, 10                 # exit
        syscall

first:
        j       second

second:
        li      $s0, 1
        jr      $ra
