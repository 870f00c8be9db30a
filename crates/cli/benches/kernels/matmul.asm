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
    jal     fill
    li      $s0, 16                 # rounds left
    li      $s1, 0                  # checksum
kernel_round:
    la      $a0, left
    la      $a1, right
    la      $a2, product
    jal     multiply
    move    $a0, $s1
    jal     fold
    move    $s1, $v0
    addiu   $s0, $s0, -1
    bnez    $s0, kernel_round
    move    $v0, $s1
    lw      $s1, 20($sp)
    lw      $s0, 24($sp)
    lw      $ra, 28($sp)
    addiu   $sp, $sp, 32
    jr      $ra

# fill(): left[i][j] = 3i - 5j, right[i][j] = (i xor j) + 1
fill:
    la      $t0, left
    la      $t1, right
    li      $t6, 64
    li      $t2, 0                  # i
fill_row:
    li      $t3, 0                  # j
fill_cell:
    sll     $t4, $t2, 1
    addu    $t4, $t4, $t2           # 3i
    sll     $t5, $t3, 2
    addu    $t5, $t5, $t3           # 5j
    subu    $t4, $t4, $t5
    sw      $t4, 0($t0)
    xor     $t4, $t2, $t3
    addiu   $t4, $t4, 1
    sw      $t4, 0($t1)
    addiu   $t0, $t0, 4
    addiu   $t1, $t1, 4
    addiu   $t3, $t3, 1
    bne     $t3, $t6, fill_cell
    addiu   $t2, $t2, 1
    bne     $t2, $t6, fill_row
    jr      $ra

# multiply($a0 = left, $a1 = right, $a2 = product): product = left x right
multiply:
    addiu   $t5, $a0, 16384         # end of the left matrix
multiply_row:
    addiu   $t6, $a0, 256           # end of the row
    move    $t7, $a1                # top of the column
    addiu   $t8, $a1, 256           # top of the column after the last
multiply_cell:
    move    $t0, $a0                # along the row
    move    $t1, $t7                # down the column
    li      $t2, 0                  # sum of the products
multiply_term:
    lw      $t3, 0($t0)
    lw      $t4, 0($t1)
    mul     $t3, $t3, $t4
    addu    $t2, $t2, $t3
    addiu   $t0, $t0, 4
    addiu   $t1, $t1, 256
    bne     $t0, $t6, multiply_term
    sw      $t2, 0($a2)
    addiu   $a2, $a2, 4
    addiu   $t7, $t7, 4
    bne     $t7, $t8, multiply_cell
    move    $a0, $t6                # rows follow each other
    bne     $a0, $t5, multiply_row
    jr      $ra

# fold($a0 = checksum) -> $v0 = checksum with the product in it
# Writes (product >> 4) & 255 to the left matrix.
fold:
    move    $v0, $a0
    la      $t0, product
    la      $t1, left
    addiu   $t2, $t0, 16384         # end of the product
fold_cell:
    lw      $t3, 0($t0)
    sll     $t4, $v0, 5             # checksum * 31 + cell
    subu    $v0, $t4, $v0
    addu    $v0, $v0, $t3
    sra     $t3, $t3, 4
    andi    $t3, $t3, 255
    sw      $t3, 0($t1)
    addiu   $t0, $t0, 4
    addiu   $t1, $t1, 4
    bne     $t0, $t2, fold_cell
    jr      $ra
