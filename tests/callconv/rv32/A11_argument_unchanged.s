# A11: a function may return its argument as it is: on another path it does write the result.
# expect: no finding

main:
    li   a0, 5
    jal  absolute
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# absolute: a0 without its sign
absolute:
    bgez a0, absolute_done          # already in a0
    neg  a0, a0
absolute_done:
    ret
