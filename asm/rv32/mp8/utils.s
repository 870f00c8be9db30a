# Helpers that are not about the game itself: random numbers, reading, printing. Part of main.s.

# Returned in place of a character at the end of the input.
#define END_OF_INPUT 65535

# Larger numbers in the input count as this one.
#define LARGEST_NUMBER 9999

.data
.globl random_state
random_state: .word 2048        # the seed, if the player gives none
last_char:    .word 10          # the character that was read last; at first, a line end

.text

# seed_random(argc, argv): takes the seed from the first argument, if there is one.
#   a0 = argc, a1 = argv (argv[0] is the name of the program)
#   changes: a0, a1, t0, random_state
.globl seed_random
seed_random:
    li   t0, 2
    blt  a0, t0, seed_random_end

    lw   a1, 4(a1)              # argv[1]
    li   a0, 5                  # the number that the string at a1 spells
    ecall
    la   t0, random_state
    sw   a0, 0(t0)
seed_random_end:
    ret

# random(bound): a random number from 0 to bound - 1.
#   a0 = bound, at least 1
#   result: a0 = the number
#   changes: t0, t1, t2, random_state
.globl random
random:
    la   t0, random_state
    lw   t1, 0(t0)

    li   t2, 1664525            # state = state * 1664525 + 1013904223, modulo 2^32
    mul  t1, t1, t2
    li   t2, 1013904223
    add  t1, t1, t2
    sw   t1, 0(t0)

    srli t1, t1, 16             # the low bits of such numbers repeat soon: the high ones are better
    remu a0, t1, a0
    ret

# read_char(): reads a character, and remembers it for skip_line.
#   result: a0 = the character, or END_OF_INPUT
#   changes: t0
.globl read_char
read_char:
    li   a0, 12                 # read a character
    ecall
    la   t0, last_char
    sw   a0, 0(t0)
    ret

# read_key(): reads the next character that is neither blank nor line end.
#   result: a0 = the character, letters in lower case; or END_OF_INPUT
#   changes: t0
.globl read_key
read_key:
    addi sp, sp, -16
    sw   ra, 12(sp)

read_key_again:
    jal  read_char
    li   t0, ' '                # line ends and tabs have smaller numbers
    ble  a0, t0, read_key_again

    li   t0, 'A'
    blt  a0, t0, read_key_end
    li   t0, 'Z'
    bgt  a0, t0, read_key_end
    addi a0, a0, 32             # from an upper-case letter to the lower-case one
read_key_end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# read_number(): reads the next word as a decimal number. A word ends with a blank or a line end.
#   result: a0 = the number; -1 if the word is none (then the rest of it may still be unread);
#           -2 at the end of the input
#   changes: a1, t0
.globl read_number
read_number:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    li   s0, 0                  # s0 = the number so far

    jal  read_key               # the first character of the word
    li   t0, END_OF_INPUT
    beq  a0, t0, read_number_none

read_number_digit:
    mv   a1, a0
    mv   a0, s0
    jal  append_digit
    bltz a0, read_number_end    # -1: no digit
    mv   s0, a0

    jal  read_char
    li   t0, ' '
    ble  a0, t0, read_number_good
    li   t0, END_OF_INPUT
    bne  a0, t0, read_number_digit

read_number_good:
    mv   a0, s0
    j    read_number_end
read_number_none:
    li   a0, -2
read_number_end:
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# append_digit(number, character): the number with one more digit.
#   a0 = the number, a1 = the character
#   result: a0 = the new number, at most LARGEST_NUMBER; -1 if the character is not a digit
#   changes: t0
.globl append_digit
append_digit:
    li   t0, '0'
    blt  a1, t0, append_digit_wrong
    li   t0, '9'
    bgt  a1, t0, append_digit_wrong

    li   t0, 10
    mul  a0, a0, t0
    add  a0, a0, a1
    addi a0, a0, -48            # less the number of the character 0
    li   t0, LARGEST_NUMBER
    ble  a0, t0, append_digit_end
    mv   a0, t0
append_digit_end:
    ret
append_digit_wrong:
    li   a0, -1
    ret

# skip_line(): reads on until the line, or the input, has ended; nothing, if that was read last.
#   changes: a0, t0
.globl skip_line
skip_line:
    addi sp, sp, -16
    sw   ra, 12(sp)

    la   a0, last_char
    lw   a0, 0(a0)
skip_line_char:
    li   t0, '\n'
    beq  a0, t0, skip_line_end
    li   t0, END_OF_INPUT
    beq  a0, t0, skip_line_end
    jal  read_char
    j    skip_line_char

skip_line_end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# print_text(text): prints a string.
#   a0 = its address
#   changes: a0, a1
.globl print_text
print_text:
    mv   a1, a0
    li   a0, 4                  # print the string at a1
    ecall
    ret

# print_line_end(): prints a line end.
#   changes: a0, a1
.globl print_line_end
print_line_end:
    li   a0, 11                 # print the character in a1
    li   a1, '\n'
    ecall
    ret

# print_labelled(text, number): prints a line of a text and a number.
#   a0 = address of the text, a1 = the number
#   changes: a0, a1, t0
.globl print_labelled
print_labelled:
    mv   t0, a1
    mv   a1, a0
    li   a0, 4                  # print the string at a1
    ecall
    li   a0, 1                  # print the integer in a1
    mv   a1, t0
    ecall
    li   a0, 11                 # print the character in a1
    li   a1, '\n'
    ecall
    ret

# print_aligned(number, width): prints a number with blanks before it.
#   a0 = the number, not negative; a1 = how many columns it shall fill
#   changes: a0, a1, t0 to t3
.globl print_aligned
print_aligned:
    mv   t0, a0                 # the number
    mv   t1, a0                 # what is left of it when digits are taken away
    mv   t2, a1                 # blanks to print
    li   t3, 10
print_aligned_digit:
    addi t2, t2, -1
    divu t1, t1, t3
    bnez t1, print_aligned_digit

print_aligned_blank:
    blez t2, print_aligned_number
    li   a0, 11                 # print the character in a1
    li   a1, ' '
    ecall
    addi t2, t2, -1
    j    print_aligned_blank

print_aligned_number:
    li   a0, 1                  # print the integer in a1
    mv   a1, t0
    ecall
    ret
