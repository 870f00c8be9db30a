# An exception handler that tells what happened and goes on behind it.
        .text
main:   li   $t0, 0x7fffffff
        addi $t0, $t0, 1        # overflow
        lw   $t0, 1($gp)        # not aligned
        teq  $zero, $zero       # trap
        li   $v0, 99            # no such call
        syscall
        li   $v0, 10
        syscall

        .ktext 0x80000180
        move $k1, $v0
        mfc0 $a0, $13           # cause
        srl  $a0, $a0, 2
        andi $a0, $a0, 31
        li   $v0, 1
        syscall
        li   $a0, ' '
        li   $v0, 11
        syscall
        mfc0 $a0, $14           # where
        subiu $a0, $a0, 0x400000
        li   $v0, 1
        syscall
        li   $a0, '\n'
        li   $v0, 11
        syscall
        mfc0 $k0, $14
        addi $k0, $k0, 4
        mtc0 $k0, $14
        move $v0, $k1
        eret
