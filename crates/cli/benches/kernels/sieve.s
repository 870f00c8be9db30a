# Sieve of Eratosthenes: sums the primes below a limit that shrinks from round
# to round, and prints a checksum of the sums.

.data
composite:                          # one byte a number: 1 = has a divisor
    .space 100000

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
    li      s0, 25                  # rounds left
    li      s1, 100000              # limit of this round
    li      s2, 0                   # checksum
kernel_round:
    mv      a0, s1
    jal     ra, sieve
    slli    t0, s2, 5               # checksum * 31 + sum
    sub     s2, t0, s2
    add     s2, s2, a0
    addi    s1, s1, -1000
    addi    s0, s0, -1
    bnez    s0, kernel_round
    mv      a0, s2
    lw      s2, 0(sp)
    lw      s1, 4(sp)
    lw      s0, 8(sp)
    lw      ra, 12(sp)
    addi    sp, sp, 16
    ret

# sieve(a0 = limit, a multiple of 4) -> a0 = sum of the primes below it
sieve:
    la      t0, composite
    add     t1, t0, a0              # end of the table

    mv      t2, t0
sieve_clear:                        # four flags at a time
    sw      zero, 0(t2)
    addi    t2, t2, 4
    bltu    t2, t1, sieve_clear

    li      t2, 2                   # candidate
    li      t6, 1
sieve_next:
    mul     t3, t2, t2
    bgeu    t3, a0, sieve_sum       # its square is past the limit: done
    add     t4, t0, t2
    lbu     t4, 0(t4)
    bnez    t4, sieve_skip
    add     t3, t0, t3              # strike out from the square on
sieve_strike:
    sb      t6, 0(t3)
    add     t3, t3, t2
    bltu    t3, t1, sieve_strike
sieve_skip:
    addi    t2, t2, 1
    j       sieve_next

sieve_sum:
    li      a0, 0
    li      t2, 2
    addi    t3, t0, 2
sieve_sum_next:
    lbu     t4, 0(t3)
    bnez    t4, sieve_sum_skip
    add     a0, a0, t2
sieve_sum_skip:
    addi    t2, t2, 1
    addi    t3, t3, 1
    bltu    t3, t1, sieve_sum_next
    ret
