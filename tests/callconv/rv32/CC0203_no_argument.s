# A function reads a third argument. Its caller passed one argument.
# expect: CC0203 a2 line 24

main:
    li   a0, 1
    jal  pass_on
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

# pass_on: sets one argument, and has got no other one to hand on
pass_on:
    addi sp, sp, -16
    sw   ra, 0(sp)
    li   a0, 2
    jal  plus
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret

plus:
    add  a0, a0, a2
    ret
