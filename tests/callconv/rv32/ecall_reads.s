# An ecall reads the registers of its call: the number in a1 is none after a function.
# expect: CC0201|CC0202 a1 line 8

main:
    li   a1, 5
    jal  leaf
    li   a0, 1                      # print the number in a1
    ecall
    li   a0, 10                     # exit
    ecall

leaf:
    ret
