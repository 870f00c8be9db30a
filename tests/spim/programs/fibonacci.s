# The first Fibonacci numbers, with a loop.
        .data
space:  .asciiz " "
        .text
main:   li      $s0, 0
        li      $s1, 1
        li      $s2, 15
loop:   move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, space
        li      $v0, 4
        syscall
        add     $t0, $s0, $s1
        move    $s0, $s1
        move    $s1, $t0
        sub     $s2, $s2, 1
        bgt     $s2, 0, loop
        j       $ra
