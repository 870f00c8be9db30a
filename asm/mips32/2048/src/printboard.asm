# Shows the board.
#   Included by main.asm; try it with   jal run tests/pub/test_printboard_1.asm

        .data
printboard_border:      .asciiz "-----------------------------\n"
printboard_blank_line:  .asciiz "|      |      |      |      |\n"
printboard_row_end:     .asciiz "|\n"

        .text
        .globl printboard

# printboard: prints a board of 4 x 4 fields. Each value has room for four digits, and is
# at the right end of this room:
#   -----------------------------
#   |      |      |      |      |
#   |    2 |    4 |    0 |    0 |
#   |      |      |      |      |
#   -----------------------------       ... and so on for four rows
# Parameters:
#   $a0 = address of the board, an array of 16 unsigned half-words
# Changes what any call may change. The board stays as it is.
printboard:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the row that comes next
        addiu   $s1, $a0, 32            # $s1 = address after the last row

        li      $v0, 4                  # print string
        la      $a0, printboard_border
        syscall

printboard_next_row:
        move    $a0, $s0
        jal     printboard_row
        addiu   $s0, $s0, 8             # a row has four fields of two bytes
        bne     $s0, $s1, printboard_next_row

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

# printboard_row: prints one row: an empty line, the line with the values, an empty line, the
# border below.
#   $a0 = address of the first field of the row
# Changes what any call may change.
printboard_row:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the field that comes next
        addiu   $s1, $a0, 8             # $s1 = address after the row

        li      $v0, 4                  # print string
        la      $a0, printboard_blank_line
        syscall

printboard_next_field:
        lhu     $a0, 0($s0)
        jal     printboard_value
        addiu   $s0, $s0, 2
        bne     $s0, $s1, printboard_next_field

        li      $v0, 4                  # print string
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

# printboard_value: prints the left border of a field, then its value between two blanks.
#   $a0 = the value
# Changes $v0, $a0, $t0, $t1.
printboard_value:
        move    $t0, $a0                # $t0 = the value
        li      $v0, 11                 # print character
        li      $a0, '|'
        syscall
        li      $a0, ' '
        syscall

        li      $t1, 1000               # one blank for each digit that is missing:
printboard_fill:
        bgeu    $t0, $t1, printboard_number
        beq     $t1, 1, printboard_number       # even 0 has one digit
        syscall
        divu    $t1, $t1, 10
        j       printboard_fill

printboard_number:
        li      $v0, 1                  # print integer
        move    $a0, $t0
        syscall
        li      $v0, 11                 # print character
        li      $a0, ' '
        syscall
        jr      $ra
