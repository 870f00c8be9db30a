# A16: the ninth argument lies on the stack of the caller.
# expect: no finding

main:
    addi sp, sp, -32
    li   a0, 1
    li   a1, 2
    li   a2, 3
    li   a3, 4
    li   a4, 5
    li   a5, 6
    li   a6, 7
    li   a7, 8
    li   t0, 9
    sw   t0, 0(sp)                  # the ninth argument
    jal  add_all
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

add_all:
    addi sp, sp, -16
    lw   t0, 16(sp)                 # the ninth argument
    add  a0, a0, a1
    add  a0, a0, a2
    add  a0, a0, a3
    add  a0, a0, a4
    add  a0, a0, a5
    add  a0, a0, a6
    add  a0, a0, a7
    add  a0, a0, t0
    addi sp, sp, 16
    ret
