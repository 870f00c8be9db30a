# make_two_or_four: fills the last empty field, then gives 0 and changes nothing. Of 1500 first
# tiles about a third are 4, and all fields get about as many (94).
#   jal run tests/new_tile.s

.import "../play.s"
.import "show.s"

.data
nearly_full: .word 2, 4, 2, 4
             .word 4, 2, 4, 2
             .word 2, 4, 0, 4
             .word 4, 2, 4, 2
hits:        .word 0, 0, 0, 0   # how often each field got the tile
             .word 0, 0, 0, 0
             .word 0, 0, 0, 0
             .word 0, 0, 0, 0

.text

# main(argc, argv): prints tiles, boards and counts.
#   result: a0 = 0
#   changes: a and t registers, the board
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    la   a0, nearly_full
    la   a1, board
    jal  copy_board
    li   s0, 2                  # s0 = rounds that are left
main_fill:
    jal  make_two_or_four
    jal  show_number
    la   a0, board
    jal  show_board
    addi s0, s0, -1
    bnez s0, main_fill

    jal  count_fours
    jal  show_number
    la   a0, hits
    jal  show_board

    li   a0, 0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# count_fours(): makes 1500 tiles, each on an empty board, and counts where they are.
#   result: a0 = how many of them are 4
#   changes: a and t registers, the board, hits
.globl count_fours
count_fours:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    li   s0, 1500               # s0 = tiles to make
    li   s1, 0                  # s1 = how many of them are 4

count_fours_tile:
    jal  clear_board
    jal  make_two_or_four
    srli t0, a0, 2              # 1 for 4, 0 for 2
    add  s1, s1, t0
    jal  count_hit
    addi s0, s0, -1
    bnez s0, count_fours_tile

    mv   a0, s1
    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# count_hit(): adds one to the hits of the only field that has a tile.
#   changes: t0, t1, t2, hits
.globl count_hit
count_hit:
    la   t0, board              # the field at hand
    la   t1, hits               # its count
count_hit_field:
    lw   t2, 0(t0)
    bnez t2, count_hit_found
    addi t0, t0, 4
    addi t1, t1, 4
    j    count_hit_field
count_hit_found:
    lw   t2, 0(t1)
    addi t2, t2, 1
    sw   t2, 0(t1)
    ret
