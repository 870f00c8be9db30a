# By itself: the first field, or else the rest.
.globl check_victory
.text
check_victory:
    bnez a1, some
    mv   a0, zero
    jr   ra
some:
    lhu  t3, 0(a0)
    srli t4, t3, 11
    slli t5, t4, 11
    bne  t5, t3, rest
    addi t4, t4, -1
    bnez t4, rest
    addi a0, zero, 1
    jr   ra
rest:
    addi sp, sp, -4
    sw   ra, 0(sp)
    addi a1, a1, -1
    addi a0, a0, 2
    jal  check_victory
    lw   ra, 0(sp)
    addi sp, sp, 4
    jr   ra
