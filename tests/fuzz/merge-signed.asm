# Large values count as negative numbers.
        .text
        .globl merge

merge:
        li      $v0, 0
        li      $v1, 0
        sll     $t0, $a1, 2
        addu    $t0, $a0, $t0
        addiu   $t0, $t0, -4

merge_next:
        beq     $a0, $t0, merge_end
        lw      $t1, 0($a0)
        lw      $t2, 4($a0)
        addiu   $a0, $a0, 4
        lh      $t3, 0($t1)
        lh      $t4, 0($t2)
        blez    $t3, merge_next
        bne     $t3, $t4, merge_next

        addu    $t3, $t3, $t4
        andi    $t3, $t3, 0xffff
        sh      $t3, 0($t1)
        sh      $zero, 0($t2)
        addiu   $v0, $v0, 1
        addu    $v1, $v1, $t3
        j       merge_next

merge_end:
        jr      $ra
