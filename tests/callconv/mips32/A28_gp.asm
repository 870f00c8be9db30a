# A28: $gp is written, in a loop: one finding.
# expect: CC0401 $gp line 14

main:
        li      $s0, 3
loop:
        jal     leaf
        addiu   $s0, $s0, -1
        bnez    $s0, loop
        li      $v0, 10                 # exit
        syscall

leaf:
        li      $gp, 5
        jr      $ra
