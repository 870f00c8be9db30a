# Moves the tiles of a row to the left, as far as they go.
#   Included by complete_move.asm; try it with   jal run tests/pub/test_move_left_1.asm

        .text
        .globl move_left

# move_left: moves all tiles of a row to the left until there is no gap between them:
# 0 2 0 4 becomes 2 4 0 0.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Changes what any call may change.
move_left:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the row
        move    $s1, $a1                # $s1 = how many fields it has

move_left_again:
        move    $a0, $s0
        move    $a1, $s1
        jal     move_one
        bnez    $v0, move_left_again    # until no tile has moved

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

        .include "move_one.asm"
