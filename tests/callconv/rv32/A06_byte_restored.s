# A06: s0 is saved as a word, but restored as a byte.
# expect: CC0103 s0 line 17

main:
    li   s0, 0x12345678
    jal  byte
    mv   a1, s0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

byte:
    addi sp, sp, -16
    sw   s0, 0(sp)
    li   s0, 2
    lb   s0, 0(sp)
    addi sp, sp, 16
    ret
