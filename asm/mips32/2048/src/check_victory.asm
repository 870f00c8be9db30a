# Looks for a tile with the value 2048.
#   Included by main.asm; try it with   jal run tests/pub/test_check_win_1.asm

        .text
        .globl check_victory

# check_victory: checks whether the game is won.
#   $a0 = address of the board, an array of unsigned half-words
#   $a1 = number of fields on the board
# Result:
#   $v0 = 1 if one of the tiles is 2048, else 0
# Changes $a0, $t0, $t1. The board stays as it is.
check_victory:
        sll     $t0, $a1, 1             # a field takes two bytes:
        addu    $t0, $a0, $t0           # $t0 = address after the last field

check_victory_next:
        beq     $a0, $t0, check_victory_none
        lhu     $t1, 0($a0)
        beq     $t1, 2048, check_victory_found
        addiu   $a0, $a0, 2
        j       check_victory_next

check_victory_found:
        li      $v0, 1
        jr      $ra

check_victory_none:
        li      $v0, 0
        jr      $ra
