# A branch that is taken, one that is not, a print and a jump.
    li t0 2
loop:
    addi t0 t0 -1
    bnez t0 loop
    li a0 1
    li a1 -1
    ecall
    j end
    nop
end:
    ebreak
    li a0 10
    ecall
