# A18: a function with a frame pointer, as compilers write it.
# expect: no finding

main:
        li      $s0, 3
        li      $a0, 4
        jal     square
        addu    $v0, $v0, $s0
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

square:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s0, 24($sp)
        addiu   $s0, $sp, 32
        sw      $a0, -20($s0)
        lw      $t0, -20($s0)
        sw      $t0, -24($s0)
        lw      $a0, -24($s0)
        jal     double
        lw      $t0, -20($s0)
        addu    $v0, $v0, $t0
        addiu   $sp, $s0, -32
        lw      $ra, 28($sp)
        lw      $s0, 24($sp)
        addiu   $sp, $sp, 32
        jr      $ra

double:
        addu    $v0, $a0, $a0
        jr      $ra
