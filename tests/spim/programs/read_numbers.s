# What is read as a number.
        .data
sep:    .asciiz " "
        .text
main:   li      $s0, 6
next:   li      $v0, 5
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        la      $a0, sep
        li      $v0, 4
        syscall
        sub     $s0, 1
        bgtz    $s0, next
        li      $v0, 6
        syscall
        mov.s   $f12, $f0
        li      $v0, 2
        syscall
        la      $a0, sep
        li      $v0, 4
        syscall
        li      $v0, 7
        syscall
        mov.d   $f12, $f0
        li      $v0, 3
        syscall
        jr      $ra
