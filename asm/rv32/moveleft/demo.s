# Moves every row of a random board to the left and shows each row before and after.
#   jal run asm/rv32/moveleft/demo.s 1
# The argument is the seed of the random numbers, 2048 if there is none. The board is 4 to 7 fields
# wide. A line `points: row` follows each row; the points are -1 if nothing moved.
.import "moveleft.s"

.data
.align 2
state:  .word 2048              # of the random numbers
board:  .space 196              # room for 7 x 7 words
blank:  .string " "
colon:  .string ":"
newline: .string "\n"

.text
.globl main

# The program.
#   a0      the number of arguments, the name of the program included
#   a1      the addresses of their texts
#   result  a0 = 0, the exit code
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)              # the width of the board
    sw   s1, 4(sp)              # the row

    li   t0, 2
    blt  a0, t0, main_board     # no seed given: the one that is there
    lw   a1, 4(a1)
    li   a0, 5                  # text to integer
    ecall
    la   t0, state
    sw   a0, 0(t0)

main_board:
    li   a0, 4                  # width: 4 + (0 to 3)
    jal  random
    addi s0, a0, 4
    mv   a0, s0
    jal  fill_board

    li   s1, 0
main_row:
    mv   a0, s0
    mv   a1, s1
    jal  demonstrate
    addi s1, s1, 1
    blt  s1, s0, main_row

    li   a0, 0
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    lw   s1, 4(sp)
    addi sp, sp, 16
    ret

# Shows a row, moves it, and shows the points and the row after the move.
#   a0      the width of the board
#   a1      the row
demonstrate:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)              # the width
    sw   s1, 4(sp)              # the row
    sw   s2, 0(sp)              # the address of its first field
    mv   s0, a0
    mv   s1, a1
    mul  t0, s0, s1
    slli t0, t0, 2
    la   t1, board
    add  s2, t1, t0

    li   a0, 5                  # no points yet: the place for them stays empty
    jal  print_blanks
    mv   a0, s2
    mv   a1, s0
    jal  print_row

    la   a0, board
    mv   a1, s0
    mv   a2, s1
    jal  moveLeft
    jal  print_points
    mv   a0, s2
    mv   a1, s0
    jal  print_row

    lw   ra, 12(sp)
    lw   s0, 8(sp)
    lw   s1, 4(sp)
    lw   s2, 0(sp)
    addi sp, sp, 16
    ret


# ----- The board -----

# Fills the board with random tiles and empty fields.
#   a0      the width of the board
fill_board:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)              # the address of the next field
    sw   s1, 4(sp)              # the address after the last field
    la   s0, board
    mul  t0, a0, a0
    slli t0, t0, 2
    add  s1, s0, t0
fill_board_field:
    jal  random_tile
    sw   a0, 0(s0)
    addi s0, s0, 4
    bne  s0, s1, fill_board_field
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    lw   s1, 4(sp)
    addi sp, sp, 16
    ret

# Draws what a field holds.
#   result  a0 = 0 (empty), 2, 4, 8, 16 or 32, one as likely as the other
random_tile:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   a0, 6
    jal  random
    beqz a0, random_tile_return # 0 is an empty field, not 2 to the power of 0
    li   t0, 1
    sll  a0, t0, a0
random_tile_return:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# Draws a random number.
#   a0      the bound, 1 to 65536
#   result  a0 = a number from 0 to bound - 1
#   changes state = state * 1664525 + 1013904223, modulo 2^32
random:
    la   t0, state
    lw   t1, 0(t0)
    li   t2, 1664525
    mul  t1, t1, t2
    li   t2, 1013904223
    add  t1, t1, t2
    sw   t1, 0(t0)
    srli t1, t1, 16             # the upper bits are the more random ones
    remu a0, t1, a0
    ret


# ----- Printing -----

# Prints a row: each field right-aligned, 4 characters wide, and a line end.
#   a0      the address of its first field
#   a1      how many fields it has
print_row:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)              # the address of the next field
    sw   s1, 4(sp)              # the address after the last field
    mv   s0, a0
    slli a1, a1, 2
    add  s1, a0, a1
print_row_field:
    lw   a0, 0(s0)
    jal  print_field
    addi s0, s0, 4
    bne  s0, s1, print_row_field
    la   a1, newline
    li   a0, 4                  # print the string at a1
    ecall
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    lw   s1, 4(sp)
    addi sp, sp, 16
    ret

# Prints a number right-aligned, 4 characters wide.
#   a0      the number
print_field:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)              # the number
    mv   s0, a0
    jal  width_of
    li   t0, 4
    sub  a0, t0, a0
    jal  print_blanks
    li   a0, 1                  # print the integer in a1
    mv   a1, s0
    ecall
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    addi sp, sp, 16
    ret

# Prints the points and a colon left-aligned, 5 characters wide.
#   a0      the points
print_points:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)              # the points
    mv   s0, a0
    li   a0, 1                  # print the integer in a1
    mv   a1, s0
    ecall
    li   a0, 4                  # print the string at a1
    la   a1, colon
    ecall
    mv   a0, s0
    jal  width_of
    li   t0, 4                  # 5 without the colon
    sub  a0, t0, a0
    jal  print_blanks
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    addi sp, sp, 16
    ret

# Prints blanks.
#   a0      how many; none if negative
print_blanks:
    mv   t0, a0
    la   a1, blank
print_blanks_next:
    blez t0, print_blanks_return
    li   a0, 4                  # print the string at a1
    ecall
    addi t0, t0, -1
    j    print_blanks_next
print_blanks_return:
    ret

# Counts the characters of a printed number.
#   a0      the number
#   result  a0 = its digits, and one more for a minus sign
width_of:
    li   t0, 0                  # characters so far
    li   t1, 10
    bgez a0, width_of_digit
    addi t0, t0, 1              # the sign
width_of_digit:
    addi t0, t0, 1
    div  a0, a0, t1             # without its last digit; 0 if that was the only one
    bnez a0, width_of_digit
    mv   a0, t0
    ret
