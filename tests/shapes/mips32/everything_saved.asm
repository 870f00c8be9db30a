# A function that saves all it can, in a frame of 36 bytes.
# prints: 36
        .text
main:   li   $a0, 8
        jal  all
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

all:    addiu $sp, $sp, -36
        sw   $s0, 0($sp)
        sw   $s1, 4($sp)
        sw   $s2, 8($sp)
        sw   $s3, 12($sp)
        sw   $s4, 16($sp)
        sw   $s5, 20($sp)
        sw   $s6, 24($sp)
        sw   $s7, 28($sp)
        sw   $ra, 32($sp)
        move $s0, $a0
        addi $s1, $s0, -1
        addi $s2, $s1, -1
        addi $s3, $s2, -1
        addi $s4, $s3, -1
        addi $s5, $s4, -1
        addi $s6, $s5, -1
        addi $s7, $s6, -1
        jal  nothing
        add  $v0, $s0, $s1
        add  $v0, $v0, $s2
        add  $v0, $v0, $s3
        add  $v0, $v0, $s4
        add  $v0, $v0, $s5
        add  $v0, $v0, $s6
        add  $v0, $v0, $s7
        lw   $ra, 32($sp)
        lw   $s7, 28($sp)
        lw   $s6, 24($sp)
        lw   $s5, 20($sp)
        lw   $s4, 16($sp)
        lw   $s3, 12($sp)
        lw   $s2, 8($sp)
        lw   $s1, 4($sp)
        lw   $s0, 0($sp)
        addiu $sp, $sp, 36
        jr   $ra

nothing:
        jr   $ra
