# C08: an atomic operation computes with a value that nobody knows.
# expect: CC0203 t6 line 14

.data
keep:   .word 0
.text
main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    la   t0, keep
    amoadd.w zero, t6, (t0)
    ret
