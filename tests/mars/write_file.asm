        .data
name:   .asciiz "../outside.txt"
        .text
        la   $a0, name
        li   $a1, 1
        li   $v0, 13
        syscall
        move $t0, $v0
