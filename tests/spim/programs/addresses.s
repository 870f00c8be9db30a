# Where things are: the program, its data, and what main returns to.
        .data
x:      .byte   1
y:      .word   2
z:      .half   3, 4
w:      .align  3
q:      .double 1.0
        .extern shared 4
        .comm   common 8
        .text
main:   move    $a0, $ra
        move    $s7, $ra
        jal     put
        la      $a0, main
        jal     put
        la      $a0, y
        jal     put
        la      $a0, q
        jal     put
        la      $a0, shared
        jal     put
        la      $a0, common
        jal     put
        move    $a0, $gp
        jal     put
        lw      $a0, main
        jal     put
        jr      $s7
put:    li      $v0, 1
        syscall
        li      $a0, 9
        li      $v0, 11
        syscall
        jr      $ra
