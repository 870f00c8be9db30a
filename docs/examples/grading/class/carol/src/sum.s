.globl sum
.text
sum:
    li   s0, 0
loop:
    beqz a1, done
    lw   t0, 0(a0)
    add  s0, s0, t0
    addi a0, a0, 4
    addi a1, a1, -1
    j    loop
done:
    mv   a0, s0
    ret
