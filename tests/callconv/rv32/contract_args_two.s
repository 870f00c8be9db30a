# A function has two arguments by its own words, and reads both.
# expect: no finding

main:
    li   a0, 1
    li   a1, 2
    jal  plus
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# jal: args 2, returns 1
plus:
    add  a0, a0, a1
    ret
