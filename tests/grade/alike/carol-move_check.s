# From the right to the left, with the right neighbour kept.
.globl move_check
.text
move_check:
    slli a1, a1, 2
    add  a1, a0, a1
    li   a3, 0
right:
    addi a1, a1, -4
    bltu a1, a0, no
    lw   a2, 0(a1)
    lhu  a2, 0(a2)
    beqz a3, keep
    beqz a2, yes
    xor  a4, a2, a3
    beqz a4, yes
keep:
    mv   a3, a2
    j    right
yes:
    li   a0, 1
    ret
no:
    li   a0, 0
    ret
