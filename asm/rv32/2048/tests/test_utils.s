# What the tests share. A test imports this file and the one file that it
# tests:
#   .import ../../src/merge.s
#   .import ../test_utils.s
#
# Contents:
#   assert_eq_board     compares two boards
#   print_board_test    prints a board
#   make_row            writes the addresses of a row or column
#   print_labelled      prints a text, a number and the end of the line
.globl assert_eq_board print_board_test make_row print_labelled

.data
test_utils_equal:       .string "boards are equal\n"
test_utils_differ:      .string "boards differ at index "
test_utils_found:       .string ": "
test_utils_expected:    .string " instead of "
.align 2                            # the next file's data begins at a word

.text
# assert_eq_board: compares two boards and prints "boards are equal", or the
# first difference: "boards differ at index 3: 4 instead of 2".
#   a0 = address of the board to look at
#   a1 = address of the board with the expected values
#   a2 = number of their fields
# Result:
#   a0 = 1 if they are equal, otherwise 0
assert_eq_board:
    mv   t0, a0                     # a0 and a1 belong to the ecalls
    mv   t1, a1
    li   t2, 0                      # t2 = index of the field

assert_eq_board_loop:
    beq  t2, a2, assert_eq_board_equal
    lhu  t3, 0(t0)                  # t3 = value found
    lhu  t4, 0(t1)                  # t4 = value expected
    bne  t3, t4, assert_eq_board_differ
    addi t0, t0, 2                  # a field takes two bytes
    addi t1, t1, 2
    addi t2, t2, 1
    j    assert_eq_board_loop

assert_eq_board_equal:
    li   a0, 4                      # print the string at a1
    la   a1, test_utils_equal
    ecall
    li   a0, 1
    ret

assert_eq_board_differ:
    li   a0, 4
    la   a1, test_utils_differ
    ecall
    li   a0, 1                      # print the integer in a1
    mv   a1, t2
    ecall
    li   a0, 4
    la   a1, test_utils_found
    ecall
    li   a0, 1
    mv   a1, t3
    ecall
    li   a0, 4
    la   a1, test_utils_expected
    ecall
    li   a0, 1
    mv   a1, t4
    ecall
    li   a0, 11                     # print the character in a1
    li   a1, '\n'
    ecall
    li   a0, 0
    ret

# print_board_test: prints a board, each row as a line of numbers with one
# blank between any two.
#   a0 = address of the board
#   a1 = number of rows, at least 1
#   a2 = number of columns, at least 1
# No result.
print_board_test:
    mv   t0, a0                     # t0 = address of the field
    mv   t1, a1                     # t1 = rows to print

print_board_test_row:
    mv   t2, a2                     # t2 = fields to print in this row

print_board_test_field:
    li   a0, 1                      # print the integer in a1
    lhu  a1, 0(t0)
    ecall
    addi t0, t0, 2                  # a field takes two bytes
    addi t2, t2, -1
    beqz t2, print_board_test_end   # no blank after the last one
    li   a0, 11                     # print the character in a1
    li   a1, 32                     # a blank
    ecall
    j    print_board_test_field

print_board_test_end:
    li   a0, 11
    li   a1, '\n'
    ecall
    addi t1, t1, -1
    bnez t1, print_board_test_row
    ret

# make_row: writes the addresses of fields that lie at equal distances: a row
# or column, seen from either end.
#   a0 = address of the first field
#   a1 = step to the next field in bytes: 2 for a row from the left, -2 from
#        the right, 2 * columns for a column from the top
#   a2 = number of fields, at least 1
#   a3 = where to write the addresses, 4 bytes each
# No result.
make_row:
    sw   a0, 0(a3)
    add  a0, a0, a1
    addi a3, a3, 4
    addi a2, a2, -1
    bnez a2, make_row
    ret

# print_labelled: prints a text, a number and the end of the line, such as
# "result: 1".
#   a0 = address of the text
#   a1 = the number
# No result.
print_labelled:
    mv   t0, a1
    mv   a1, a0
    li   a0, 4                      # print the string at a1
    ecall
    li   a0, 1                      # print the integer in a1
    mv   a1, t0
    ecall
    li   a0, 11                     # print the character in a1
    li   a1, '\n'
    ecall
    ret
