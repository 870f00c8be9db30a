# A27: $f4 is used after a call.
# expect: CC0201 $f4 line 8

main:
        li      $t0, 3
        mtc1    $t0, $f4
        jal     leaf
        add.s   $f0, $f4, $f4
        mfc1    $a0, $f0
        li      $v0, 34                 # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        jr      $ra
