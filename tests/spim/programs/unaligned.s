# Words at any address.
        .data
bytes:  .byte   1, 2, 3, 4, 5, 6, 7, 8
        .text
main:   move    $s7, $ra
        ulw     $a0, bytes+1
        jal     put
        la      $t0, bytes
        ulh     $a0, 3($t0)
        jal     put
        li      $t1, 0x11223344
        usw     $t1, 2($t0)
        lw      $a0, bytes
        jal     put
        lbu     $a0, bytes+5
        jal     put
        jr      $s7
put:    li      $v0, 1
        syscall
        li      $a0, 10
        li      $v0, 11
        syscall
        jr      $ra
