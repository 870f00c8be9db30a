# It does not tell that a tile has moved.
        .text
        .globl move_one

move_one:
        li      $v0, 0
        sll     $t0, $a1, 2
        addu    $t0, $a0, $t0
        addiu   $t0, $t0, -4

move_one_next:
        beq     $a0, $t0, move_one_end
        lw      $t1, 0($a0)
        lw      $t2, 4($a0)
        addiu   $a0, $a0, 4
        lhu     $t3, 0($t1)
        bnez    $t3, move_one_next
        lhu     $t4, 0($t2)
        beqz    $t4, move_one_next

        sh      $t4, 0($t1)
        sh      $zero, 0($t2)
        li      $v0, 0
        j       move_one_next

move_one_end:
        jr      $ra
