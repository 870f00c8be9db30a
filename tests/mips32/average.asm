# The average of numbers, in single and double precision.
        .data
values: .float 1.5, 2.25, -3, 1e3, 0.1
count:  .word 5
sums:   .double 0.1, 0.2
text:   .asciiz "average: "

        .text
main:   la   $t0, values
        lw   $t1, count
        mtc1 $t1, $f4
        cvt.s.w $f4, $f4
        mtc1 $zero, $f12
loop:   l.s  $f0, ($t0)
        add.s $f12, $f12, $f0
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bnez $t1, loop
        div.s $f12, $f12, $f4
        la   $a0, text
        li   $v0, 4
        syscall
        li   $v0, 2
        syscall
        li   $a0, '\n'
        li   $v0, 11
        syscall
        l.d  $f2, sums
        l.d  $f4, sums+8
        add.d $f12, $f2, $f4
        li   $v0, 3
        syscall
        li   $a0, '\n'
        li   $v0, 11
        syscall
        c.lt.d $f2, $f4
        bc1f wrong
        sqrt.d $f12, $f12
        cvt.s.d $f12, $f12
        li   $v0, 2
        syscall
        li   $a0, '\n'
        li   $v0, 11
        syscall
        li   $v0, 10
        syscall
wrong:  li   $a0, 1
        li   $v0, 17
        syscall
