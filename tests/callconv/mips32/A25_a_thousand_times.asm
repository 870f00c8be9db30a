# A25: the same mistake in a loop of a thousand calls: one finding, with their number.
# expect: CC0101 $s0 line 17
# expect: text 1 000 times

main:
        li      $s1, 1000
loop:
        li      $s0, 0
        jal     clobber
        addiu   $s1, $s1, -1
        bnez    $s1, loop
        li      $v0, 10                 # exit
        syscall

clobber:
        li      $s0, 2
        jr      $ra
