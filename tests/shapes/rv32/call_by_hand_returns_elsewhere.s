# A call by hand, in a function, to code that nothing else calls; it returns to a label further on.
# prints: 42
.text
.globl main
main:
    li    s0, 40
    jal   twice
    add   a1, s0, a0
    li    a0, 1
    ecall
    li    a0, 10
    ecall
twice:
    addi  sp, sp, -16
    sw    ra, 12(sp)
    sw    s1, 8(sp)
    li    s1, 2
next:
    la    ra, back
    j     one
done:
    li    a0, 2
    lw    ra, 12(sp)
    lw    s1, 8(sp)
    addi  sp, sp, 16
    ret
back:
    addi  s1, s1, -1
    beqz  s1, done
    j     next
one:
    li    t0, 5
    li    a0, 1
    ret
