# Turning the board. Part of main.s.

.text

# rotate(board): turns the board clockwise by a quarter.
#   a0 = address of the board (16 words)
#   changes: t0 to t5, the board
.globl rotate
rotate:
    addi sp, sp, -64            # the turned board is made here, then copied back

    li   t0, 0                  # the number of the field at hand, row by row
rotate_field:
    slli t1, t0, 2
    add  t1, a0, t1             # its address
    lw   t1, 0(t1)              # its tile

    andi t2, t0, 3              # its column becomes the row
    srli t3, t0, 2              # its row, counted from below, becomes the column
    li   t4, 3
    sub  t3, t4, t3

    slli t2, t2, 2              # a row has 4 fields
    add  t2, t2, t3             # the new number of the field
    slli t2, t2, 2
    add  t2, sp, t2             # and its address
    sw   t1, 0(t2)

    addi t0, t0, 1
    li   t4, 16
    blt  t0, t4, rotate_field

    mv   t0, sp                 # from here
    mv   t1, a0                 # to there
    addi t2, sp, 64             # until here
rotate_copy:
    lw   t3, 0(t0)
    sw   t3, 0(t1)
    addi t0, t0, 4
    addi t1, t1, 4
    bne  t0, t2, rotate_copy

    addi sp, sp, 64
    ret
