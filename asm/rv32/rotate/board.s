# The board, new tiles, and the question whether the game is over. Part of main.s.

# The fields are numbered row by row: 16 of them, and the last row begins with number 12.
#define FIELDS 16
#define LAST_ROW 12
#define LAST_COLUMN 3

.data
.globl board
board: .word 0, 0, 0, 0         # 0 is an empty field
       .word 0, 0, 0, 0
       .word 0, 0, 0, 0
       .word 0, 0, 0, 0

.globl score
score: .word 0                  # the largest tile, when the board was last drawn

.text

# clear_board(): makes all fields empty.
#   changes: t0, t1, the board
.globl clear_board
clear_board:
    la   t0, board              # the field at hand
    addi t1, t0, 64             # after the last one
clear_board_field:
    sw   zero, 0(t0)
    addi t0, t0, 4
    bne  t0, t1, clear_board_field
    ret

# make_two_or_four(): puts a new tile on a random empty field: 2 in two of three cases, else 4.
#   result: a0 = the new tile, 0 if the board is full
#   changes: a and t registers, the board, random_state
.globl make_two_or_four
make_two_or_four:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    jal  count_empty
    beqz a0, make_two_or_four_end   # full: the result is the 0 that we have

    jal  random                 # which of the empty fields
    jal  find_empty
    mv   s0, a0                 # s0 = its address

    li   a0, 3                  # the value has a random number of its own: if it depended on the
    jal  random                 # place, some fields would always get a 4
    li   t0, 4
    beqz a0, make_two_or_four_put
    li   t0, 2
make_two_or_four_put:
    sw   t0, 0(s0)
    mv   a0, t0

make_two_or_four_end:
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# count_empty(): counts the empty fields.
#   result: a0 = how many there are
#   changes: t0, t1, t2
.globl count_empty
count_empty:
    li   a0, 0
    la   t0, board              # the field at hand
    addi t1, t0, 64             # after the last one
count_empty_field:
    lw   t2, 0(t0)
    bnez t2, count_empty_next
    addi a0, a0, 1
count_empty_next:
    addi t0, t0, 4
    bne  t0, t1, count_empty_field
    ret

# find_empty(number): finds an empty field by its number.
#   a0 = which of the empty fields, counted from 0; there must be that many
#   result: a0 = its address
#   changes: t0, t1
.globl find_empty
find_empty:
    la   t0, board              # the field at hand
find_empty_field:
    lw   t1, 0(t0)
    bnez t1, find_empty_next
    beqz a0, find_empty_found
    addi a0, a0, -1             # one empty field less to pass
find_empty_next:
    addi t0, t0, 4
    j    find_empty_field
find_empty_found:
    mv   a0, t0
    ret

# is_game_over(): no field is empty, and no two equal tiles lie side by side.
#   result: a0 = 1 if so, 0 if a move is left
#   changes: t0 to t4
.globl is_game_over
is_game_over:
    la   t0, board              # the field at hand
    li   t1, 0                  # its number
is_game_over_field:
    lw   t2, 0(t0)
    beqz t2, is_game_over_no

    andi t3, t1, 3              # its column
    li   t4, LAST_COLUMN
    beq  t3, t4, is_game_over_below     # nothing is to the right of the last column
    lw   t3, 4(t0)              # the field to the right
    beq  t2, t3, is_game_over_no

is_game_over_below:
    li   t4, LAST_ROW
    bge  t1, t4, is_game_over_next      # nothing is below the last row
    lw   t3, 16(t0)             # the field below
    beq  t2, t3, is_game_over_no

is_game_over_next:
    addi t0, t0, 4
    addi t1, t1, 1
    li   t4, FIELDS
    blt  t1, t4, is_game_over_field

    li   a0, 1
    ret
is_game_over_no:
    li   a0, 0
    ret
