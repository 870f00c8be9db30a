# Sums an array, but uses the value of its first element as its address.
.data
numbers: .word 10, 20, 30
.text
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    lw   a0, numbers        # should be: la a0, numbers
    slli a0, a0, 26
    li   a1, 3
    jal  sum
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
sum:                        # sum(a0 = address, a1 = count)
    mv   t0, a0
    li   a0, 0
next:
    beqz a1, done
    lw   t1, 0(t0)
    add  a0, a0, t1
    addi t0, t0, 4
    addi a1, a1, -1
    j    next
done:
    ret
