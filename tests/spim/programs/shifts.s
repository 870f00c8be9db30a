# Shifts and rotations by registers and numbers.
        .data
nl:     .asciiz "\n"
        .text
main:   move    $s7, $ra
        li      $t0, 0x80000001
        li      $t1, 4
        srl     $a0, $t0, $t1
        jal     put
        sra     $a0, $t0, $t1
        jal     put
        sll     $a0, $t0, $t1
        jal     put
        rol     $a0, $t0, 4
        jal     put
        ror     $a0, $t0, $t1
        jal     put
        and     $t0, 0xff
        move    $a0, $t0
        jal     put
        or      $t0, $t0, 0x10000
        move    $a0, $t0
        jal     put
        nor     $a0, $t0, $0
        jal     put
        j       $s7
put:    li      $v0, 1
        syscall
        la      $a0, nl
        li      $v0, 4
        syscall
        jr      $ra
