# Frames made with subi and addi.
# prints: 13
        .text
main:   li   $a0, 7
        jal  fib
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

fib:    subi $sp, $sp, 12
        sw   $ra, 8($sp)
        sw   $s0, 4($sp)
        sw   $s1, 0($sp)
        move $v0, $a0
        li   $t0, 2
        blt  $a0, $t0, fib_end
        move $s0, $a0
        subi $a0, $s0, 1
        jal  fib
        move $s1, $v0
        subi $a0, $s0, 2
        jal  fib
        add  $v0, $v0, $s1
fib_end:
        lw   $s1, 0($sp)
        lw   $s0, 4($sp)
        lw   $ra, 8($sp)
        addi $sp, $sp, 12
        jr   $ra
