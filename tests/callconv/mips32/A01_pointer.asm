# A01: a call through a register. The function clobbers $s0.
# expect: CC0101 $s0 line 13

main:
        li      $s0, 1
        la      $t0, clobber
        jalr    $t0
        li      $v0, 10                 # exit
        syscall

clobber:
        li      $s0, 7
        jr      $ra
