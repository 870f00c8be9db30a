# f adds up the numbers of an array; what the test itself keeps is printed behind each sum.
.import ../../src/f.s
.import ../lib.s
.globl main

.data
.align 2
one:   .word 1, 2, 3
two:   .word 1, 2, 3, 4
three: .word 21

.text
main:
    la   a0, one
    li   a1, 3
    jal  check
    la   a0, two
    li   a1, 4
    jal  check
    la   a0, two
    li   a1, 0
    jal  check
    la   a0, three
    li   a1, 1
    jal  check
    li   a0, 10
    ecall

check:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    fsd  fs0, 0(sp)
    li   s0, 7
    fcvt.d.w fs0, s0
    jal  f
    mv   a1, a0
    li   a0, 1
    ecall
    li   a1, ' '
    li   a0, 11
    ecall
    mv   a1, s0
    li   a0, 1
    ecall
    li   a1, '\n'
    li   a0, 11
    ecall
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    fld  fs0, 0(sp)
    addi sp, sp, 16
    ret
#== lib
.globl twice
.globl half
.globl twice_half
.globl call_back
.globl stop
.text
twice:
    add  a0, a0, a0
    ret
half:
    srai a0, a0, 1
    ret
twice_half:
    slli a0, a0, 1
    srai a0, a0, 1
    ret
call_back:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s2, 8(sp)
    li   s2, 9
    mv   t0, a0
    mv   a0, a1
    mv   a1, a2
    jalr t0
    addi s2, s2, -9
    add  a0, a0, s2
    lw   ra, 12(sp)
    lw   s2, 8(sp)
    addi sp, sp, 16
    ret
stop:
    li   a0, 10
    ecall
#== sum
    mv   t0, a0
    li   a0, 0
sum_loop:
    beqz a1, sum_done
    lw   t1, 0(t0)
    add  a0, a0, t1
    addi t0, t0, 4
    addi a1, a1, -1
    j    sum_loop
sum_done:
