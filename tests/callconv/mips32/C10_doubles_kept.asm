# C10: a saved double is kept in another pair of registers.
# expect: no finding

main:
        li      $t0, 3
        mtc1    $t0, $f20
        mtc1    $t0, $f21
        jal     leaf
        mfc1    $a0, $f21
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        mov.d   $f4, $f20
        add.d   $f20, $f12, $f12
        mov.d   $f20, $f4
        jr      $ra
