# A18: a function jumps to the end of another one, whose frame is like its own.
# expect: no finding

main:
        li      $s0, 9
        li      $a0, 1
        jal     first
        move    $s1, $v0
        li      $a0, 2
        jal     second
        addu    $s1, $s1, $v0
        addu    $s1, $s1, $s0
        move    $a0, $s1
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

first:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        move    $s0, $a0
        jal     double
        j       second_end              # takes the frame down in the same way

second:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        addiu   $s0, $a0, 5
        jal     double
second_end:
        addu    $v0, $v0, $s0
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        addiu   $sp, $sp, 16
        jr      $ra

double:
        addu    $v0, $a0, $a0
        jr      $ra
