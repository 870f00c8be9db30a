# A26: bal is a call. The function clobbers $s0.
# expect: CC0101 $s0 line 12

main:
        li      $s0, 1
        bal     clobber
        li      $v0, 10                 # exit
        syscall

clobber:
        li      $s0, 2
        jr      $ra
