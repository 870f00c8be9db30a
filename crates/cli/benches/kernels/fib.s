# Fibonacci numbers by plain double recursion: calls and returns.
# Prints the 30th.

.text
.globl main

main:
    li      a0, 30
    jal     ra, fib
    mv      a1, a0
    li      a0, 1                   # print the result
    ecall
    li      a1, 10
    li      a0, 11                  # and the end of the line
    ecall
    li      a0, 10                  # exit
    ecall

# fib(a0 = n) -> a0 = n < 2 ? n : fib(n - 1) + fib(n - 2)
fib:
    li      t0, 2
    bltu    a0, t0, fib_small       # no frame needed
    addi    sp, sp, -16
    sw      ra, 12(sp)
    sw      s0, 8(sp)
    sw      s1, 4(sp)
    mv      s0, a0                  # n
    addi    a0, s0, -1
    jal     ra, fib
    mv      s1, a0                  # fib(n - 1)
    addi    a0, s0, -2
    jal     ra, fib
    add     a0, a0, s1
    lw      s1, 4(sp)
    lw      s0, 8(sp)
    lw      ra, 12(sp)
    addi    sp, sp, 16
fib_small:
    ret
