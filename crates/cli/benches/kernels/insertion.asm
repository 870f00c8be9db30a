# Insertion sort of 1024 random words, twenty times. Prints a checksum of the
# sorted words.

.data
items:
    .space 4096

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
    li      $s0, 20                 # rounds left
    li      $s1, 1                  # state of the random numbers
    li      $s2, 0                  # checksum
kernel_round:
    move    $a0, $s1
    jal     fill
    move    $s1, $v0
    la      $a0, items
    addiu   $a1, $a0, 4096
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
    addiu   $t1, $t0, 4096          # end of the items
    li      $t2, 1664525
    li      $t3, 1013904223
fill_next:
    mul     $v0, $v0, $t2           # linear congruential generator
    addu    $v0, $v0, $t3
    sw      $v0, 0($t0)
    addiu   $t0, $t0, 4
    bne     $t0, $t1, fill_next
    jr      $ra

# sort($a0 = first word, $a1 = end): ascending, signed
sort:
    addiu   $t0, $a0, 4             # the next word to insert
sort_next:
    lw      $t1, 0($t0)
    move    $t2, $t0                # the hole that it may go to
sort_shift:
    lw      $t3, -4($t2)
    ble     $t3, $t1, sort_insert   # its place is behind this one
    sw      $t3, 0($t2)
    addiu   $t2, $t2, -4
    bne     $t2, $a0, sort_shift
sort_insert:
    sw      $t1, 0($t2)
    addiu   $t0, $t0, 4
    bne     $t0, $a1, sort_next
    jr      $ra

# add_items($a0 = checksum) -> $v0 = checksum with all items in it
add_items:
    move    $v0, $a0
    la      $t0, items
    addiu   $t1, $t0, 4096          # end of the items
add_items_next:
    lw      $t2, 0($t0)
    sll     $t3, $v0, 5             # checksum * 31 + item
    subu    $v0, $t3, $v0
    addu    $v0, $v0, $t2
    addiu   $t0, $t0, 4
    bne     $t0, $t1, add_items_next
    jr      $ra
