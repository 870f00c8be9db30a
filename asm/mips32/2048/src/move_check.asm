# Checks whether a move to the left would change a row.
#   Included by main.asm; try it with   jal run tests/pub/test_move_check_1.asm

        .text
        .globl move_check

# move_check: checks whether moving left has an effect on a row. It has one if a tile has an
# empty field directly to its left, or if two neighbours are tiles of the same value.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Result:
#   $v0 = 1 if moving left changes the row, else 0
# Changes $a0, $t0 to $t4. The board stays as it is.
move_check:
        sll     $t0, $a1, 2             # an address takes four bytes:
        addu    $t0, $a0, $t0
        addiu   $t0, $t0, -4            # $t0 = place of the last address; it has no right neighbour

move_check_next:
        beq     $a0, $t0, move_check_none
        lw      $t1, 0($a0)
        lw      $t2, 4($a0)
        lhu     $t3, 0($t1)             # $t3 = the left one of two neighbours
        lhu     $t4, 0($t2)             # $t4 = the right one
        addiu   $a0, $a0, 4
        beqz    $t4, move_check_next    # without a tile on the right, nothing comes here
        beqz    $t3, move_check_found   # the tile can move
        bne     $t3, $t4, move_check_next

move_check_found:                       # ... or it can merge
        li      $v0, 1
        jr      $ra

move_check_none:
        li      $v0, 0
        jr      $ra
