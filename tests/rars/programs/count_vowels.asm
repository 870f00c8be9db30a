.data
text:   .string "RISC-V assembly is fun"
vowels: .string "aeiouAEIOU"
.text
    la   s0, text
    li   s1, 0
outer:
    lbu  t0, 0(s0)
    beqz t0, done
    la   t1, vowels
inner:
    lbu  t2, (t1)
    beqz t2, no
    beq  t0, t2, yes
    addi t1, t1, 1
    j    inner
yes:
    addi s1, s1, 1
no:
    addi s0, s0, 1
    j    outer
done:
    mv   a0, s1
    li   a7, 1
    ecall
    li   a0, 0
    li   a7, 93
    ecall
