# A stack of bytes turns a word around.
# prints: olleh
.globl main
.data
text: .asciiz "hello"
.text
main:
    la   a0, text
    jal  turn
    la   a1, text
    li   a0, 4
    ecall
    li   a0, 10
    ecall

turn:
    mv   t0, a0
    li   t1, 0
turn_push:
    lb   t2, 0(t0)
    beqz t2, turn_pop
    addi sp, sp, -1
    sb   t2, 0(sp)
    addi t0, t0, 1
    addi t1, t1, 1
    j    turn_push
turn_pop:
    beqz t1, turn_end
    lb   t2, 0(sp)
    addi sp, sp, 1
    sb   t2, 0(a0)
    addi a0, a0, 1
    addi t1, t1, -1
    j    turn_pop
turn_end:
    ret
