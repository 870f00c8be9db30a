# A function has one result by its own words: what it leaves in the second register is none.
# expect: CC0201|CC0202 a1 line 6

main:
    jal  pair
    add  t0, a0, a1
    mv   a1, t0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# jal: returns 1
pair:
    li   a0, 1
    li   a1, 2
    ret
