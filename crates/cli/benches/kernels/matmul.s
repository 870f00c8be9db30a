# Product of 64 x 64 integer matrices; each product is folded to small numbers
# and becomes the left factor of the next one. Prints a checksum of all products.

.data
left:                               # 64 rows of 64 words: 16384 bytes each
    .space 16384
right:
    .space 16384
product:
    .space 16384

.text
.globl main

main:
    jal     ra, kernel
    mv      a1, a0
    li      a0, 1                   # print the checksum
    ecall
    li      a1, 10
    li      a0, 11                  # and the end of the line
    ecall
    li      a0, 10                  # exit
    ecall

# kernel() -> a0 = checksum of all rounds
kernel:
    addi    sp, sp, -16
    sw      ra, 12(sp)
    sw      s0, 8(sp)
    sw      s1, 4(sp)
    jal     ra, fill
    li      s0, 16                  # rounds left
    li      s1, 0                   # checksum
kernel_round:
    la      a0, left
    la      a1, right
    la      a2, product
    jal     ra, multiply
    mv      a0, s1
    jal     ra, fold
    mv      s1, a0
    addi    s0, s0, -1
    bnez    s0, kernel_round
    mv      a0, s1
    lw      s1, 4(sp)
    lw      s0, 8(sp)
    lw      ra, 12(sp)
    addi    sp, sp, 16
    ret

# fill(): left[i][j] = 3i - 5j, right[i][j] = (i xor j) + 1
fill:
    la      t0, left
    la      t1, right
    li      t6, 64
    li      t2, 0                   # i
fill_row:
    li      t3, 0                   # j
fill_cell:
    slli    t4, t2, 1
    add     t4, t4, t2              # 3i
    slli    t5, t3, 2
    add     t5, t5, t3              # 5j
    sub     t4, t4, t5
    sw      t4, 0(t0)
    xor     t4, t2, t3
    addi    t4, t4, 1
    sw      t4, 0(t1)
    addi    t0, t0, 4
    addi    t1, t1, 4
    addi    t3, t3, 1
    bne     t3, t6, fill_cell
    addi    t2, t2, 1
    bne     t2, t6, fill_row
    ret

# multiply(a0 = left, a1 = right, a2 = product): product = left x right
multiply:
    li      t6, 16384
    add     t6, a0, t6              # end of the left matrix
multiply_row:
    addi    a3, a0, 256             # end of the row
    mv      a4, a1                  # top of the column
    addi    a5, a1, 256             # top of the column after the last
multiply_cell:
    mv      t0, a0                  # along the row
    mv      t1, a4                  # down the column
    li      t2, 0                   # sum of the products
multiply_term:
    lw      t3, 0(t0)
    lw      t4, 0(t1)
    mul     t3, t3, t4
    add     t2, t2, t3
    addi    t0, t0, 4
    addi    t1, t1, 256
    bne     t0, a3, multiply_term
    sw      t2, 0(a2)
    addi    a2, a2, 4
    addi    a4, a4, 4
    bne     a4, a5, multiply_cell
    mv      a0, a3                  # rows follow each other
    bne     a0, t6, multiply_row
    ret

# fold(a0 = checksum) -> a0 = checksum with the product in it
# Writes (product >> 4) & 255 to the left matrix.
fold:
    la      t0, product
    la      t1, left
    li      t2, 16384
    add     t2, t0, t2              # end of the product
fold_cell:
    lw      t3, 0(t0)
    slli    t4, a0, 5               # checksum * 31 + cell
    sub     a0, t4, a0
    add     a0, a0, t3
    srai    t3, t3, 4
    andi    t3, t3, 255
    sw      t3, 0(t1)
    addi    t0, t0, 4
    addi    t1, t1, 4
    bne     t0, t2, fold_cell
    ret
