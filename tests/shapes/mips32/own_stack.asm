# A function works on a stack of its own, and goes back to the one of its caller.
# prints: 12

        .data
kept:   .word 0
room:   .space 64
room_end:

        .text
main:
        li      $a0, 3
        jal     f
        move    $a0, $v0
        li      $v0, 1                  # print a number
        syscall
        li      $v0, 10                 # exit
        syscall

f:
        la      $t0, kept
        sw      $sp, 0($t0)
        la      $sp, room_end
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        jal     twice
        move    $a0, $v0
        jal     twice
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        la      $t0, kept
        lw      $sp, 0($t0)
        jr      $ra

twice:
        addu    $v0, $a0, $a0
        jr      $ra
