# Fibonacci numbers by plain double recursion: calls and returns.
# Prints the 30th.

.text
.globl main

main:
    addiu   $sp, $sp, -16           # room for the arguments of the callee
    li      $a0, 30
    jal     fib
    move    $a0, $v0
    li      $v0, 1                  # print the result
    syscall
    li      $a0, 10
    li      $v0, 11                 # and the end of the line
    syscall
    li      $v0, 10                 # exit
    syscall

# fib($a0 = n) -> $v0 = n < 2 ? n : fib(n - 1) + fib(n - 2)
fib:
    sltiu   $t0, $a0, 2
    bnez    $t0, fib_small          # no frame needed
    addiu   $sp, $sp, -32           # the lowest 16 bytes: arguments of callees
    sw      $ra, 28($sp)
    sw      $s0, 24($sp)
    sw      $s1, 20($sp)
    move    $s0, $a0                # n
    addiu   $a0, $s0, -1
    jal     fib
    move    $s1, $v0                # fib(n - 1)
    addiu   $a0, $s0, -2
    jal     fib
    addu    $v0, $v0, $s1
    lw      $s1, 20($sp)
    lw      $s0, 24($sp)
    lw      $ra, 28($sp)
    addiu   $sp, $sp, 32
    jr      $ra
fib_small:
    move    $v0, $a0
    jr      $ra
