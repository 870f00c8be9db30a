# Numbers have room for three digits.
.globl printboard

.data
printboard_rule:    .string "-----------------------------\n"
printboard_blank:   .string "|      |      |      |      |\n"
printboard_left:    .string "| "
printboard_end:     .string "|\n"
.align 2

.text
printboard:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0
    li   s1, 4

    li   a0, 4
    la   a1, printboard_rule
    ecall

printboard_next_row:
    li   a0, 4
    la   a1, printboard_blank
    ecall

    mv   a0, s0
    jal  printboard_row

    li   a0, 4
    la   a1, printboard_blank
    ecall
    li   a0, 4
    la   a1, printboard_rule
    ecall

    addi s0, s0, 8
    addi s1, s1, -1
    bnez s1, printboard_next_row

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret

printboard_row:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0
    li   s1, 4

printboard_row_field:
    li   a0, 4
    la   a1, printboard_left
    ecall

    lhu  a0, 0(s0)
    jal  printboard_number

    li   a0, 11
    li   a1, 32
    ecall

    addi s0, s0, 2
    addi s1, s1, -1
    bnez s1, printboard_row_field

    li   a0, 4
    la   a1, printboard_end
    ecall

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret

printboard_number:
    mv   t0, a0
    li   t1, 100

printboard_number_blank:
    bgeu t0, t1, printboard_number_digits
    li   a0, 11
    li   a1, 32
    ecall
    li   t2, 10
    divu t1, t1, t2
    bgeu t1, t2, printboard_number_blank

printboard_number_digits:
    li   a0, 1
    mv   a1, t0
    ecall
    ret
