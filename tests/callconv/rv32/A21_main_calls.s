# A21: the outermost code makes calls and changes saved registers before it ends.
# expect: no finding

.globl main
main:
    mv   s0, ra                     # needed to end
    li   s1, 2
    jal  leaf
    add  s1, s1, a0
    mv   a1, s1
    li   a0, 1                      # print the number
    ecall
    li   a0, 0
    mv   ra, s0
    ret

leaf:
    li   a0, 1
    ret
