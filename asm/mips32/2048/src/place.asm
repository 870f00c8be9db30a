# Puts a tile on the board.
#   Included by main.asm; try it with   jal run tests/pub/test_place_1.asm

        .text
        .globl place

# place: puts a tile on a field, if that field is empty. If it is not, nothing changes.
#   $a0 = address of the board, an array of unsigned half-words
#   $a1 = number of fields on the board
#   $a2 = index of the field
#   $a3 = value of the tile
# Result:
#   $v0 = 0 if the tile was placed, 1 if the field is occupied
# Changes $t0, $t1.
place:
        sll     $t0, $a2, 1             # a field takes two bytes:
        addu    $t0, $a0, $t0           # $t0 = address of the field
        lhu     $t1, 0($t0)
        bnez    $t1, place_occupied

        sh      $a3, 0($t0)
        li      $v0, 0
        jr      $ra

place_occupied:
        li      $v0, 1
        jr      $ra
