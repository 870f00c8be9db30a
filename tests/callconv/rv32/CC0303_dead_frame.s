# A function reads what an earlier function left on the stack.
# expect: CC0303 sp line 22

main:
    jal  first
    jal  second
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

first:
    addi sp, sp, -16
    li   t0, 5
    sw   t0, 4(sp)
    addi sp, sp, 16
    ret

second:
    addi sp, sp, -16
    lw   a0, 4(sp)
    addi sp, sp, 16
    ret
