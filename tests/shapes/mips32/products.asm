# HI, LO and the conditions of the floating-point unit are set before they are read; of a sum of
# products, only the lower half is used.
# prints: 34

        .data
one:    .float 1.0

        .text
main:
        li      $a0, 5
        li      $a1, 6
        jal     products
        move    $a0, $v0
        li      $v0, 1                  # print a number
        syscall
        li      $v0, 10                 # exit
        syscall

products:
        mtlo    $zero
        madd    $a0, $a1                # HI is whatever it was
        mflo    $v0
        mult    $a0, $a1
        mfhi    $t0
        addu    $v0, $v0, $t0
        div     $v0, $a1
        mfhi    $t0
        addu    $v0, $v0, $t0
        l.s     $f4, one
        c.lt.s  $f4, $f4
        bc1t    never
        addiu   $v0, $v0, 4
never:
        cfc1    $t0, $31                # rounding and flags are everybody's
        andi    $t0, $t0, 3
        addu    $v0, $v0, $t0
        ctc1    $t0, $31
        jr      $ra
