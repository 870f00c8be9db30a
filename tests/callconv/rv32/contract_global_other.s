# s1 is a variable of the whole program, s0 is not.
# Both mistakes have one cause, which is reported.
# expect: CC0101 s0 line 18

# jal: global s1
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
