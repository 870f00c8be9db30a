.text
    li   s0, 0                  # the first node
    li   s1, 5
make:
    li   a0, 8
    li   a7, 9
    ecall
    sw   s1, 0(a0)
    sw   s0, 4(a0)
    mv   s0, a0
    addi s1, s1, -1
    bgtz s1, make
    li   s2, 0
walk:
    beqz s0, done
    lw   t0, 0(s0)
    add  s2, s2, t0
    lw   s0, 4(s0)
    j    walk
done:
    mv   a0, s2
    li   a7, 1
    ecall
    li   a7, 10
    ecall
