# A11: the result of a function that gives none is used. The register still holds the argument.
# expect: CC0202 a0 line 10

.data
kept:   .word 0
.text
main:
    li   a0, 5
    jal  keep
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

keep:
    la   t0, kept
    sw   a0, 0(t0)
    ret
