# Two results are usual.
# expect: no finding

main:
        jal     pair
        addu    $t0, $v0, $v1
        move    $a0, $t0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

pair:
        li      $v0, 1
        li      $v1, 2
        jr      $ra
