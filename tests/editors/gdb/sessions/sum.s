.data
cell: .word 0
text: .asciiz "done\n"
.text
.globl main
main:
    li s0, 3
loop:
    mv a0, s0
    jal add
    addi s0, s0, -1
    bnez s0, loop
    la a1, text
    li a0, 4
    ecall
    li a0, 10
    ecall
.globl add
add:
    la t0, cell
    lw t1, 0(t0)
    add t1, t1, a0
    sw t1, 0(t0)
    ret
