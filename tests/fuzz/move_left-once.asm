# Tiles move by one field only.
        .text
        .globl move_left

move_left:
        addiu   $sp, $sp, -32
        sw      $ra, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0
        move    $s1, $a1

move_left_again:
        move    $a0, $s0
        move    $a1, $s1
        jal     move_one
        

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

        .include "../../asm/mips32/2048/src/move_one.asm"
