        .data
text:   .asciiz "hi"
        .text
main:   li   $v0, 4
        la   $a0, text
        syscall
        li   $t0, 0x0a31
        li   $t1, -2
        li   $v0, 10
        syscall
