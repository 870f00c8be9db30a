# Equal tiles are not seen.
        .text
        .globl move_check

move_check:
        sll     $t0, $a1, 2
        addu    $t0, $a0, $t0
        addiu   $t0, $t0, -4

move_check_next:
        beq     $a0, $t0, move_check_none
        lw      $t1, 0($a0)
        lw      $t2, 4($a0)
        lhu     $t3, 0($t1)
        lhu     $t4, 0($t2)
        addiu   $a0, $a0, 4
        beqz    $t4, move_check_next
        beqz    $t3, move_check_found
        j       move_check_next

move_check_found:
        li      $v0, 1
        jr      $ra

move_check_none:
        li      $v0, 0
        jr      $ra
