# `longjmp` from functions that have no frame: the stack pointer is the same all the way.
# prints: 7

    .data
place:
    .space 56

    .text
main:
    jal  work
    mv   a1, a0
    li   a0, 1                      # print a number
    ecall
    li   a0, 10                     # exit
    ecall

work:
    addi sp, sp, -16
    sw   ra, 12(sp)
    la   a0, place
    jal  setjmp
    bnez a0, done
    jal  give_up
done:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

give_up:
    la   a0, place
    li   a1, 7
    jal  longjmp

setjmp:
    sw   ra, 0(a0)
    sw   sp, 4(a0)
    sw   s0, 8(a0)
    sw   s1, 12(a0)
    li   a0, 0
    ret

longjmp:
    lw   ra, 0(a0)
    lw   sp, 4(a0)
    lw   s0, 8(a0)
    lw   s1, 12(a0)
    mv   a0, a1
    ret
