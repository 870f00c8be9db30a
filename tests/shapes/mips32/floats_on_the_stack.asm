# Saved floating-point registers are pushed with swc1 and s.d.
# prints: 10.5
        .data
a:      .float 3.5
        .text
main:   l.s  $f12, a
        jal  triple
        mov.s $f12, $f0
        li   $v0, 2
        syscall
        li   $v0, 10
        syscall

triple: subu $sp, $sp, 20
        sw   $ra, 0($sp)
        swc1 $f20, 4($sp)
        s.d  $f22, 8($sp)
        mov.s $f20, $f12
        cvt.d.s $f22, $f12
        jal  same
        add.s $f20, $f20, $f0
        cvt.s.d $f4, $f22
        add.s $f0, $f20, $f4
        lwc1 $f20, 4($sp)
        l.d  $f22, 8($sp)
        lw   $ra, 0($sp)
        addu $sp, $sp, 20
        jr   $ra

same:   mov.s $f0, $f12
        jr   $ra
