.text
    li   s0, 27
    li   s1, 0
    li   s2, 1
loop:
    beq  s0, s2, done
    addi s1, s1, 1
    andi t0, s0, 1
    bnez t0, odd
    srai s0, s0, 1
    j    loop
odd:
    slli t0, s0, 1
    add  s0, s0, t0
    addi s0, s0, 1
    j    loop
done:
    mv   a0, s1
    li   a7, 1
    ecall
    li   a7, 93
    li   a0, 0
    ecall
