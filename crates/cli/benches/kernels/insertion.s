# Insertion sort of 1024 random words, twenty times. Prints a checksum of the
# sorted words.

.data
items:
    .space 4096

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
    sw      s2, 0(sp)
    li      s0, 20                  # rounds left
    li      s1, 1                   # state of the random numbers
    li      s2, 0                   # checksum
kernel_round:
    mv      a0, s1
    jal     ra, fill
    mv      s1, a0
    la      a0, items
    li      t0, 4096
    add     a1, a0, t0
    jal     ra, sort
    mv      a0, s2
    jal     ra, add_items
    mv      s2, a0
    addi    s0, s0, -1
    bnez    s0, kernel_round
    mv      a0, s2
    lw      s2, 0(sp)
    lw      s1, 4(sp)
    lw      s0, 8(sp)
    lw      ra, 12(sp)
    addi    sp, sp, 16
    ret

# fill(a0 = state) -> a0 = new state; items = random words
fill:
    la      t0, items
    li      t1, 4096
    add     t1, t0, t1              # end of the items
    li      t2, 1664525
    li      t3, 1013904223
fill_next:
    mul     a0, a0, t2              # linear congruential generator
    add     a0, a0, t3
    sw      a0, 0(t0)
    addi    t0, t0, 4
    bne     t0, t1, fill_next
    ret

# sort(a0 = first word, a1 = end): ascending, signed
sort:
    addi    t0, a0, 4               # the next word to insert
sort_next:
    lw      t1, 0(t0)
    mv      t2, t0                  # the hole that it may go to
sort_shift:
    lw      t3, -4(t2)
    ble     t3, t1, sort_insert     # its place is behind this one
    sw      t3, 0(t2)
    addi    t2, t2, -4
    bne     t2, a0, sort_shift
sort_insert:
    sw      t1, 0(t2)
    addi    t0, t0, 4
    bne     t0, a1, sort_next
    ret

# add_items(a0 = checksum) -> a0 = checksum with all items in it
add_items:
    la      t0, items
    li      t1, 4096
    add     t1, t0, t1
add_items_next:
    lw      t2, 0(t0)
    slli    t3, a0, 5               # checksum * 31 + item
    sub     a0, t3, a0
    add     a0, a0, t2
    addi    t0, t0, 4
    bne     t0, t1, add_items_next
    ret
