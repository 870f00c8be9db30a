# A syscall that gives a result gives it also if the register held the same value before.
# expect: no finding
# options: --virtual-time

main:
        jal     leaf                    # after it, nothing is known of $a0 and $a1
        li      $v0, 30                 # the time in $a0 and $a1
        syscall
        addu    $t0, $a0, $a1
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
