# A function has two results by its own words.
# expect: no finding

main:
    jal  pair
    add  t0, a0, a1
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# jal: args 0
# jal: returns 2
pair:
    li   a0, 1
    li   a1, 2
    ret
