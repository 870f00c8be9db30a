# What the tests of moveLeft share. It is no program of its own: a test imports it.
.import "../moveleft.s"

.data
utils_blank:   .string " "
utils_colon:   .string ": "
utils_newline: .string "\n"

.text
.globl show_move
.globl print_words

# Prints a row, moves it with moveLeft, prints the points, a colon and the row as it is then.
#   a0      address of the board
#   a1      its width
#   a2      the row
show_move:
    addi sp, sp, -32
    sw   ra, 28(sp)
    sw   s0, 24(sp)             # the board
    sw   s1, 20(sp)             # its width
    sw   s2, 16(sp)             # the row
    sw   s3, 12(sp)             # the address of the row
    mv   s0, a0
    mv   s1, a1
    mv   s2, a2
    mul  t0, s1, s2
    slli t0, t0, 2
    add  s3, s0, t0

    mv   a0, s3
    mv   a1, s1
    jal  print_words

    mv   a0, s0
    mv   a1, s1
    mv   a2, s2
    jal  moveLeft
    mv   a1, a0
    li   a0, 1                  # print the integer in a1
    ecall
    li   a0, 4                  # print the string at a1
    la   a1, utils_colon
    ecall
    mv   a0, s3
    mv   a1, s1
    jal  print_words

    lw   ra, 28(sp)
    lw   s0, 24(sp)
    lw   s1, 20(sp)
    lw   s2, 16(sp)
    lw   s3, 12(sp)
    addi sp, sp, 32
    ret

# Prints words in a line, a blank between two.
#   a0      the address of the first
#   a1      how many: 1 at least
print_words:
    mv   t0, a0
    slli t1, a1, 2
    add  t1, t0, t1             # the address after the last
print_words_next:
    li   a0, 1                  # print the integer in a1
    lw   a1, 0(t0)
    ecall
    addi t0, t0, 4
    li   a0, 4                  # print the string at a1
    beq  t0, t1, print_words_end
    la   a1, utils_blank
    ecall
    j    print_words_next
print_words_end:
    la   a1, utils_newline
    ecall
    ret
