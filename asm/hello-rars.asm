# Says hello, then counts its arguments.
#   jal run asm/hello-rars.asm one two
        .data
hello:  .asciz "Hello, RARS!\n"
args:   .asciz " arguments\n"

        .text
main:   mv   s0, a0             # how many arguments there are
        li   a7, 4              # print the string at a0
        la   a0, hello
        ecall
        li   a7, 1              # print the integer in a0
        mv   a0, s0
        ecall
        li   a7, 4
        la   a0, args
        ecall
        li   a7, 10             # exit
        ecall
