# Floats and doubles as C prints them.
        .data
f:      .float  1.5, 0.1, 100.0, -2.25, 3.14159265
d:      .double 0.1, 1.0e100, 123456789.123, 2.5, 1.0e-7
nl:     .asciiz "\n"
        .text
main:   la      $s0, f
        li      $s1, 5
floats: l.s     $f12, ($s0)
        li      $v0, 2
        syscall
        la      $a0, nl
        li      $v0, 4
        syscall
        add     $s0, 4
        sub     $s1, 1
        bgtz    $s1, floats
        la      $s0, d
        li      $s1, 5
doubles: l.d    $f12, ($s0)
        li      $v0, 3
        syscall
        la      $a0, nl
        li      $v0, 4
        syscall
        add     $s0, 8
        sub     $s1, 1
        bgtz    $s1, doubles
        li.s    $f2, 2.0
        li.s    $f4, 3.0
        div.s   $f12, $f2, $f4
        li      $v0, 2
        syscall
        la      $a0, nl
        li      $v0, 4
        syscall
        li.d    $f2, 2.0
        sqrt.d  $f12, $f2
        li      $v0, 3
        syscall
        jr      $ra
