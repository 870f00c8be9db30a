# Sieve of Eratosthenes: sums the primes below a limit that shrinks from round
# to round, and prints a checksum of the sums.

# Not at the usual 0x10010000: from there on, SPIM has only 65536 bytes.
.data 0x10000000
composite:                          # one byte a number: 1 = has a divisor
    .space 100000

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
    li      $s0, 25                 # rounds left
    li      $s1, 100000             # limit of this round
    li      $s2, 0                  # checksum
kernel_round:
    move    $a0, $s1
    jal     sieve
    sll     $t0, $s2, 5             # checksum * 31 + sum
    subu    $s2, $t0, $s2
    addu    $s2, $s2, $v0
    addiu   $s1, $s1, -1000
    addiu   $s0, $s0, -1
    bnez    $s0, kernel_round
    move    $v0, $s2
    lw      $s2, 16($sp)
    lw      $s1, 20($sp)
    lw      $s0, 24($sp)
    lw      $ra, 28($sp)
    addiu   $sp, $sp, 32
    jr      $ra

# sieve($a0 = limit, a multiple of 4) -> $v0 = sum of the primes below it
sieve:
    la      $t0, composite
    addu    $t1, $t0, $a0           # end of the table

    move    $t2, $t0
sieve_clear:                        # four flags at a time
    sw      $zero, 0($t2)
    addiu   $t2, $t2, 4
    bne     $t2, $t1, sieve_clear

    li      $t2, 2                  # candidate
    li      $t6, 1
sieve_next:
    mul     $t3, $t2, $t2
    bgeu    $t3, $a0, sieve_sum     # its square is past the limit: done
    addu    $t4, $t0, $t2
    lbu     $t4, 0($t4)
    bnez    $t4, sieve_skip
    addu    $t3, $t0, $t3           # strike out from the square on
sieve_strike:
    sb      $t6, 0($t3)
    addu    $t3, $t3, $t2
    bltu    $t3, $t1, sieve_strike
sieve_skip:
    addiu   $t2, $t2, 1
    j       sieve_next

sieve_sum:
    li      $v0, 0
    li      $t2, 2
    addiu   $t3, $t0, 2
sieve_sum_next:
    lbu     $t4, 0($t3)
    bnez    $t4, sieve_sum_skip
    addu    $v0, $v0, $t2
sieve_sum_skip:
    addiu   $t2, $t2, 1
    addiu   $t3, $t3, 1
    bne     $t3, $t1, sieve_sum_next
    jr      $ra
