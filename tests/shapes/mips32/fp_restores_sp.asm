# The stack pointer comes back from the frame pointer.
# prints: 12
        .text
main:   li   $a0, 5
        li   $a1, 7
        jal  add_all
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

add_all:
        addi $sp, $sp, -8
        sw   $fp, 0($sp)
        sw   $ra, 4($sp)
        move $fp, $sp
        addi $sp, $sp, -4
        sw   $a0, 0($sp)
        addi $sp, $sp, -4
        sw   $a1, 0($sp)
        jal  nothing
        lw   $t0, -4($fp)
        lw   $t1, -8($fp)
        add  $v0, $t0, $t1
        move $sp, $fp
        lw   $fp, 0($sp)
        lw   $ra, 4($sp)
        addi $sp, $sp, 8
        jr   $ra

nothing:
        jr   $ra
