# Hashes a table of 1024 words 1600 times; each step of the hash is mixed back
# into the table. Prints the last hash.

.data
table:
    .space 4096

.text
.globl main

main:
    addiu   $sp, $sp, -16           # room for the arguments of the callee
    jal     kernel
    move    $a0, $v0
    li      $v0, 1                  # print the hash
    syscall
    li      $a0, 10
    li      $v0, 11                 # and the end of the line
    syscall
    li      $v0, 10                 # exit
    syscall

# kernel() -> $v0 = hash after all rounds
kernel:
    addiu   $sp, $sp, -24           # the lowest 16 bytes: arguments of callees
    sw      $ra, 20($sp)
    sw      $s0, 16($sp)
    jal     fill
    li      $s0, 1600               # rounds left
    li      $v0, 0                  # hash
kernel_round:
    move    $a0, $v0
    jal     pass
    addiu   $s0, $s0, -1
    bnez    $s0, kernel_round
    lw      $s0, 16($sp)
    lw      $ra, 20($sp)
    addiu   $sp, $sp, 24
    jr      $ra

# fill(): table[i] = i
fill:
    la      $t0, table
    li      $t1, 0
    li      $t2, 1024
fill_next:
    sw      $t1, 0($t0)
    addiu   $t0, $t0, 4
    addiu   $t1, $t1, 1
    bne     $t1, $t2, fill_next
    jr      $ra

# pass($a0 = hash) -> $v0 = hash after the whole table
pass:
    move    $v0, $a0
    la      $t0, table
    addiu   $t1, $t0, 4096          # end of the table
    li      $t5, 0x9e3779b1         # odd numbers with well spread bits
    li      $t6, 0x85ebca77
    li      $t7, 0x27d4eb2f
pass_word:
    lw      $t2, 0($t0)
    mul     $t3, $t2, $t5
    sll     $t4, $t3, 15            # rotate left by 15
    srl     $t3, $t3, 17
    or      $t3, $t3, $t4
    mul     $t3, $t3, $t6
    xor     $v0, $v0, $t3
    sll     $t4, $v0, 13            # rotate left by 13
    srl     $v0, $v0, 19
    or      $v0, $v0, $t4
    sll     $t4, $v0, 2             # times 5
    addu    $v0, $v0, $t4
    addu    $v0, $v0, $t7
    xor     $t2, $t2, $v0
    sw      $t2, 0($t0)
    addiu   $t0, $t0, 4
    bne     $t0, $t1, pass_word

    srl     $t0, $v0, 15            # let high bits reach the low ones
    xor     $v0, $v0, $t0
    li      $t1, 0xc2b2ae3d
    mul     $v0, $v0, $t1
    srl     $t0, $v0, 13
    xor     $v0, $v0, $t0
    jr      $ra
