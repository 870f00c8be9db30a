# A18: a function jumps to the end of another one, whose frame is like its own.
# expect: no finding

main:
    li   s0, 9
    li   a0, 1
    jal  first
    mv   s1, a0
    li   a0, 2
    jal  second
    add  s1, s1, a0
    add  s1, s1, s0
    mv   a1, s1
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

first:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    mv   s0, a0
    jal  double
    j    second_end                 # takes the frame down in the same way

second:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    addi s0, a0, 5
    jal  double
second_end:
    add  a0, a0, s0
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    addi sp, sp, 16
    ret

double:
    add  a0, a0, a0
    ret
