# Saved floating-point registers are kept in a float register and in an integer one.
# prints: 6.75
        .data
a:      .float 2.5
b:      .float 4.25
        .text
main:   l.s  $f12, a
        l.s  $f14, b
        jal  both
        mov.s $f12, $f0
        li   $v0, 2
        syscall
        li   $v0, 10
        syscall

both:   mov.s $f4, $f20
        mfc1 $t0, $f22
        mov.s $f20, $f12
        mov.s $f22, $f14
        add.s $f0, $f20, $f22
        mtc1 $t0, $f22
        mov.s $f20, $f4
        jr   $ra
