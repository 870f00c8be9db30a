# A19: a loop that begins $at the first instruction of a function is no fall into it.
# expect: no finding

main:
        li      $a0, 3
        jal     count
        li      $v0, 10                 # exit
        syscall

count:
        addiu   $a0, $a0, -1
        bnez    $a0, count
        jr      $ra
