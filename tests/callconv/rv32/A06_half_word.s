# A06: s0 is saved and restored as a half-word. Its upper half is lost.
# expect: CC0103 s0 line 15

main:
    li   s0, 0x12345678
    jal  half
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

half:
    addi sp, sp, -16
    sh   s0, 0(sp)
    li   s0, 2
    lh   s0, 0(sp)
    addi sp, sp, 16
    ret
