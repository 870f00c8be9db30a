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
    addiu   $sp, $sp, -16           # room for the arguments of the callee
    jal     kernel
    move    $a0, $v0
    li      $v0, 1                  # print the checksum
    syscall
    li      $a0, 10
    li      $v0, 11                 # and the end of the line
    syscall
    li      $v0, 10                 # exit
    syscall

# kernel() -> $v0 = checksum
kernel:
    addiu   $sp, $sp, -40           # the lowest 16 bytes: arguments of callees
    sw      $ra, 36($sp)
    sw      $s0, 32($sp)
    sw      $s1, 28($sp)
    sw      $s2, 24($sp)
    sw      $s3, 20($sp)
    sw      $s4, 16($sp)
    li      $s0, 80000              # moves left
    li      $s1, 0                  # checksum
    li      $s2, 0                  # score of this game
    jal     start
kernel_move:
    jal     next_random
    andi    $s3, $v0, 3             # direction
    li      $s4, 4                  # directions left to try
kernel_try:
    move    $a0, $s3
    jal     move_tiles
    addu    $s2, $s2, $v0
    bnez    $v1, kernel_moved
    addiu   $s3, $s3, 1
    andi    $s3, $s3, 3
    addiu   $s4, $s4, -1
    bnez    $s4, kernel_try

    sll     $t0, $s1, 5             # no way to move: the game is over
    subu    $s1, $t0, $s1
    addu    $s1, $s1, $s2           # checksum * 31 + score
    li      $s2, 0
    jal     start
    j       kernel_next
kernel_moved:
    jal     spawn
kernel_next:
    addiu   $s0, $s0, -1
    bnez    $s0, kernel_move

    la      $t0, board              # add the last board to the checksum
    addiu   $t1, $t0, 32
kernel_cell:
    lhu     $t2, 0($t0)
    sll     $t3, $s1, 5
    subu    $s1, $t3, $s1
    addu    $s1, $s1, $t2
    addiu   $t0, $t0, 2
    bne     $t0, $t1, kernel_cell
    sll     $t3, $s1, 5             # and the score of the unfinished game
    subu    $s1, $t3, $s1
    addu    $v0, $s1, $s2
    lw      $s4, 16($sp)
    lw      $s3, 20($sp)
    lw      $s2, 24($sp)
    lw      $s1, 28($sp)
    lw      $s0, 32($sp)
    lw      $ra, 36($sp)
    addiu   $sp, $sp, 40
    jr      $ra

# start(): an empty board with two tiles
start:
    addiu   $sp, $sp, -24           # the lowest 16 bytes: arguments of callees
    sw      $ra, 20($sp)
    la      $t0, board
    addiu   $t1, $t0, 32
start_clear:
    sh      $zero, 0($t0)
    addiu   $t0, $t0, 2
    bne     $t0, $t1, start_clear
    jal     spawn
    jal     spawn
    lw      $ra, 20($sp)
    addiu   $sp, $sp, 24
    jr      $ra

# next_random() -> $v0 = 24 random bits
next_random:
    la      $t0, seed
    lw      $v0, 0($t0)
    li      $t1, 1664525            # linear congruential generator
    mul     $v0, $v0, $t1
    li      $t1, 1013904223
    addu    $v0, $v0, $t1
    sw      $v0, 0($t0)
    srl     $v0, $v0, 8             # its high bits are the random ones
    jr      $ra

# spawn(): puts a 2, or now and then a 4, on a random empty cell (there is one)
spawn:
    addiu   $sp, $sp, -24           # the lowest 16 bytes: arguments of callees
    sw      $ra, 20($sp)
    jal     next_random

    la      $t0, board
    addiu   $t1, $t0, 32
    li      $t2, 0                  # number of empty cells
spawn_count:
    lhu     $t3, 0($t0)
    sltiu   $t3, $t3, 1             # 1 if the cell is empty
    addu    $t2, $t2, $t3
    addiu   $t0, $t0, 2
    bne     $t0, $t1, spawn_count

    andi    $t3, $v0, 0x7ff
    divu    $t3, $t2
    mfhi    $t3                     # number of empty cells to skip
    la      $t0, board
spawn_find:
    lhu     $t4, 0($t0)
    bnez    $t4, spawn_other
    beqz    $t3, spawn_put
    addiu   $t3, $t3, -1
spawn_other:
    addiu   $t0, $t0, 2
    j       spawn_find

spawn_put:
    srl     $t4, $v0, 16            # eight more random bits
    sltiu   $t4, $t4, 26            # 1 in about one of ten cases
    addiu   $t4, $t4, 1
    sll     $t4, $t4, 1             # 4 or 2
    sh      $t4, 0($t0)
    lw      $ra, 20($sp)
    addiu   $sp, $sp, 24
    jr      $ra

# move_tiles($a0 = direction) -> $v0 = points, $v1 = 1 if any tile moved
move_tiles:
    addiu   $sp, $sp, -48           # the lowest 16 bytes: arguments of callees
    sw      $ra, 44($sp)
    sw      $s0, 40($sp)
    sw      $s1, 36($sp)
    sw      $s2, 32($sp)
    sw      $s3, 28($sp)
    sw      $s4, 24($sp)
    sw      $s5, 20($sp)
    sll     $t0, $a0, 3             # direction * 12 bytes a row
    sll     $t1, $a0, 2
    addu    $t0, $t0, $t1
    la      $t1, ways
    addu    $t0, $t1, $t0
    lw      $s0, 0($t0)
    la      $t1, board
    addu    $s0, $t1, $s0           # first cell of the line
    lw      $s1, 4($t0)             # way to the next line
    lw      $s2, 8($t0)             # way to the next cell
    li      $s3, 4                  # lines left
    li      $s4, 0                  # points
    li      $s5, 0                  # whether any tile moved
move_line:
    move    $a0, $s0
    move    $a1, $s2
    jal     slide
    addu    $s4, $s4, $v0
    or      $s5, $s5, $v1
    addu    $s0, $s0, $s1
    addiu   $s3, $s3, -1
    bnez    $s3, move_line
    move    $v0, $s4
    move    $v1, $s5
    lw      $s5, 20($sp)
    lw      $s4, 24($sp)
    lw      $s3, 28($sp)
    lw      $s2, 32($sp)
    lw      $s1, 36($sp)
    lw      $s0, 40($sp)
    lw      $ra, 44($sp)
    addiu   $sp, $sp, 48
    jr      $ra

# slide($a0 = first cell of a line, $a1 = way to the next cell)
#   -> $v0 = points, $v1 = 1 if any tile moved
# Takes each tile off the board and puts it back where it slides to.
slide:
    move    $t0, $a0                # from here
    move    $t1, $a0                # to here
    li      $t2, 4                  # cells left
    li      $t3, 0                  # the tile before, if it may still merge
    li      $v0, 0                  # points
    li      $v1, 0                  # whether any tile moved
slide_cell:
    lhu     $t4, 0($t0)
    beqz    $t4, slide_next
    sh      $zero, 0($t0)
    beq     $t4, $t3, slide_merge
    sh      $t4, 0($t1)
    move    $t3, $t4
    xor     $t5, $t0, $t1           # moved if the places differ
    sltu    $t5, $zero, $t5
    or      $v1, $v1, $t5
    addu    $t1, $t1, $a1
    j       slide_next
slide_merge:
    sll     $t4, $t4, 1
    subu    $t5, $t1, $a1
    sh      $t4, 0($t5)
    addu    $v0, $v0, $t4
    li      $t3, 0                  # a merged tile does not merge again
    li      $v1, 1
slide_next:
    addu    $t0, $t0, $a1
    addiu   $t2, $t2, -1
    bnez    $t2, slide_cell
    jr      $ra
