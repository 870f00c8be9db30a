# The return address is loaded from the wrong place: the return goes where nobody called from.
# expect: CC0107 $ra line 15

        .data
place:  .word elsewhere
        .text
main:
        jal     leaf
        li      $v0, 10                 # exit
        syscall

leaf:
        la      $t0, place
        lw      $ra, 0($t0)
        jr      $ra

elsewhere:
        li      $v0, 10                 # exit
        syscall
