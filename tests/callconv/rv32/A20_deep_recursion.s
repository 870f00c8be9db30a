# A20: a recursion of a hundred thousand calls.
# expect: no finding

main:
    li   a0, 100000
    jal  down
    mv   a1, a0
    li   a0, 1                      # print the number
    ecall
    li   a0, 10                     # exit
    ecall

down:
    beqz a0, down_end
    addi sp, sp, -16
    sw   ra, 12(sp)
    addi a0, a0, -1
    jal  down
    addi a0, a0, 1
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
down_end:
    li   a0, 0
    ret
