# Quicksort of 16384 random words, fourteen times, the middle word as pivot.
# Prints a checksum of the sorted words.

.data
items:
    .space 65536

.text
.globl main

main:
    addiu   $sp, $sp, -16           # room for the arguments of the callee
    jal     kernel
    move    $a0, $v0
    li      $v0, 1                  # print the checksum
    syscall
    li      $a0, 10
    li      $v0, 11                 # and the end of the line
    syscall
    li      $v0, 10                 # exit
    syscall

# kernel() -> $v0 = checksum of all rounds
kernel:
    addiu   $sp, $sp, -32           # the lowest 16 bytes: arguments of callees
    sw      $ra, 28($sp)
    sw      $s0, 24($sp)
    sw      $s1, 20($sp)
    sw      $s2, 16($sp)
    li      $s0, 14                 # rounds left
    li      $s1, 1                  # state of the random numbers
    li      $s2, 0                  # checksum
kernel_round:
    move    $a0, $s1
    jal     fill
    move    $s1, $v0
    la      $a0, items
    li      $t0, 65532
    addu    $a1, $a0, $t0           # the last word
    jal     sort
    move    $a0, $s2
    jal     add_items
    move    $s2, $v0
    addiu   $s0, $s0, -1
    bnez    $s0, kernel_round
    move    $v0, $s2
    lw      $s2, 16($sp)
    lw      $s1, 20($sp)
    lw      $s0, 24($sp)
    lw      $ra, 28($sp)
    addiu   $sp, $sp, 32
    jr      $ra

# fill($a0 = state) -> $v0 = new state; items = random words
fill:
    move    $v0, $a0
    la      $t0, items
    li      $t1, 65536
    addu    $t1, $t0, $t1           # end of the items
    li      $t2, 1664525
    li      $t3, 1013904223
fill_next:
    mul     $v0, $v0, $t2           # linear congruential generator
    addu    $v0, $v0, $t3
    sw      $v0, 0($t0)
    addiu   $t0, $t0, 4
    bne     $t0, $t1, fill_next
    jr      $ra

# sort($a0 = first word, $a1 = last word): ascending, signed
sort:
    bgeu    $a0, $a1, sort_nothing  # fewer than two words: no frame needed
    addiu   $sp, $sp, -32           # the lowest 16 bytes: arguments of callees
    sw      $ra, 28($sp)
    sw      $s0, 24($sp)
    sw      $s1, 20($sp)
    move    $s1, $a1                # last word
sort_part:
    subu    $t0, $s1, $a0           # pivot = the middle word
    srl     $t0, $t0, 3
    sll     $t0, $t0, 2
    addu    $t0, $a0, $t0
    lw      $t0, 0($t0)
    move    $s0, $a0                # upwards from the first
    move    $t1, $s1                # downwards from the last
sort_up:
    lw      $t2, 0($s0)
    bge     $t2, $t0, sort_down
    addiu   $s0, $s0, 4
    j       sort_up
sort_down:
    lw      $t3, 0($t1)
    ble     $t3, $t0, sort_swap
    addiu   $t1, $t1, -4
    j       sort_down
sort_swap:
    bgtu    $s0, $t1, sort_halves   # they have passed each other
    sw      $t3, 0($s0)
    sw      $t2, 0($t1)
    addiu   $s0, $s0, 4
    addiu   $t1, $t1, -4
    bleu    $s0, $t1, sort_up
sort_halves:
    move    $a1, $t1
    jal     sort                    # the lower half by recursion,
    move    $a0, $s0                # the upper one by going round again
    bltu    $a0, $s1, sort_part
    lw      $s1, 20($sp)
    lw      $s0, 24($sp)
    lw      $ra, 28($sp)
    addiu   $sp, $sp, 32
sort_nothing:
    jr      $ra

# add_items($a0 = checksum) -> $v0 = checksum with all items in it
add_items:
    move    $v0, $a0
    la      $t0, items
    li      $t1, 65536
    addu    $t1, $t0, $t1           # end of the items
add_items_next:
    lw      $t2, 0($t0)
    sll     $t3, $v0, 5             # checksum * 31 + item
    subu    $v0, $t3, $v0
    addu    $v0, $v0, $t2
    addiu   $t0, $t0, 4
    bne     $t0, $t1, add_items_next
    jr      $ra
