# legal_move_check on grids of several shapes. Prints one answer for each case of the table.
#   jal run tests/legal_moves.s

.import "../game.s"
.import "show.s"

.data
# Each case: rows, columns, cells.
cases: .word 1, 1, 2            # 0: one tile, which fills the grid
       .word 1, 1, -1           # 1: an empty cell

       .word 1, 3, 2, 4, 2      # 0
       .word 1, 3, 2, 4, 4      # 1: a pair at the end
       .word 1, 3, 2, 2, 4      # 1: a pair at the start
       .word 1, 3, 2, 4, -1     # 1: empty at the end
       .word 3, 1, 2, 4, 2      # 0
       .word 3, 1, 2, 4, 4      # 1
       .word 3, 1, 2, 2, 4      # 1
       .word 3, 1, -1, 2, 4     # 1: empty at the start

       .word 2, 2, 2, 4, 4, 2   # 0: equal across the corner, and from the end of a row to the next
       .word 2, 2, 2, 4, 8, 4   # 1: below, in the last column
       .word 2, 2, 2, 4, 8, 8   # 1: to the right, in the last row

       .word 2, 3, 2, 4, 8, 8, 2, 4         # 0: from the end of a row to the next
       .word 2, 3, 2, 4, 8, 16, 2, 8        # 1: below, in the last column
       .word 2, 3, 2, 4, 8, 16, 32, 32      # 1: to the right, in the last row
       .word 2, 3, 2, 4, 8, 2, 16, 32       # 1: below, in the first column
       .word 2, 3, 2, 4, 8, 16, -1, 32      # 1: empty

       .word 3, 2, 2, 4, 8, 2, 4, 8         # 0: two cells further is below, three is not
       .word 3, 2, 2, 4, 8, 16, 32, 16      # 1: below, in the last column
       .word 3, 2, 2, 4, 8, 16, 32, 32      # 1: to the right, in the last row
       .word 0                  # no more cases

game_pointer: .word 0

.text

# main(argc, argv): asks for all cases.
#   result: a0 = 0
#   changes: a and t registers
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    li   a0, 2
    li   a1, 3
    jal  make_game              # large enough for all of them
    la   t0, game_pointer
    sw   a0, 0(t0)

    la   s0, cases              # s0 = address of the case at hand
main_case:
    lw   t0, 0(s0)
    beqz t0, main_end
    mv   a0, s0
    jal  try_case
    mv   s0, a0
    j    main_case

main_end:
    jal  print_line_end
    li   a0, 0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# try_case(case): makes the game of a case and prints the answer.
#   a0 = address of the case
#   result: a0 = address of the next case
#   changes: a and t registers, the game
.globl try_case
try_case:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    mv   s0, a0                 # s0 = address of the case, later of the next one

    la   a0, game_pointer
    lw   a1, 0(s0)
    lw   a2, 4(s0)
    jal  remake_game
    la   a0, game_pointer
    lw   a0, 0(a0)
    addi a1, s0, 8
    jal  fill_game
    mv   s0, a0

    la   a0, game_pointer
    lw   a0, 0(a0)
    jal  legal_move_check
    jal  show_number

    mv   a0, s0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
