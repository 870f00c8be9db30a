# What the tests with a main of their own work with. Not a test itself.

.text

# fill_game(game, cells): copies cells into a game, and makes its score 0.
#   a0 = address of the game, a1 = address of as many words as it has cells
#   result: a0 = address of the word after the last one
#   changes: a1, t0 to t2, the game
.globl fill_game
fill_game:
    sw   zero, 8(a0)
    lw   t0, 0(a0)
    lw   t1, 4(a0)
    mul  t0, t0, t1             # cells that are left
    lw   t1, 12(a0)             # address of the cell at hand
fill_game_cell:
    lw   t2, 0(a1)
    sw   t2, 0(t1)
    addi a1, a1, 4
    addi t1, t1, 4
    addi t0, t0, -1
    bnez t0, fill_game_cell
    mv   a0, a1
    ret

# show_game(game): prints the score, then the cells, one row a line.
#   a0 = address of the game
#   changes: a and t registers
.globl show_game
show_game:
    mv   t0, a0                 # address of the game
    li   a0, 1                  # print the integer in a1
    lw   a1, 8(t0)
    ecall
    li   a0, 11                 # print the character in a1
    li   a1, ':'
    ecall

    lw   t1, 0(t0)              # rows that are left
    lw   t2, 12(t0)             # address of the cell at hand
show_game_row:
    lw   t3, 4(t0)              # cells of the row that are left
show_game_cell:
    li   a0, 11                 # print the character in a1
    li   a1, ' '
    ecall
    li   a0, 1                  # print the integer in a1
    lw   a1, 0(t2)
    ecall
    addi t2, t2, 4
    addi t3, t3, -1
    bnez t3, show_game_cell

    li   a0, 11                 # print the character in a1
    li   a1, '\n'
    ecall
    addi t1, t1, -1
    bnez t1, show_game_row
    ret

# show_number(number): prints a number and a blank.
#   a0 = the number
#   changes: a0, a1
.globl show_number
show_number:
    mv   a1, a0
    li   a0, 1                  # print the integer in a1
    ecall
    li   a0, 11                 # print the character in a1
    li   a1, ' '
    ecall
    ret
