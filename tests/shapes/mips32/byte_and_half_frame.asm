# A frame with a byte, a half-word and a word in it.
# prints: 1107
        .text
main:   li   $a0, 7
        li   $a1, 100
        li   $a2, 1000
        jal  mixed
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

mixed:  subu $sp, $sp, 8
        sb   $a0, 0($sp)
        sh   $a1, 2($sp)
        sw   $a2, 4($sp)
        lbu  $t0, 0($sp)
        lhu  $t1, 2($sp)
        lw   $t2, 4($sp)
        addu $v0, $t0, $t1
        addu $v0, $v0, $t2
        addu $sp, $sp, 8
        jr   $ra
