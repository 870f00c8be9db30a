# A14: a function takes as much stack as its argument says, and finds back through $s0.
# expect: no finding

main:
        li      $a0, 8
        jal     fill
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

# fill: stores $a0 words on the stack, and adds them
fill:
        addiu   $sp, $sp, -16
        sw      $s0, 0($sp)
        move    $s0, $sp
        sll     $t0, $a0, 2
        subu    $sp, $sp, $t0
        move    $t0, $sp
        li      $v0, 0
fill_loop:
        sw      $t0, 0($t0)
        lw      $t1, 0($t0)
        subu    $t1, $t1, $sp
        addu    $v0, $v0, $t1
        addiu   $t0, $t0, 4
        bne     $t0, $s0, fill_loop
        move    $sp, $s0
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra
