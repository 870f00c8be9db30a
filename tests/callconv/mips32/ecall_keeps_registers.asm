# An ecall is no call: temporaries survive it.
# expect: no finding

main:
        li      $t0, 5
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall
