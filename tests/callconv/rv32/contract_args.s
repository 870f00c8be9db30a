# A function has one argument by its own words, but reads a second one.
# expect: CC0203 a1 line 17

main:
    li   a0, 1
    li   a1, 2
    jal  plus
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# plus: not what its contract says
# jal: args 1
plus:
    add  a0, a0, a1
    ret
