# Says hello, then counts its arguments.
#   jal run asm/hello.s one two
.data
hello:  .string "Hello, RISC-V!\n"
args:   .string " arguments\n"

.text
.globl main
main:
    mv   s0, a0             # argc; the first argument is the program's name
    li   a0, 4              # print the string at a1
    la   a1, hello
    ecall
    li   a0, 1              # print the integer in a1
    addi a1, s0, -1
    ecall
    li   a0, 4
    la   a1, args
    ecall
    li   a0, 0              # the exit code
    ret
