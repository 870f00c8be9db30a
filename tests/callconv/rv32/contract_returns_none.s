# A function has no result by its own words: what it leaves in the register is none.
# expect: CC0201|CC0202 a0 line 6

main:
    jal  nothing
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# jal: returns 0
nothing:
    li   a0, 1
    ret
