# 2048 played at random on a board of sixteen half-words: 80000 moves, with a
# new game whenever one is lost. Prints a checksum of the scores and of the
# last board.

.data
seed:                               # state of the random numbers
    .word 1
# For left, right, up and down, in bytes: the first cell of the first line, the
# way to the next line, and the way to the next cell of a line.
ways:
    .word 0, 8, 2
    .word 6, 8, -2
    .word 0, 2, 8
    .word 24, 2, -8
board:
    .space 32

.text
.globl main

main:
    jal     ra, kernel
    mv      a1, a0
    li      a0, 1                   # print the checksum
    ecall
    li      a1, 10
    li      a0, 11                  # and the end of the line
    ecall
    li      a0, 10                  # exit
    ecall

# kernel() -> a0 = checksum
kernel:
    addi    sp, sp, -32
    sw      ra, 28(sp)
    sw      s0, 24(sp)
    sw      s1, 20(sp)
    sw      s2, 16(sp)
    sw      s3, 12(sp)
    sw      s4, 8(sp)
    li      s0, 80000               # moves left
    li      s1, 0                   # checksum
    li      s2, 0                   # score of this game
    jal     ra, start
kernel_move:
    jal     ra, next_random
    andi    s3, a0, 3               # direction
    li      s4, 4                   # directions left to try
kernel_try:
    mv      a0, s3
    jal     ra, move_tiles
    add     s2, s2, a0
    bnez    a1, kernel_moved
    addi    s3, s3, 1
    andi    s3, s3, 3
    addi    s4, s4, -1
    bnez    s4, kernel_try

    slli    t0, s1, 5               # no way to move: the game is over
    sub     s1, t0, s1
    add     s1, s1, s2              # checksum * 31 + score
    li      s2, 0
    jal     ra, start
    j       kernel_next
kernel_moved:
    jal     ra, spawn
kernel_next:
    addi    s0, s0, -1
    bnez    s0, kernel_move

    la      t0, board               # add the last board to the checksum
    addi    t1, t0, 32
kernel_cell:
    lhu     t2, 0(t0)
    slli    t3, s1, 5
    sub     s1, t3, s1
    add     s1, s1, t2
    addi    t0, t0, 2
    bne     t0, t1, kernel_cell
    slli    t3, s1, 5               # and the score of the unfinished game
    sub     s1, t3, s1
    add     a0, s1, s2
    lw      s4, 8(sp)
    lw      s3, 12(sp)
    lw      s2, 16(sp)
    lw      s1, 20(sp)
    lw      s0, 24(sp)
    lw      ra, 28(sp)
    addi    sp, sp, 32
    ret

# start(): an empty board with two tiles
start:
    addi    sp, sp, -16
    sw      ra, 12(sp)
    la      t0, board
    addi    t1, t0, 32
start_clear:
    sh      zero, 0(t0)
    addi    t0, t0, 2
    bne     t0, t1, start_clear
    jal     ra, spawn
    jal     ra, spawn
    lw      ra, 12(sp)
    addi    sp, sp, 16
    ret

# next_random() -> a0 = 24 random bits
next_random:
    la      t0, seed
    lw      a0, 0(t0)
    li      t1, 1664525             # linear congruential generator
    mul     a0, a0, t1
    li      t1, 1013904223
    add     a0, a0, t1
    sw      a0, 0(t0)
    srli    a0, a0, 8               # its high bits are the random ones
    ret

# spawn(): puts a 2, or now and then a 4, on a random empty cell (there is one)
spawn:
    addi    sp, sp, -16
    sw      ra, 12(sp)
    jal     ra, next_random

    la      t0, board
    addi    t1, t0, 32
    li      t2, 0                   # number of empty cells
spawn_count:
    lhu     t3, 0(t0)
    seqz    t3, t3
    add     t2, t2, t3
    addi    t0, t0, 2
    bne     t0, t1, spawn_count

    andi    t3, a0, 0x7ff
    remu    t3, t3, t2              # number of empty cells to skip
    la      t0, board
spawn_find:
    lhu     t4, 0(t0)
    bnez    t4, spawn_other
    beqz    t3, spawn_put
    addi    t3, t3, -1
spawn_other:
    addi    t0, t0, 2
    j       spawn_find

spawn_put:
    srli    t4, a0, 16              # eight more random bits
    sltiu   t4, t4, 26              # 1 in about one of ten cases
    addi    t4, t4, 1
    slli    t4, t4, 1               # 4 or 2
    sh      t4, 0(t0)
    lw      ra, 12(sp)
    addi    sp, sp, 16
    ret

# move_tiles(a0 = direction) -> a0 = points, a1 = 1 if any tile moved
move_tiles:
    addi    sp, sp, -32
    sw      ra, 28(sp)
    sw      s0, 24(sp)
    sw      s1, 20(sp)
    sw      s2, 16(sp)
    sw      s3, 12(sp)
    sw      s4, 8(sp)
    sw      s5, 4(sp)
    slli    t0, a0, 3               # direction * 12 bytes a row
    slli    t1, a0, 2
    add     t0, t0, t1
    la      t1, ways
    add     t0, t1, t0
    lw      s0, 0(t0)
    la      t1, board
    add     s0, t1, s0              # first cell of the line
    lw      s1, 4(t0)               # way to the next line
    lw      s2, 8(t0)               # way to the next cell
    li      s3, 4                   # lines left
    li      s4, 0                   # points
    li      s5, 0                   # whether any tile moved
move_line:
    mv      a0, s0
    mv      a1, s2
    jal     ra, slide
    add     s4, s4, a0
    or      s5, s5, a1
    add     s0, s0, s1
    addi    s3, s3, -1
    bnez    s3, move_line
    mv      a0, s4
    mv      a1, s5
    lw      s5, 4(sp)
    lw      s4, 8(sp)
    lw      s3, 12(sp)
    lw      s2, 16(sp)
    lw      s1, 20(sp)
    lw      s0, 24(sp)
    lw      ra, 28(sp)
    addi    sp, sp, 32
    ret

# slide(a0 = first cell of a line, a1 = way to the next cell)
#   -> a0 = points, a1 = 1 if any tile moved
# Takes each tile off the board and puts it back where it slides to.
slide:
    mv      t0, a0                  # from here
    mv      t1, a0                  # to here
    li      t2, 4                   # cells left
    li      t3, 0                   # the tile before, if it may still merge
    li      a0, 0                   # points
    li      a2, 0                   # whether any tile moved
slide_cell:
    lhu     t4, 0(t0)
    beqz    t4, slide_next
    sh      zero, 0(t0)
    beq     t4, t3, slide_merge
    sh      t4, 0(t1)
    mv      t3, t4
    xor     t5, t0, t1              # moved if the places differ
    snez    t5, t5
    or      a2, a2, t5
    add     t1, t1, a1
    j       slide_next
slide_merge:
    slli    t4, t4, 1
    sub     t5, t1, a1
    sh      t4, 0(t5)
    add     a0, a0, t4
    li      t3, 0                   # a merged tile does not merge again
    li      a2, 1
slide_next:
    add     t0, t0, a1
    addi    t2, t2, -1
    bnez    t2, slide_cell
    mv      a1, a2
    ret
