# A frame with a frame pointer.
# prints: 30
.globl main
.text
main:
    li   a0, 4
    call squares
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 10
    ecall

squares:
    addi sp, sp, -32
    sw   ra, 28(sp)
    sw   s0, 24(sp)
    addi s0, sp, 32
    sw   a0, -20(s0)
    sw   zero, -24(s0)
squares_next:
    lw   a5, -20(s0)
    beqz a5, squares_end
    mv   a0, a5
    call square
    lw   a5, -24(s0)
    add  a5, a5, a0
    sw   a5, -24(s0)
    lw   a5, -20(s0)
    addi a5, a5, -1
    sw   a5, -20(s0)
    j    squares_next
squares_end:
    lw   a0, -24(s0)
    lw   ra, 28(sp)
    lw   s0, 24(sp)
    addi sp, sp, 32
    jr   ra

square:
    mul  a0, a0, a0
    ret
