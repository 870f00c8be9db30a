# C08: what is only copied, and never looked at, breaks nothing.
# expect: no finding

.data
place:  .word 0, 0
.text
main:
    addi sp, sp, -16
    li   t0, 7
    sb   t0, 0(sp)                  # the other three bytes of the word are padding
    lw   t1, 0(sp)
    la   t2, place
    sw   t1, 0(t2)
    lw   t3, 0(t2)
    andi a1, t3, 255
    li   a0, 1                      # print the number
    ecall
    jal  leaf
    add  t4, t1, t1                 # nobody knows it, and nobody uses it
    addi sp, sp, 16
    li   a0, 10                     # exit
    ecall

leaf:
    ret
