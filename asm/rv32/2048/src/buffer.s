# The memory of the game 2048. It has no instructions; main.s imports it.
.globl board line score random_state

.data
.align 2
board:          .half 0, 0, 0, 0    # the 4x4 fields row by row, 0 = empty
                .half 0, 0, 0, 0
                .half 0, 0, 0, 0
                .half 0, 0, 0, 0
line:           .word 0, 0, 0, 0    # addresses of the four fields of one row or
                                    # column, seen in the direction of the move
score:          .word 0             # the player's points
random_state:   .word 0             # where the random numbers have got to
