# The log: output.txt holds every board that was drawn. Part of main.s.
# If the file cannot be opened, all of this does nothing, and the game continues without it.

#define NO_FILE -1
#define FOR_WRITING 1

.data
log_file: .word -1              # the number of the open file, or NO_FILE
log_name: .string "output.txt"
.align 2                        # the words of the next file shall lie at multiples of 4

.text

# open_log(): begins a new log.
#   changes: a0, a1, a2, t0
.globl open_log
open_log:
    li   a0, 13                 # open the file named at a1; gives its number or -1
    la   a1, log_name
    li   a2, FOR_WRITING
    ecall
    la   t0, log_file
    sw   a0, 0(t0)
    ret

# close_log(): ends the log; only now all of it is surely in the file.
#   changes: a0, a1, t0, t1
.globl close_log
close_log:
    la   t0, log_file
    lw   a1, 0(t0)
    li   t1, NO_FILE
    beq  a1, t1, close_log_end
    sw   t1, 0(t0)
    li   a0, 16                 # close the file with the number a1
    ecall
close_log_end:
    ret

# log_board(command): writes the line "score command" and the four rows of the board.
#   a0 = the command that led to this board
#   changes: a and t registers, the log
.globl log_board
log_board:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = command

    la   a0, score
    lw   a0, 0(a0)
    li   a1, ' '
    jal  log_number
    mv   a0, s0
    li   a1, '\n'
    jal  log_number

    la   s0, board              # s0 = the row at hand
    addi s1, s0, 64             # s1 = after the last one
log_board_row:
    mv   a0, s0
    jal  log_row
    addi s0, s0, 16
    bne  s0, s1, log_board_row

    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# log_row(row): writes the tiles of a row, each with a blank after it, and a line end.
#   a0 = address of the row
#   changes: a and t registers, the log
.globl log_row
log_row:
    addi sp, sp, -32            # one byte at 0(sp) is the line end as a text
    sw   ra, 28(sp)
    sw   s0, 24(sp)
    sw   s1, 20(sp)
    mv   s0, a0                 # s0 = the field at hand
    addi s1, a0, 16             # s1 = after the last one

log_row_tile:
    lw   a0, 0(s0)
    li   a1, ' '
    jal  log_number
    addi s0, s0, 4
    bne  s0, s1, log_row_tile

    li   t0, '\n'
    sb   t0, 0(sp)
    mv   a0, sp
    li   a1, 1
    jal  log_text

    lw   s1, 20(sp)
    lw   s0, 24(sp)
    lw   ra, 28(sp)
    addi sp, sp, 32
    ret

# log_number(number, after): writes a number in decimal digits and a character after it.
#   a0 = the number, a1 = the character
#   changes: a and t registers, the log
.globl log_number
log_number:
    addi sp, sp, -32            # the text is made from its end at 16(sp) to the front
    sw   ra, 28(sp)

    addi t0, sp, 15             # address of the first character so far
    sb   a1, 0(t0)

    mv   t1, a0                 # what is left of the number, without its sign
    bgez a0, log_number_start
    neg  t1, a0
log_number_start:
    li   t2, 10
log_number_digit:
    remu t3, t1, t2             # the last digit
    divu t1, t1, t2
    addi t3, t3, '0'
    addi t0, t0, -1
    sb   t3, 0(t0)
    bnez t1, log_number_digit

    bgez a0, log_number_write
    li   t3, '-'
    addi t0, t0, -1
    sb   t3, 0(t0)

log_number_write:
    mv   a0, t0
    addi a1, sp, 16
    sub  a1, a1, t0             # length = end - start
    jal  log_text

    lw   ra, 28(sp)
    addi sp, sp, 32
    ret

# log_text(text, length): writes to the log, if there is one.
#   a0 = address of the first byte, a1 = how many bytes
#   changes: a0 to a4, t0, the log
.globl log_text
log_text:
    mv   a2, a0
    mv   a3, a1
    la   t0, log_file
    lw   a1, 0(t0)
    li   t0, NO_FILE
    beq  a1, t0, log_text_end
    li   a0, 15                 # write to file a1, from address a2, a3 items of a4 bytes
    li   a4, 1
    ecall
log_text_end:
    ret
