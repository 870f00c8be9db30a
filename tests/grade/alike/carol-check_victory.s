# From the last field to the first; the answer is kept and not returned early.
.globl check_victory
.text
check_victory:
    slli a1, a1, 1
    add  a1, a0, a1
    li   a2, 0
    li   a3, 2048
again:
    bgeu a0, a1, end
    addi a1, a1, -2
    lhu  a4, 0(a1)
    sub  a4, a4, a3
    seqz a4, a4
    or   a2, a2, a4
    j    again
end:
    mv   a0, a2
    ret
