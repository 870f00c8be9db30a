# Every comparison, with registers and with numbers.
        .text
main:   move    $s7, $ra
        li      $t0, -5
        li      $t1, 7
        seq     $a0, $t0, $t1
        jal     put
        sne     $a0, $t0, $t1
        jal     put
        sge     $a0, $t0, $t1
        jal     put
        sgeu    $a0, $t0, $t1
        jal     put
        sgt     $a0, $t0, $t1
        jal     put
        sle     $a0, $t0, -5
        jal     put
        sleu    $a0, $t0, 7
        jal     put
        seq     $a0, $t1, 7
        jal     put
        slt     $a0, $t0, 100000
        jal     put
        abs     $a0, $t0
        jal     put
        neg     $a0, $t1
        jal     put
        rem     $a0, $t0, 3
        jal     put
        div     $a0, $t0, 2
        jal     put
        mulo    $a0, $t0, $t1
        jal     put
        bgtu    $t0, 7, high
        b       low
high:   li      $a0, 1
        jal     put
low:    bleu    $t1, 7, yes
        b       no
yes:    li      $a0, 2
        jal     put
no:     j       $s7
put:    li      $v0, 1
        syscall
        li      $a0, 32
        li      $v0, 11
        syscall
        jr      $ra
