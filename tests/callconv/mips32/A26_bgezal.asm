# A26: bgezal is a call if it is taken.
# expect: CC0101 $s0 line 15

main:
        li      $s0, 1
        li      $t0, -1
        bgezal  $t0, clobber            # not taken
        li      $t0, 1
        bgezal  $t0, clobber
        li      $v0, 10                 # exit
        syscall

clobber:
        li      $s0, 2
        jr      $ra
