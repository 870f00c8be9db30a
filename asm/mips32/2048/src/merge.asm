# Merges neighbours of the same value in a row.
#   Included by complete_move.asm; try it with   jal run tests/pub/test_merge_1.asm

        .text
        .globl merge

# merge: merges, from left to right, tiles that are side by side and have the same value. The
# left one becomes the sum of both, the right one disappears: 2 2 4 4 becomes 4 0 8 0.
#
# The empty field that a merge leaves on the right keeps the new tile from merging again:
# 2 2 4 becomes 4 0 4. A sum is stored in a half-word, so only its low 16 bits remain, and these
# are what the merge is worth.
#   $a0 = address of the row, an array of the addresses of its fields
#   $a1 = number of fields in the row, at least 2
# Results:
#   $v0 = number of merges
#   $v1 = what they are worth: the sum of the values of the new tiles
# Changes $a0, $t0 to $t4.
merge:
        li      $v0, 0                  # no merges so far,
        li      $v1, 0                  # worth nothing
        sll     $t0, $a1, 2             # an address takes four bytes:
        addu    $t0, $a0, $t0
        addiu   $t0, $t0, -4            # $t0 = place of the last address; it has no right neighbour

merge_next:
        beq     $a0, $t0, merge_end
        lw      $t1, 0($a0)             # $t1 = address of the left one of two neighbours
        lw      $t2, 4($a0)             # $t2 = address of the right one
        addiu   $a0, $a0, 4
        lhu     $t3, 0($t1)
        lhu     $t4, 0($t2)
        beqz    $t3, merge_next         # two empty fields are equal, but no tiles
        bne     $t3, $t4, merge_next

        addu    $t3, $t3, $t4
        andi    $t3, $t3, 0xffff        # what a half-word holds
        sh      $t3, 0($t1)
        sh      $zero, 0($t2)
        addiu   $v0, $v0, 1
        addu    $v1, $v1, $t3
        j       merge_next

merge_end:
        jr      $ra
