# More than 2048 wins as well.
        .text
        .globl check_victory

check_victory:
        sll     $t0, $a1, 1
        addu    $t0, $a0, $t0

check_victory_next:
        beq     $a0, $t0, check_victory_none
        lhu     $t1, 0($a0)
        bge     $t1, 2048, check_victory_found
        addiu   $a0, $a0, 2
        j       check_victory_next

check_victory_found:
        li      $v0, 1
        jr      $ra

check_victory_none:
        li      $v0, 0
        jr      $ra
