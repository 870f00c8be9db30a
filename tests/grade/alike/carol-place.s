# Without a branch: the old value or the new one is chosen by a mask.
.globl place
.text
place:
    add  a2, a2, a2
    add  a0, a0, a2
    lhu  a4, 0(a0)
    snez a5, a4
    addi a6, a5, -1
    and  a3, a3, a6
    or   a4, a4, a3
    sh   a4, 0(a0)
    mv   a0, a5
    ret
