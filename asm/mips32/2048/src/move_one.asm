# Moves the tiles of a row by one field to the left.
#   Included by move_left.asm; try it with   jal run tests/pub/test_move_one_1.asm

        .text
        .globl move_one

# move_one: moves every tile that has room by one field to the left, all at the same time:
# 4 0 2 4 becomes 4 2 4 0, and 0 0 2 0 becomes 0 2 0 0.
#
# The row is walked from left to right. A tile that has moved leaves an empty field, so the tile
# after it moves up in the next step of the same walk.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Result:
#   $v0 = 1 if a tile has moved, else 0
# Changes $a0, $t0 to $t4.
move_one:
        li      $v0, 0                  # nothing has moved so far
        sll     $t0, $a1, 2             # an address takes four bytes:
        addu    $t0, $a0, $t0
        addiu   $t0, $t0, -4            # $t0 = place of the last address; it has no right neighbour

move_one_next:
        beq     $a0, $t0, move_one_end
        lw      $t1, 0($a0)             # $t1 = address of the left one of two neighbours
        lw      $t2, 4($a0)             # $t2 = address of the right one
        addiu   $a0, $a0, 4
        lhu     $t3, 0($t1)
        bnez    $t3, move_one_next      # no room on the left
        lhu     $t4, 0($t2)
        beqz    $t4, move_one_next      # no tile on the right

        sh      $t4, 0($t1)
        sh      $zero, 0($t2)
        li      $v0, 1
        j       move_one_next

move_one_end:
        jr      $ra
