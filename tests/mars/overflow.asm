        .text
main:   li   $v0, 1
        li   $a0, 7
        syscall
        li   $t0, 0x7fffffff
        addi $t0, $t0, 1
