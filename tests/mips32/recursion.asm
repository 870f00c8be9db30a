# Factorial and Fibonacci, both by recursion.
        .data
fact_is: .asciiz "12! = "
fib_is: .asciiz "fib(20) = "
end:    .asciiz "\n"

        .text
        .globl main
main:   li   $a0, 12
        jal  factorial
        la   $a0, fact_is
        move $a1, $v0
        jal  tell
        li   $a0, 20
        jal  fib
        la   $a0, fib_is
        move $a1, $v0
        jal  tell
        li   $a0, 3
        li   $v0, 17
        syscall

# tell(text, number)
tell:   li   $v0, 4
        syscall
        move $a0, $a1
        li   $v0, 1
        syscall
        la   $a0, end
        li   $v0, 4
        syscall
        jr   $ra

factorial:
        bgtz $a0, product
        li   $v0, 1
        jr   $ra
product:
        addi $sp, $sp, -8
        sw   $ra, 4($sp)
        sw   $a0, 0($sp)
        subi $a0, $a0, 1
        jal  factorial
        lw   $a0, 0($sp)
        lw   $ra, 4($sp)
        addi $sp, $sp, 8
        mul  $v0, $v0, $a0
        jr   $ra

fib:    blt  $a0, 2, small
        subu $sp, $sp, 12
        sw   $ra, 8($sp)
        sw   $s0, 4($sp)
        sw   $a0, ($sp)
        addi $a0, $a0, -1
        jal  fib
        move $s0, $v0
        lw   $a0, ($sp)
        addi $a0, $a0, -2
        jal  fib
        add  $v0, $v0, $s0
        lw   $s0, 4($sp)
        lw   $ra, 8($sp)
        addu $sp, $sp, 12
        jr   $ra
small:  move $v0, $a0
        jr   $ra
