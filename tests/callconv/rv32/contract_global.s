# s0 is a variable of the whole program, and the file says so.
# expect: no finding

# jal: global s0
main:
    li   s0, 0
    jal  count
    jal  count
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

count:
    addi s0, s0, 1
    ret
