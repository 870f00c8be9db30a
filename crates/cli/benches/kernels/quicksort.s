# Quicksort of 16384 random words, fourteen times, the middle word as pivot.
# Prints a checksum of the sorted words.

.data
items:
    .space 65536

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
    li      s0, 14                  # rounds left
    li      s1, 1                   # state of the random numbers
    li      s2, 0                   # checksum
kernel_round:
    mv      a0, s1
    jal     ra, fill
    mv      s1, a0
    la      a0, items
    li      t0, 65532
    add     a1, a0, t0              # the last word
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
    li      t1, 65536
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

# sort(a0 = first word, a1 = last word): ascending, signed
sort:
    bgeu    a0, a1, sort_nothing    # fewer than two words: no frame needed
    addi    sp, sp, -16
    sw      ra, 12(sp)
    sw      s0, 8(sp)
    sw      s1, 4(sp)
    mv      s1, a1                  # last word
sort_part:
    sub     t0, s1, a0              # pivot = the middle word
    srli    t0, t0, 3
    slli    t0, t0, 2
    add     t0, a0, t0
    lw      t0, 0(t0)
    mv      s0, a0                  # upwards from the first
    mv      t1, s1                  # downwards from the last
sort_up:
    lw      t2, 0(s0)
    bge     t2, t0, sort_down
    addi    s0, s0, 4
    j       sort_up
sort_down:
    lw      t3, 0(t1)
    ble     t3, t0, sort_swap
    addi    t1, t1, -4
    j       sort_down
sort_swap:
    bgtu    s0, t1, sort_halves     # they have passed each other
    sw      t3, 0(s0)
    sw      t2, 0(t1)
    addi    s0, s0, 4
    addi    t1, t1, -4
    bleu    s0, t1, sort_up
sort_halves:
    mv      a1, t1
    jal     ra, sort                # the lower half by recursion,
    mv      a0, s0                  # the upper one by going round again
    bltu    a0, s1, sort_part
    lw      s1, 4(sp)
    lw      s0, 8(sp)
    lw      ra, 12(sp)
    addi    sp, sp, 16
sort_nothing:
    ret

# add_items(a0 = checksum) -> a0 = checksum with all items in it
add_items:
    la      t0, items
    li      t1, 65536
    add     t1, t0, t1
add_items_next:
    lw      t2, 0(t0)
    slli    t3, a0, 5               # checksum * 31 + item
    sub     a0, t3, a0
    add     a0, a0, t2
    addi    t0, t0, 4
    bne     t0, t1, add_items_next
    ret
