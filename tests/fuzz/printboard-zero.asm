# 0 has no digit.
        .data
printboard_border:      .asciiz "-----------------------------\n"
printboard_blank_line:  .asciiz "|      |      |      |      |\n"
printboard_row_end:     .asciiz "|\n"

        .text
        .globl printboard

printboard:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0
        addiu   $s1, $a0, 32

        li      $v0, 4
        la      $a0, printboard_border
        syscall

printboard_next_row:
        move    $a0, $s0
        jal     printboard_row
        addiu   $s0, $s0, 8
        bne     $s0, $s1, printboard_next_row

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

printboard_row:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0
        addiu   $s1, $a0, 8

        li      $v0, 4
        la      $a0, printboard_blank_line
        syscall

printboard_next_field:
        lhu     $a0, 0($s0)
        jal     printboard_value
        addiu   $s0, $s0, 2
        bne     $s0, $s1, printboard_next_field

        li      $v0, 4
        la      $a0, printboard_row_end
        syscall
        la      $a0, printboard_blank_line
        syscall
        la      $a0, printboard_border
        syscall

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

printboard_value:
        move    $t0, $a0
        li      $v0, 11
        li      $a0, '|'
        syscall
        li      $a0, ' '
        syscall

        li      $t1, 1000
printboard_fill:
        bgeu    $t0, $t1, printboard_number
        syscall
        divu    $t1, $t1, 10
        j       printboard_fill

printboard_number:
        li      $v0, 1
        move    $a0, $t0
        syscall
        li      $v0, 11
        li      $a0, ' '
        syscall
        jr      $ra
