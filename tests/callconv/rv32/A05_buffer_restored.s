# A05: s0 is kept in a buffer and loaded again. Unusual, but the convention does not ask for the
# stack.
# expect: no finding

.data
buffer: .word 0
.text
main:
    li   s0, 1
    la   a0, buffer
    jal  store
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

store:
    sw   s0, 0(a0)
    li   s0, 2
    lw   s0, 0(a0)
    ret
