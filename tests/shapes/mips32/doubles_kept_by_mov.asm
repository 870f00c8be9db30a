# A saved double is kept in another register, or HI and LO keep a saved register; comparisons after
# calls.
# prints: 7.0

        .data
two:    .double 2.0
three:  .double 3.0

        .text
main:
        l.d     $f20, two
        l.d     $f12, three
        jal     twice
        mov.d   $f12, $f0
        jal     larger
        add.d   $f12, $f0, $f20
        li      $v0, 3                  # print a double
        syscall
        li      $v0, 10                 # exit
        syscall

twice:
        mov.d   $f4, $f20
        l.d     $f20, three
        add.d   $f12, $f20, $f12
        mov.d   $f0, $f12
        mov.d   $f20, $f4
        jr      $ra

larger:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        jal     less_one
        l.d     $f4, two
        c.lt.d  $f0, $f4
        bc1f    done
        mov.d   $f0, $f4
done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

less_one:
        mtlo    $s0
        mthi    $s1
        li      $s0, 1
        li      $s1, 0
        addu    $s0, $s0, $s1
        mtc1    $s0, $f6
        cvt.d.w $f6, $f6
        sub.d   $f0, $f12, $f6
        mflo    $s0
        mfhi    $s1
        jr      $ra
