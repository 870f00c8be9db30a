# is_game_over: the full board without pairs is over (1); each pair of neighbours that become equal
# makes it playable (0), also in the last row and in the last column; so does each empty field. The
# end of a row and the start of the next one are no neighbours (1).
#   jal run tests/over.s

.import "../play.s"
.import "show.s"

.data
distinct: .word 2, 4, 8, 16
          .word 32, 64, 128, 256
          .word 512, 1024, 2048, 4096
          .word 8192, 16384, 32768, 65536

pairs_to_the_right: .word 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1
pairs_below: .word 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1
ends_of_rows: .word 3, 7, 11, -1

.text

# main(argc, argv): prints the answers, one line a kind.
#   result: a0 = 0
#   changes: a and t registers, the board
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, distinct
    la   a1, board
    jal  copy_board
    jal  is_game_over
    jal  show_number

    la   a0, pairs_to_the_right
    li   a1, 4                  # the neighbour is one word further
    jal  try_pairs
    la   a0, pairs_below
    li   a1, 16                 # four words further
    jal  try_pairs
    la   a0, ends_of_rows
    li   a1, 4
    jal  try_pairs

    jal  try_empty_fields

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# try_pairs(numbers, distance): makes two fields equal, asks, and goes on with the next pair.
#   a0 = address of the numbers of the first fields, with -1 after the last
#   a1 = how many bytes further the second field lies
#   changes: a and t registers, the board
.globl try_pairs
try_pairs:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = address of the number at hand
    mv   s1, a1                 # s1 = distance

try_pairs_next:
    lw   t0, 0(s0)
    bltz t0, try_pairs_end
    la   a0, distinct
    la   a1, board
    jal  copy_board

    lw   t0, 0(s0)
    slli t0, t0, 2
    la   t1, board
    add  t0, t1, t0             # the first field
    lw   t1, 0(t0)
    add  t0, t0, s1             # the second one
    sw   t1, 0(t0)

    jal  is_game_over
    jal  show_digit
    addi s0, s0, 4
    j    try_pairs_next

try_pairs_end:
    jal  show_line_end
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# try_empty_fields(): asks with each field empty in turn.
#   changes: a and t registers, the board
.globl try_empty_fields
try_empty_fields:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    la   s0, board              # s0 = the field at hand

try_empty_fields_next:
    la   a0, distinct
    la   a1, board
    jal  copy_board
    sw   zero, 0(s0)
    jal  is_game_over
    jal  show_digit
    addi s0, s0, 4
    la   t0, board
    addi t0, t0, 64
    bne  s0, t0, try_empty_fields_next

    jal  show_line_end
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
