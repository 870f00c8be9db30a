# A26: jalr can keep the return address in another register.
# expect: no finding

main:
        li      $s0, 1
        la      $t0, leaf
        jalr    $t9, $t0
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $v0, 2
        jr      $t9
