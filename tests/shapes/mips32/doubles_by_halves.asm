# A double is saved as two single words and restored as one, and the other way round.
# prints: 11.0

        .data
five:   .double 5.0
half:   .double 0.5

        .text
main:
        addiu   $sp, $sp, -4            # from here, the stack is aligned to 8 bytes
        l.d     $f20, half
        l.d     $f12, five
        jal     twice
        mov.d   $f12, $f0
        jal     plus_half
        add.d   $f12, $f0, $f20
        li      $v0, 3                  # print a double
        syscall
        li      $v0, 10                 # exit
        syscall

twice:
        addiu   $sp, $sp, -8
        swc1    $f20, 0($sp)
        swc1    $f21, 4($sp)
        mov.d   $f20, $f12
        add.d   $f0, $f20, $f20
        ldc1    $f20, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

plus_half:
        addiu   $sp, $sp, -8
        sdc1    $f20, 0($sp)
        l.d     $f20, half
        add.d   $f0, $f20, $f12
        lwc1    $f20, 0($sp)
        lwc1    $f21, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
