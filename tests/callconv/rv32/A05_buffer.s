# A05: s0 is stored in a buffer, clobbered, and never loaded again.
# expect: CC0101 s0 line 17

.data
buffer: .word 0
.text
main:
    li   s0, 1
    la   a0, buffer
    jal  store
    li   a0, 10                     # exit
    ecall

store:
    sw   s0, 0(a0)
    li   s0, 2
    ret
