# The outermost code reads t0, which nothing has written.
# expect: CC0204 t0 line 5

main:
    addi t1, t0, 1
    mv   a1, t1
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall
