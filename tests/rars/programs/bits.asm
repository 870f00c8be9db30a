.text
    li   t0, 0x00ff00ff
    not  t1, t0
    mv   a0, t1
    li   a7, 34
    ecall
    li   s0, 0
    li   s1, 0xdeadbeef
loop:
    beqz s1, done
    andi t0, s1, 1
    add  s0, s0, t0
    srli s1, s1, 1
    j    loop
done:
    mv   a0, s0
    li   a7, 1
    ecall
    li   a7, 10
    ecall
