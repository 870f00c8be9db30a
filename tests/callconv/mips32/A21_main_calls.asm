# A21: the outermost code makes calls and changes saved registers before it ends.
# expect: no finding

main:
        move    $s0, $ra                # needed to end
        li      $s1, 2
        jal     leaf
        addu    $s1, $s1, $v0
        move    $a0, $s1
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $v0, 1
        jr      $ra
