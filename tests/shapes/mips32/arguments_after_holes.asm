# f(int, double, int): the double needs an even pair of registers, and the last argument is on the
# stack; g(double, double, int): the doubles leave no register either.
# prints: 13 13

        .data
two:    .double 2.0

        .text
main:
        addiu   $sp, $sp, -24
        jal     first
        move    $a0, $v0
        li      $v0, 1                  # print a number
        syscall
        li      $a0, ' '
        li      $v0, 11                 # print a character
        syscall
        jal     second
        move    $a0, $v0
        li      $v0, 1                  # print a number
        syscall
        li      $v0, 10                 # exit
        syscall

first:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        jal     nothing
        li      $a0, 4
        li      $a2, 0
        li      $a3, 0
        li      $t0, 9
        sw      $t0, 16($sp)
        jal     f
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

second:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        jal     nothing
        l.d     $f12, two
        l.d     $f14, two
        li      $t0, 9
        sw      $t0, 16($sp)
        jal     g
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra

nothing:
        jr      $ra

f:
        addu    $v0, $a0, $a2
        addu    $v0, $v0, $a3
        lw      $t0, 16($sp)
        addu    $v0, $v0, $t0
        jr      $ra

g:
        add.d   $f4, $f12, $f14
        cvt.w.d $f4, $f4
        mfc1    $v0, $f4
        lw      $t0, 16($sp)
        addu    $v0, $v0, $t0
        jr      $ra
