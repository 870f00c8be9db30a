.data
buffer: .space 64
.text
    la   a0, buffer
    li   a1, 64
    li   a7, 8
    ecall
    la   t0, buffer
    mv   t1, t0
end:
    lb   t2, (t1)
    li   t3, '\n'
    beq  t2, t3, back
    beqz t2, back
    addi t1, t1, 1
    j    end
back:
    addi t1, t1, -1
    bltu t1, t0, stop
    lbu  a0, 0(t1)
    li   a7, 11
    ecall
    j    back
stop:
    li   a7, 10
    ecall
