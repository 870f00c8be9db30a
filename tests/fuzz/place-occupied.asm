# An occupied field loses its tile.
        .text
        .globl place

place:
        sll     $t0, $a2, 1
        addu    $t0, $a0, $t0
        lhu     $t1, 0($t0)
        sltu    $t2, $zero, $t1

        sh      $a3, 0($t0)
        move    $v0, $t2
        jr      $ra

place_occupied:
        li      $v0, 1
        jr      $ra
