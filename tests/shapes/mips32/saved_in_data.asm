# A saved register and the return address are kept in variables.
# prints: 9
        .data
kept:   .word 0, 0
        .text
main:   li   $a0, 3
        jal  square
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

square: sw   $s0, kept
        sw   $ra, kept+4
        move $s0, $a0
        jal  same
        mul  $v0, $v0, $s0
        lw   $s0, kept
        lw   $ra, kept+4
        jr   $ra

same:   move $v0, $a0
        jr   $ra
