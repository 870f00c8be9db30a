# A function ends in another one, after it has freed its frame.
# prints: 15
        .text
main:   li   $a0, 6
        jal  first
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

first:  subu $sp, $sp, 8
        sw   $ra, 4($sp)
        sw   $s0, 0($sp)
        move $s0, $a0
        jal  half
        addu $a0, $v0, $s0
        lw   $s0, 0($sp)
        lw   $ra, 4($sp)
        addu $sp, $sp, 8
        j    second

second: addiu $v0, $a0, 6
        jr   $ra

half:   srl  $v0, $a0, 1
        jr   $ra
