# What the tests share. A test includes this file and the one file that it tests, after its own
# instructions:
#       .include "../../src/merge.asm"
#       .include "../test_utils.asm"
#
# Contents:
#   assert_eq_board     compares two boards
#   print_board_test    prints a board
#   make_row            writes the addresses of a row or column
#   print_labelled      prints a text, a number and the end of the line

        .data
test_utils_equal:       .asciiz "boards are equal\n"
test_utils_differ:      .asciiz "boards differ at index "
test_utils_found:       .asciiz ": "
test_utils_expected:    .asciiz " instead of "

        .text
        .globl assert_eq_board, print_board_test, make_row, print_labelled

# assert_eq_board: compares two boards and prints "boards are equal", or the first difference:
# "boards differ at index 3: 4 instead of 2".
#   $a0 = address of the board to look at
#   $a1 = address of the board with the expected values
#   $a2 = number of their fields
# Result:
#   $v0 = 1 if they are equal, else 0
# Changes $a0, $a1, $t0 to $t3.
assert_eq_board:
        move    $t0, $a0                # $t0 = address of the field; $a0 is needed to print
        li      $t1, 0                  # $t1 = its index

assert_eq_board_next:
        beq     $t1, $a2, assert_eq_board_same
        lhu     $t2, 0($t0)             # $t2 = the value found
        lhu     $t3, 0($a1)             # $t3 = the value expected
        bne     $t2, $t3, assert_eq_board_different
        addiu   $t0, $t0, 2             # a field takes two bytes
        addiu   $a1, $a1, 2
        addiu   $t1, $t1, 1
        j       assert_eq_board_next

assert_eq_board_same:
        li      $v0, 4                  # print string
        la      $a0, test_utils_equal
        syscall
        li      $v0, 1
        jr      $ra

assert_eq_board_different:
        li      $v0, 4                  # print string
        la      $a0, test_utils_differ
        syscall
        li      $v0, 1                  # print integer
        move    $a0, $t1
        syscall
        li      $v0, 4
        la      $a0, test_utils_found
        syscall
        li      $v0, 1
        move    $a0, $t2
        syscall
        li      $v0, 4
        la      $a0, test_utils_expected
        syscall
        li      $v0, 1
        move    $a0, $t3
        syscall
        li      $v0, 11                 # print character
        li      $a0, '\n'
        syscall
        li      $v0, 0
        jr      $ra

# print_board_test: prints a board, each row as a line of numbers with one blank between any two.
#   $a0 = address of the board
#   $a1 = number of rows, at least 1
#   $a2 = number of columns, at least 1
# Changes $v0, $a0, $a1, $t0, $t1.
print_board_test:
        move    $t0, $a0                # $t0 = address of the field; $a0 is needed to print

print_board_test_row:
        move    $t1, $a2                # $t1 = fields that are left in this row

print_board_test_field:
        li      $v0, 1                  # print integer
        lhu     $a0, 0($t0)
        syscall
        addiu   $t0, $t0, 2             # a field takes two bytes
        addiu   $t1, $t1, -1
        beqz    $t1, print_board_test_line_end  # no blank after the last one
        li      $v0, 11                 # print character
        li      $a0, ' '
        syscall
        j       print_board_test_field

print_board_test_line_end:
        li      $v0, 11                 # print character
        li      $a0, '\n'
        syscall
        addiu   $a1, $a1, -1
        bnez    $a1, print_board_test_row
        jr      $ra

# make_row: writes the addresses of fields that lie at equal distances: a row or column, seen from
# either end.
#   $a0 = address of the first field
#   $a1 = step to the next field in bytes: 2 for a row from the left, -2 from the right,
#         2 * columns for a column from the top
#   $a2 = number of fields, at least 1
#   $a3 = where to write the addresses, 4 bytes each
# Changes $a0, $a2, $a3.
make_row:
        sw      $a0, 0($a3)
        addu    $a0, $a0, $a1
        addiu   $a3, $a3, 4             # an address takes four bytes
        addiu   $a2, $a2, -1
        bnez    $a2, make_row
        jr      $ra

# print_labelled: prints a text, a number and the end of the line, such as "result: 1".
#   $a0 = address of the text
#   $a1 = the number
# Changes $v0, $a0.
print_labelled:
        li      $v0, 4                  # print string
        syscall
        li      $v0, 1                  # print integer
        move    $a0, $a1
        syscall
        li      $v0, 11                 # print character
        li      $a0, '\n'
        syscall
        jr      $ra
