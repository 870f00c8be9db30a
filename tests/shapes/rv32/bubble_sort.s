# Bubble sort with a function that swaps.
# prints: 1 2 5 9
.globl main
.data
list: .word 5, 9, 1, 2
.text
main:
    la   a0, list
    li   a1, 4
    jal  sort
    la   s0, list
    li   s1, 4
show:
    lw   a1, 0(s0)
    li   a0, 1
    ecall
    li   a1, 32
    li   a0, 11
    ecall
    addi s0, s0, 4
    addi s1, s1, -1
    bgtz s1, show
    li   a0, 10
    ecall

sort:
    addi sp, sp, -20
    sw   ra, 16(sp)
    sw   s0, 12(sp)
    sw   s1, 8(sp)
    sw   s2, 4(sp)
    sw   s3, 0(sp)
    mv   s0, a0
    mv   s1, a1
sort_pass:
    addi s1, s1, -1
    blez s1, sort_end
    mv   s2, s0
    mv   s3, s1
sort_pair:
    lw   t0, 0(s2)
    lw   t1, 4(s2)
    ble  t0, t1, sort_next
    mv   a0, s2
    jal  swap
sort_next:
    addi s2, s2, 4
    addi s3, s3, -1
    bnez s3, sort_pair
    j    sort_pass
sort_end:
    lw   s3, 0(sp)
    lw   s2, 4(sp)
    lw   s1, 8(sp)
    lw   s0, 12(sp)
    lw   ra, 16(sp)
    addi sp, sp, 20
    ret

swap:
    lw   t0, 0(a0)
    lw   t1, 4(a0)
    sw   t0, 4(a0)
    sw   t1, 0(a0)
    ret
