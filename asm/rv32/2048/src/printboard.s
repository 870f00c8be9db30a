# Draws the board.
#   Imported by main.s; tested by tests/pub/test_printboard_*.s
.globl printboard

.data
printboard_rule:    .string "-----------------------------\n"
printboard_blank:   .string "|      |      |      |      |\n"
printboard_left:    .string "| "
printboard_end:     .string "|\n"
.align 2                            # the next file's data begins at a word

.text
# printboard: draws a board of 4x4 fields. Each row looks like this:
#   |      |      |      |      |
#   |    2 |  512 |    0 | 2048 |
#   |      |      |      |      |
# with a line of 29 dashes above the first row and below every row.
#   a0 = address of the board, an array of unsigned half-words
# No result.
printboard:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # s0 = address of the row to draw
    li   s1, 4                      # s1 = rows to draw

    li   a0, 4                      # print the string at a1
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

    addi s0, s0, 8                  # a row takes four times two bytes
    addi s1, s1, -1
    bnez s1, printboard_next_row

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret

# printboard_row: prints the line with the numbers of one row.
#   a0 = address of the row's first field
# No result.
printboard_row:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0                     # s0 = address of the field to print
    li   s1, 4                      # s1 = fields to print

printboard_row_field:
    li   a0, 4
    la   a1, printboard_left
    ecall

    lhu  a0, 0(s0)
    jal  printboard_number

    li   a0, 11                     # print the character in a1
    li   a1, 32                     # a blank
    ecall

    addi s0, s0, 2                  # a field takes two bytes
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

# printboard_number: prints a number with blanks before it, four characters
# together. A longer number is just printed.
#   a0 = the number
# No result.
printboard_number:
    mv   t0, a0                     # a0 and a1 belong to the ecalls
    li   t1, 1000                   # the smallest number that needs no blank

printboard_number_blank:
    bgeu t0, t1, printboard_number_digits
    li   a0, 11
    li   a1, 32                     # a blank in place of a digit
    ecall
    li   t2, 10
    divu t1, t1, t2                 # 1000, 100, 10: one digit less
    bgeu t1, t2, printboard_number_blank

printboard_number_digits:
    li   a0, 1                      # print the integer in a1
    mv   a1, t0
    ecall
    ret
