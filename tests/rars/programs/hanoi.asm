.data
arrow: .asciz "->"
.text
main:
    li   a0, 3
    li   a1, 1
    li   a2, 3
    li   a3, 2
    jal  hanoi
    li   a7, 10
    ecall
hanoi:                      # a0 disks from a1 to a2 over a3
    beqz a0, none
    addi sp, sp, -20
    sw   ra, 0(sp)
    sw   a0, 4(sp)
    sw   a1, 8(sp)
    sw   a2, 12(sp)
    sw   a3, 16(sp)
    addi a0, a0, -1
    mv   t0, a2
    mv   a2, a3
    mv   a3, t0
    jal  hanoi
    lw   a0, 8(sp)
    li   a7, 1
    ecall
    la   a0, arrow
    li   a7, 4
    ecall
    lw   a0, 12(sp)
    li   a7, 1
    ecall
    li   a0, ' '
    li   a7, 11
    ecall
    lw   a0, 4(sp)
    addi a0, a0, -1
    lw   a1, 16(sp)
    lw   a2, 12(sp)
    lw   a3, 8(sp)
    jal  hanoi
    lw   ra, 0(sp)
    addi sp, sp, 20
none:
    ret
