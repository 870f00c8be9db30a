# Makes the whole move of one row to the left.
#   Included by main.asm; try it with   jal run tests/pub/test_complete_move_1.asm

        .text
        .globl complete_move

# complete_move: moves the tiles of a row to the left, merges them once, and closes the gaps
# that merging left: 2 0 2 4 becomes 2 2 4 0, then 4 0 4 0, then 4 4 0 0.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Results:
#   $v0 = number of merges
#   $v1 = what they are worth: the sum of the values of the new tiles
# Changes what any call may change.
complete_move:
        addiu   $sp, $sp, -40
        sw      $ra, 32($sp)
        sw      $s3, 28($sp)
        sw      $s2, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the row
        move    $s1, $a1                # $s1 = how many fields it has

        jal     move_left

        move    $a0, $s0
        move    $a1, $s1
        jal     merge
        move    $s2, $v0                # $s2 = merges; the next call may change $v0 and $v1
        move    $s3, $v1                # $s3 = what they are worth

        move    $a0, $s0
        move    $a1, $s1
        jal     move_left

        move    $v0, $s2
        move    $v1, $s3
        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $s2, 24($sp)
        lw      $s3, 28($sp)
        lw      $ra, 32($sp)
        addiu   $sp, $sp, 40
        jr      $ra

        .include "move_left.asm"
        .include "merge.asm"
