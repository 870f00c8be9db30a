# The smallest program that says something.
        .data
greeting: .asciiz "Hello, MIPS!\n"

        .text
main:   li   $v0, 4             # print string
        la   $a0, greeting
        syscall
        li   $v0, 10            # exit
        syscall
