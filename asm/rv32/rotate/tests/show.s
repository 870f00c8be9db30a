# What the tests with a main of their own print with. Not a test itself.

.text

# show_board(board): prints a board, one row a line.
#   a0 = address of the board
#   changes: a0, a1, t0 to t3
.globl show_board
show_board:
    mv   t0, a0                 # the field at hand
    li   t1, 0                  # its number
show_board_field:
    li   a0, 1                  # print the integer in a1
    lw   a1, 0(t0)
    ecall
    addi t0, t0, 4
    addi t1, t1, 1

    li   a1, ' '
    andi t2, t1, 3              # 0 after the last field of a row
    bnez t2, show_board_separate
    li   a1, '\n'
show_board_separate:
    li   a0, 11                 # print the character in a1
    ecall
    li   t3, 16
    blt  t1, t3, show_board_field
    ret

# show_number(number): prints a number on a line of its own.
#   a0 = the number
#   changes: a0, a1
.globl show_number
show_number:
    mv   a1, a0
    li   a0, 1                  # print the integer in a1
    ecall
    li   a0, 11                 # print the character in a1
    li   a1, '\n'
    ecall
    ret

# show_digit(number): prints a number of one digit, without a line end.
#   a0 = the number
#   changes: a0, a1
.globl show_digit
show_digit:
    mv   a1, a0
    li   a0, 1                  # print the integer in a1
    ecall
    ret

# show_line_end(): prints a line end.
#   changes: a0, a1
.globl show_line_end
show_line_end:
    li   a0, 11                 # print the character in a1
    li   a1, '\n'
    ecall
    ret

# copy_board(from, to): copies a board.
#   a0 = address of the one, a1 = address of the other
#   changes: a0, a1, t0, t1
.globl copy_board
copy_board:
    addi t0, a0, 64             # after the last field
copy_board_field:
    lw   t1, 0(a0)
    sw   t1, 0(a1)
    addi a0, a0, 4
    addi a1, a1, 4
    bne  a0, t0, copy_board_field
    ret
