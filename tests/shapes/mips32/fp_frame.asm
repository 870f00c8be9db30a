# A frame with a frame pointer, as compilers of long ago made it.
# prints: 30
        .text
main:   li   $a0, 4
        jal  squares
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

squares:
        subu $sp, $sp, 32
        sw   $ra, 28($sp)
        sw   $fp, 24($sp)
        addu $fp, $sp, 32
        sw   $a0, -12($fp)
        sw   $zero, -16($fp)
squares_next:
        lw   $t0, -12($fp)
        beqz $t0, squares_end
        move $a0, $t0
        jal  square
        lw   $t1, -16($fp)
        addu $t1, $t1, $v0
        sw   $t1, -16($fp)
        lw   $t0, -12($fp)
        subu $t0, $t0, 1
        sw   $t0, -12($fp)
        j    squares_next
squares_end:
        lw   $v0, -16($fp)
        lw   $ra, 28($sp)
        lw   $fp, 24($sp)
        addu $sp, $sp, 32
        jr   $ra

square: mul  $v0, $a0, $a0
        jr   $ra
