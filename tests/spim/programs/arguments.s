# Prints how many arguments there are, and all but the first.
        .text
main:   move    $s0, $a0
        move    $s1, $a1
        li      $v0, 1
        syscall
next:   sub     $s0, 1
        blez    $s0, out
        add     $s1, 4
        li      $v0, 11
        li      $a0, ' '
        syscall
        lw      $a0, ($s1)
        li      $v0, 4
        syscall
        b       next
out:    j       $ra
