# A26: pseudo-instructions may change $at.
# expect: no finding

        .data
number: .word 70000
        .text
main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        lw      $t0, number
        bgt     $t0, 60000, leaf_end
        sw      $t0, number
leaf_end:
        jr      $ra
