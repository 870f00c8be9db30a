.text
    li   a7, 5
    ecall
    mv   s0, a0
    li   a7, 5
    ecall
    mv   s1, a0
again:
    beqz s1, done
    rem  t0, s0, s1
    mv   s0, s1
    mv   s1, t0
    b    again
done:
    mv   a0, s0
    li   a7, 1
    ecall
    li   a0, 10
    li   a7, 11
    ecall
    li   a7, 10
    ecall
