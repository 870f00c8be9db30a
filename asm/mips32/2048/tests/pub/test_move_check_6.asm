# Rows and columns of a 4x4 board, seen from all four sides. The same line can be movable
# from one side only.
#   jal run tests/pub/test_move_check_6.asm

        .data
row:            .word   0:4             # addresses of the 4 fields
board:          .half   2, 4, 0, 0
                .half   8, 2, 4, 16
                .half   0, 4, 0, 2
                .half   0, 8, 0, 2
copy:           .half   2, 4, 0, 0
                .half   8, 2, 4, 16
                .half   0, 4, 0, 2
                .half   0, 8, 0, 2
text_result:    .asciiz "result: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, board              # rows from the left: a move to the left
        li      $a1, 2
        li      $a2, 8
        jal     try_lines

        la      $a0, board+6            # rows from the right: a move to the right
        li      $a1, -2
        li      $a2, 8
        jal     try_lines

        la      $a0, board              # columns from the top: a move up
        li      $a1, 8
        li      $a2, 2
        jal     try_lines

        la      $a0, board+24           # columns from the bottom: a move down
        li      $a1, -8
        li      $a2, 2
        jal     try_lines

        la      $a0, board              # the board is as before
        la      $a1, copy
        li      $a2, 16
        jal     assert_eq_board

        li      $v0, 10                 # exit
        syscall

# try_lines: prints for the four lines of a direction whether a move would change them.
#   $a0 = address of the first field of the first line
#   $a1 = step to the next field of the same line in bytes
#   $a2 = step to the first field of the next line in bytes
# Changes what any call may change.
try_lines:
        addiu   $sp, $sp, -40
        sw      $ra, 32($sp)
        sw      $s3, 28($sp)
        sw      $s2, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = first field of the line
        move    $s1, $a1
        move    $s2, $a2
        li      $s3, 4                  # $s3 = lines to look at

try_lines_next:
        move    $a0, $s0
        move    $a1, $s1
        li      $a2, 4
        la      $a3, row
        jal     make_row

        la      $a0, row
        li      $a1, 4
        jal     move_check
        move    $a1, $v0
        la      $a0, text_result
        jal     print_labelled

        addu    $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bnez    $s3, try_lines_next

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $s2, 24($sp)
        lw      $s3, 28($sp)
        lw      $ra, 32($sp)
        addiu   $sp, $sp, 40
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/move_check.asm"
