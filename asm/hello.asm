# Says hello, then counts its arguments.
#   jal run asm/hello.asm one two
        .data
hello:  .asciiz "Hello, MIPS!\n"
args:   .asciiz " arguments\n"

        .text
main:   move $s0, $a0           # how many arguments there are
        li   $v0, 4             # print the string at $a0
        la   $a0, hello
        syscall
        li   $v0, 1             # print the integer in $a0
        move $a0, $s0
        syscall
        li   $v0, 4
        la   $a0, args
        syscall
        li   $v0, 10            # exit
        syscall
