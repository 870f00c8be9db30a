# The towers of Hanoi.
        .data
from:   .asciiz "disk from "
to:     .asciiz " to "
nl:     .asciiz "\n"
        .text
        .globl  main
main:   addi    $sp, -4
        sw      $ra, 0($sp)
        li      $a0, 3
        li      $a1, 1
        li      $a2, 3
        li      $a3, 2
        jal     move_disks
        lw      $ra, 0($sp)
        addi    $sp, 4
        jr      $ra
move_disks:
        beqz    $a0, back
        addi    $sp, $sp, -20
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        sw      $a1, 8($sp)
        sw      $a2, 12($sp)
        sw      $a3, 16($sp)
        sub     $a0, 1
        move    $t0, $a2
        move    $a2, $a3
        move    $a3, $t0
        jal     move_disks
        la      $a0, from; li $v0, 4; syscall
        lw      $a0, 8($sp); li $v0, 1; syscall
        la      $a0, to; li $v0, 4; syscall
        lw      $a0, 12($sp); li $v0, 1; syscall
        la      $a0, nl; li $v0, 4; syscall
        lw      $a0, 4($sp)
        lw      $a1, 16($sp)
        lw      $a2, 12($sp)
        lw      $a3, 8($sp)
        sub     $a0, 1
        jal     move_disks
        lw      $ra, 0($sp)
        addi    $sp, $sp, 20
back:   jr      $ra
