# Small functions, most of them wrong in one way.
.globl add add_loses add_endless fill print_number store_score broken copy quit nested hidden
.globl last

.data
score:      .word 7
buffer:     .word 1, 2, 3

.text
add:
    add  a0, a0, a1
    ret

# Changes s0.
add_loses:
    mv   s0, a0
    add  a0, s0, a1
    ret

add_endless:
    j    add_endless

# fill(address, count, value): one half-word too many.
fill:
    sh   a2, 0(a0)
    addi a0, a0, 2
    addi a1, a1, -1
    bgez a1, fill
    ret

print_number:
    mv   a1, a0
    li   a0, 1
    ecall
    ret

store_score:
    la   t0, score
    sw   a0, 0(t0)
    ret

# Jumps to where no code is.
broken:
    lui  t0, 0x70000
    jr   t0

# copy(to, from): text with its end.
copy:
    lbu  t0, 0(a1)
    sb   t0, 0(a0)
    addi a0, a0, 1
    addi a1, a1, 1
    bnez t0, copy
    ret

quit:
    mv   a1, a0
    li   a0, 17
    ecall

nested:
    addi sp, sp, -16
    sw   ra, 0(sp)
    jal  broken
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

# Reads a register in which nothing was passed.
hidden:
    add  a0, a0, t3
    sub  a0, a0, t3
    srli t3, t3, 31
    add  a0, a0, t3
    ret

# The address of the last of a1 words.
last:
    slli a1, a1, 2
    add  a0, a0, a1
    addi a0, a0, -4
    ret
